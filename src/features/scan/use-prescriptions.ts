import { useCallback, useEffect, useState } from 'react'
import { prescriptionListAnswer } from '#domain/protocol/prescriptions.ts'
import type { Prescription } from '#domain/records/prescription.ts'
import { apiCall } from '#src/platform/api-call.ts'
import { onNetworkBack } from '#src/platform/network-back.ts'
import { useScanState } from '#src/session/scans.ts'

/** The history as the server has it: undefined while it is asked for, null when it could not be had. */
export type History = Prescription[] | null | undefined

/** The scans of the person, the newest first; read again when one was added here, and after no answer when the network is back. */
export function usePrescriptions(): { history: History; reload(): void } {
  const [history, setHistory] = useState<History>()
  const [isMissed, setMissed] = useState(false)
  const [asked, setAsked] = useState(0)
  const changes = useScanState((state) => state.changes)
  const reload = useCallback(() => setAsked((times) => times + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` and `changes` are the reasons to read it again
  useEffect(() => {
    let isGone = false
    const read = async () => {
      const list = await readHistory()
      if (isGone) return
      // What was shown stays when it cannot be read again.
      setHistory((before) => list ?? before ?? null)
      setMissed(list === null)
    }
    void read()
    return () => {
      isGone = true
    }
  }, [asked, changes])
  useEffect(() => (isMissed ? onNetworkBack(reload) : undefined), [isMissed, reload])
  return { history, reload }
}

async function readHistory(): Promise<Prescription[] | null> {
  const answer = await apiCall({ method: 'GET', path: '/api/prescriptions' })
  const parsed = answer.kind === 'ok' ? prescriptionListAnswer.safeParse(answer.body) : null
  return parsed?.success ? parsed.data : null
}
