import { useCallback, useEffect, useState } from 'react'
import { prescriptionListAnswer } from '#domain/protocol/prescriptions.ts'
import type { Prescription } from '#domain/records/prescription.ts'
import { apiCall } from '#src/platform/api-call.ts'
import { useScanState } from '#src/session/scans.ts'

/** The history as the server has it: undefined while it is asked for, null when it could not be had. */
export type History = Prescription[] | null | undefined

/** The scans of the person, the newest first; read again when one was added here, and when the network is back. */
export function usePrescriptions(): { history: History; reload(): void } {
  const [history, setHistory] = useState<History>()
  const [asked, setAsked] = useState(0)
  const changes = useScanState((state) => state.changes)
  const reload = useCallback(() => setAsked((times) => times + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` and `changes` are the reasons to read it again
  useEffect(() => {
    let isGone = false
    const read = async () => {
      const list = await readHistory()
      // What was shown stays when it cannot be read again.
      if (!isGone) setHistory((before) => list ?? before ?? null)
    }
    void read()
    return () => {
      isGone = true
    }
  }, [asked, changes])
  useEffect(() => {
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [reload])
  return { history, reload }
}

async function readHistory(): Promise<Prescription[] | null> {
  const answer = await apiCall({ method: 'GET', path: '/api/prescriptions' })
  const parsed = answer.kind === 'ok' ? prescriptionListAnswer.safeParse(answer.body) : null
  return parsed?.success ? parsed.data : null
}
