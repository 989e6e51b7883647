import { useMemo } from 'react'
import type { SlotView } from '#domain/doses/dose-views.ts'
import type { SlotOutcome } from '#domain/doses/slot-outcome.ts'
import { fail, ok } from '#domain/lib/result.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { type DoseAuthor, type DoseDetails, skipSlot, takeSlot, undoEvent } from '#src/data/dose-commands.ts'
import { write } from '#src/data/write.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { isQuotaError, type SaveResult, storageFull } from './commands.ts'
import { type Session, useSession } from './session.ts'

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
  const session = useSession()
  return useMemo(() => correctorOf(session), [session])
}

function correctorOf(session: Session): CorrectDose {
  const author = { device: session.device, source: deviceClock }
  return async (view, correction) => {
    const commands = correctionCommands(author, view, correction)
    try {
      const saved = await write({ db: session.db, source: deviceClock, zone: session.zone }, commands)
      if (!saved.ok) return saved
      session.sync.request()
      return ok({ keys: saved.value, events: commands.map((command) => command.args) })
    } catch (error) {
      if (isQuotaError(error)) return fail(storageFull)
      throw error
    }
  }
}

/** What a correction writes: an undo of every event that settles the slot, then the dose as it should be logged. */
export function correctionCommands(author: DoseAuthor, view: SlotView, { kind, details }: Correction) {
  const undos = settlingEvents(view.outcome).map((event) => undoEvent(author, event))
  const again = kind === 'taken' ? takeSlot(author, view, details) : skipSlot(author, view, details)
  return [...undos, again]
}

/** The events that settle a slot: what Undo takes back. Both of a dose that was logged twice. */
export function settlingEvents(outcome: SlotOutcome): DoseEvent[] {
  if (outcome.kind === 'taken') return outcome.events
  return outcome.kind === 'skipped' ? [outcome.event] : []
}
