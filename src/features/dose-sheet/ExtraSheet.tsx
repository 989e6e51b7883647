import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { MedicationId } from '#domain/lib/ids.ts'
import { isRecordDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { DAY_PARAM } from '#domain/protocol/pages.ts'
import { useFirstLoad } from '#src/session/first-load.ts'
import { useRoleSentence } from '#src/session/may.ts'
import { useMedications } from '#src/session/reads.ts'
import { useSession } from '#src/session/session.ts'
import { Sheet } from '#src/ui/Sheet.tsx'
import { LogExtra } from './LogExtra.tsx'
import { NotHere } from './NotHere.tsx'

interface ExtraSheetProps {
  medicationId: MedicationId
  onClose: () => void
}

/**
 * The sheet of a dose outside the plan: extra, or of a medication taken only when needed; from /history of a past day.
 */
export function ExtraSheet({ medicationId, onClose }: ExtraSheetProps) {
  const medications = useMedications()
  const load = useFirstLoad()
  const { zone } = useSession()
  const [params] = useSearchParams()
  const refusal = useRoleSentence('log')
  // That of the opening: at midnight the form must not become one of a past day.
  const [today] = useState(() => localAt(Date.now(), zone).date)
  if (!medications) return null
  const medication = medications.find(({ id }) => id === medicationId)
  if (!medication) return load === 'loading' ? null : <NotHere notLoaded={load === 'failed'} onClose={onClose} />
  if (refusal !== null)
    return (
      <Sheet title={medication.name} onClose={onClose}>
        <p>{refusal}</p>
      </Sheet>
    )
  const asked = params.get(DAY_PARAM) ?? ''
  const day = isRecordDate(asked) && asked < today ? asked : null
  return <LogExtra medication={medication} day={day} holdsLog={load === 'loaded'} onClose={onClose} />
}
