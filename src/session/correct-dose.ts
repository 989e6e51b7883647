import type { SlotView } from '#domain/doses/dose-views.ts'
import { settlingEvents } from '#domain/doses/slot-outcome.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { type DoseAuthor, type DoseDetails, skipSlot, takeSlot, undoEvent } from '#src/data/dose-commands.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { type SaveResult, useCommands } from './commands.ts'
import { useSession } from './session.ts'

/** What a dose should have been logged as. */
export interface Correction {
  kind: 'taken' | 'skipped'
  details: DoseDetails
}

export type CorrectDose = (
  view: SlotView,
  correction: Correction,
) => Promise<SaveResult<{ keys: string[]; events: DoseEvent[] }>>

/**
 * Logs a settled dose otherwise: what stands is taken back and the correction is added, in one write, so that no device
 * ever sees the dose open in between. The events that were made come back; undoing all of them restores what stood.
 */
export function useCorrectDose(): CorrectDose {
  const { device } = useSession()
  const { record } = useCommands()
  return (view, correction) => record(correctionCommands({ device, source: deviceClock }, view, correction))
}

/** What a correction writes: an undo of every event that settles the slot, then the dose as it should be logged. */
export function correctionCommands(author: DoseAuthor, view: SlotView, { kind, details }: Correction) {
  const undos = settlingEvents(view.events).map((event) => undoEvent(author, event))
  const again = kind === 'taken' ? takeSlot(author, view, details) : skipSlot(author, view, details)
  return [...undos, again]
}
