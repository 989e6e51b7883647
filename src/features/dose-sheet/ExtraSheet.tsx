import type { MedicationId } from '#domain/lib/ids.ts'
import { useFirstLoad } from '#src/session/first-load.ts'
import { useMedications } from '#src/session/reads.ts'
import { LogExtra } from './LogExtra.tsx'
import { NotHere } from './NotHere.tsx'

interface ExtraSheetProps {
  medicationId: MedicationId
  onClose: () => void
}

/** The sheet of a dose outside the plan: extra, or of a medication taken only when needed. */
export function ExtraSheet({ medicationId, onClose }: ExtraSheetProps) {
  const medications = useMedications()
  const load = useFirstLoad()
  if (!medications) return null
  const medication = medications.find(({ id }) => id === medicationId)
  if (!medication) return load === 'loading' ? null : <NotHere notLoaded={load === 'failed'} onClose={onClose} />
  return <LogExtra medication={medication} holdsLog={load === 'loaded'} onClose={onClose} />
}
