import { useRef, useState } from 'react'
import type { Correction, DoseDetails, ExtraMedication } from '#domain/commands/dose-verbs.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { isMove, settlingEvents, standingEvents } from '#domain/doses/slot-outcome.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { readSlotEvents, readSlotOutcome } from '#src/data/reads.ts'
import { useLogDose } from '#src/session/doses.ts'
import { useSession } from '#src/session/session.ts'
import type { MoveTime } from './move-times.ts'

interface LogSlotOptions {
  isChange: boolean
  /** Called once it is saved. */
  onDone: () => void
}

/** Logs one planned dose from its sheet. One press at a time. */
export function useLogSlot(view: SlotView, { isChange, onDone }: LogSlotOptions) {
  const { db } = useSession()
  const log = useLogDose()
  const { busy, once } = useOnce(onDone)
  const doses = [view]
  /** Corrects whatever was logged while the sheet was open: two contradictory entries would raise a question (S4.4). */
  const settle = (to: Correction) =>
    once(async () => {
      const events = await readSlotEvents(db, view.slot)
      if (isChange || settlingEvents(events).length > 0) return log({ verb: 'correct', dose: { ...view, events }, to })
      const { kind, details } = to
      return log(kind === 'taken' ? { verb: 'take', doses, moment: details } : { verb: 'skip', doses, details })
    })
  return {
    busy,
    /** Returns the dose as another tab or device has just logged it; null if none has. */
    async takenMeanwhile(): Promise<DoseEvent | null> {
      const outcome = await readSlotOutcome(db, view.slot)
      return outcome.kind === 'taken' ? outcome.event : null
    },
    take: (details: DoseDetails) => settle({ kind: 'taken', details }),
    /** The user says it is a second dose although the slot is settled: it is logged outside the plan (decision 009). */
    takeAnother: (details: DoseDetails) =>
      once(() => log({ verb: 'take extra', medication: medicationOf(view), details })),
    skip: (details: DoseDetails) => settle({ kind: 'skipped', details }),
    snooze: (minutes: number) => once(() => log({ verb: 'snooze', doses, minutes })),
    move: ({ time: to, at }: MoveTime) => once(() => log({ verb: 'move', doses, to, until: toInstant(at) })),
    /** Asks for it at its planned time again. */
    undoMove: () => log({ verb: 'undo', events: standingEvents(view.events).filter(isMove) }),
  }
}

/** Returns the medicine of a dose, whose second dose is as large as the first. */
function medicationOf({ name, dosage, slot: { medicationId, plannedAmount } }: SlotView): ExtraMedication {
  const amounts = plannedAmount && { each: plannedAmount.amount, unit: plannedAmount.unit }
  return { id: medicationId, name, dosage, ...(amounts && { amounts }) }
}

/** Runs one action at a time; the sheet closes once it is saved. */
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
