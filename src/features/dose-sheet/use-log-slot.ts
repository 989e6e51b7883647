import { useRef, useState } from 'react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { settlingEvents } from '#domain/doses/slot-outcome.ts'
import { formatTime12 } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { DoseDetails } from '#src/data/dose-commands.ts'
import { readSlotEvents } from '#src/data/reads.ts'
import { readSlotOutcome } from '#src/data/slot-read.ts'
import { type Correction, useCorrectDose } from '#src/session/correct-dose.ts'
import { useDoseActions } from '#src/session/dose-actions.ts'
import { useSession } from '#src/session/session.ts'
import { toast } from '#src/ui/toast-store.ts'

interface LogSlotOptions {
  isChange: boolean
  /** Called once it is saved. */
  onDone: () => void
}

/** Logging one planned dose from its sheet. One press at a time. */
export function useLogSlot(view: SlotView, { isChange, onDone }: LogSlotOptions) {
  const { db } = useSession()
  const actions = useDoseActions()
  const correct = useCorrection(view)
  const { busy, once } = useOnce(onDone)
  /** What came in while the sheet was open is corrected: two lines that contradict each other would be a question (S4.4). */
  const settle = ({ kind, details }: Correction) =>
    once(async () => {
      const events = await readSlotEvents(db, view.slot)
      if (isChange || settlingEvents(events).length > 0) return correct({ kind, details }, events)
      return kind === 'taken' ? actions.take([view], details) : actions.skip([view], details)
    })
  return {
    busy,
    /** The dose as another tab or device has just logged it; null while nobody has. */
    async takenMeanwhile(): Promise<DoseEvent | null> {
      const outcome = await readSlotOutcome(db, view.slot)
      return outcome.kind === 'taken' ? outcome.event : null
    },
    take: (details: DoseDetails) => settle({ kind: 'taken', details }),
    /** The person says it is a second dose although the slot is settled: it stands beside the plan (decision 009). */
    takeAnother: (details: DoseDetails) =>
      once(() => actions.takeExtra({ id: view.slot.medicationId, name: view.name, dosage: view.dosage }, details)),
    skip: (details: DoseDetails) => settle({ kind: 'skipped', details }),
    snooze: (minutes: number) => once(() => actions.snooze([view], minutes)),
  }
}

/** Runs one action at a time; what was saved ends the sheet. */
export function useOnce(onDone: () => void) {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const once = async (act: () => Promise<boolean>): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    const saved = await act()
    running.current = false
    setBusy(false)
    if (saved) onDone()
  }
  return { busy, once }
}

/** A correction with its words: one toast, whose Undo brings back what was logged before. */
function useCorrection(view: SlotView) {
  const { zone } = useSession()
  const actions = useDoseActions()
  const correctDose = useCorrectDose()
  return async (correction: Correction, events: DoseEvent[]): Promise<boolean> => {
    const saved = await correctDose({ ...view, events }, correction)
    if (!saved.ok) {
      toast({ title: 'Error', description: saved.error.error, tone: 'destructive' })
      return false
    }
    const { at } = correction.details
    const clock = formatTime12(localAt(at ? Date.parse(at) : Date.now(), zone).time)
    toast({
      title: correction.kind === 'taken' ? `${view.name} taken at ${clock}` : `${view.name} skipped`,
      action: { label: 'Undo', run: () => void actions.undo(saved.value.events) },
    })
    return true
  }
}
