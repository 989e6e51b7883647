import { besidePlan, logAgain } from '#domain/commands/dose-repeats.ts'
import { type DoseAuthor, undoEvent } from '#domain/commands/dose-verbs.ts'
import type { SlotConflict } from '#domain/doses/slot-conflict.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'

/**
 * What a user answers about a slot that several devices logged (decision 009).
 * - `one`: it was one dose; the earliest entry stands
 * - `all`: each entry was a dose; the earliest settles the slot, the others become doses outside the plan
 * - `taken`, `skipped`: which of the two is right
 */
export type ConflictAnswer = 'one' | 'all' | 'taken' | 'skipped'

export const answersTo = ({ kind }: Pick<SlotConflict, 'kind'>): readonly ConflictAnswer[] =>
  kind === 'twice' ? ['one', 'all'] : ['taken', 'skipped']

/**
 * Returns the events that an answer writes. If several devices give it without knowing of each other, it takes effect
 * once, and opposite answers never leave the dose open: only an entry that settles the slot anew undoes the earliest
 * "taken".
 */
export function answerCommands(author: DoseAuthor, conflict: SlotConflict, answer: ConflictAnswer) {
  const { taken, skipped } = conflict
  const undo = (events: readonly DoseEvent[]) => events.map((event) => undoEvent(author, event))
  const [, ...later] = taken
  switch (answer) {
    case 'one':
      return undo(later)
    case 'all':
      return [...undo(later), ...later.map(besidePlan)]
    case 'taken':
      return undo(skipped)
    case 'skipped':
      return [...undo([...taken, ...skipped]), ...skipped.slice(0, 1).map((event) => logAgain(author, event))]
  }
}
