import type { MedicationId, SlotId } from '#domain/lib/ids.ts'
import { ExtraSheet } from './ExtraSheet.tsx'
import type { ConflictsComponent } from './SettledSlot.tsx'
import { SlotSheet } from './SlotSheet.tsx'

interface DoseSheetProps {
  /** A planned dose of any day. */
  slotId?: SlotId | undefined
  /** Or a medication, for a dose outside the plan. */
  medicationId?: MedicationId | undefined
  /** Asks about a dose that several devices logged. */
  Conflicts: ConflictsComponent
  onClose: () => void
}

/**
 * The sheet for logging a dose at another time, and for seeing and changing what was logged (docs/look.md, Dose sheet).
 */
export default function DoseSheet({ slotId, medicationId, Conflicts, onClose }: DoseSheetProps) {
  if (slotId !== undefined) return <SlotSheet slotId={slotId} Conflicts={Conflicts} onClose={onClose} />
  if (medicationId !== undefined) return <ExtraSheet medicationId={medicationId} onClose={onClose} />
  return null
}
