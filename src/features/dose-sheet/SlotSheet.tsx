import { useState } from 'react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { isSettled } from '#domain/doses/slot-state.ts'
import type { SlotId } from '#domain/lib/ids.ts'
import type { Medication } from '#domain/records/medication.ts'
import { useFirstLoad } from '#src/session/first-load.ts'
import { useMay } from '#src/session/may.ts'
import { useMedications } from '#src/session/reads.ts'
import { LogSlot } from './LogSlot.tsx'
import { NotHere } from './NotHere.tsx'
import { type ConflictsComponent, SettledSlot } from './SettledSlot.tsx'
import { useSlot } from './use-slot.ts'

interface SlotSheetProps {
  slotId: SlotId
  Conflicts: ConflictsComponent
  onClose: () => void
}

/** The sheet of a planned dose. */
export function SlotSheet({ slotId, Conflicts, onClose }: SlotSheetProps) {
  const view = useSlot(slotId)
  const medications = useMedications()
  const load = useFirstLoad()
  if (view === undefined || !medications) return null
  // A notification may open the app on a device that is still loading its first data.
  if (view === null) return load === 'loading' ? null : <NotHere notLoaded={load === 'failed'} onClose={onClose} />
  const medication = medications.find(({ id }) => id === view.slot.medicationId)
  return <KnownSlot view={view} medication={medication} Conflicts={Conflicts} onClose={onClose} />
}

interface KnownSlotProps {
  view: SlotView
  medication: Medication | undefined
  Conflicts: ConflictsComponent
  onClose: () => void
}

type Mode = 'log' | 'settled' | 'change'

/** Keeps what was opened: a form must not turn into something else under the user's hands when another device logs. */
function KnownSlot({ view, medication, Conflicts, onClose }: KnownSlotProps) {
  const [mode, setMode] = useState<Mode>(() => (isSettled(view.state) ? 'settled' : 'log'))
  const mayLog = useMay('log')
  if (!mayLog || (mode === 'settled' && isSettled(view.state))) {
    return <SettledSlot view={view} Conflicts={Conflicts} onChange={() => setMode('change')} onClose={onClose} />
  }
  return <LogSlot view={view} frequency={medication?.frequency ?? ''} isChange={mode === 'change'} onClose={onClose} />
}
