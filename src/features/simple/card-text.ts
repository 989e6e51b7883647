import { dayText, portionText, stateText } from '#domain/doses/dose-text.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { formatTime12, type LocalDate } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'

export interface CardText {
  /** `8:00 AM`, with its day if that is not today. */
  time: string
  /** `Due now`, `Taken 8:02 AM`. */
  state: string
  name: string
  /** How much is planned and what the label says of it, one after the other. */
  amounts: string[]
  directions: string
}

/** Returns what the card of a dose says at the instant `now` (ms), today being `date`. */
export function cardText(
  view: SlotView,
  { now, date, zone }: { now: number; date: LocalDate; zone: string },
): CardText {
  const clock = formatTime12(shownTime(view.slot))
  const { plannedAmount: planned } = view.slot
  const portion = planned ? portionText(planned.amount, planned.unit) : ''
  const dosage = view.dosage.trim()
  return {
    time: view.slot.date === date ? clock : inRow([dayText(view.slot.date, date), clock]),
    state: stateText(view, now, zone),
    name: view.name,
    amounts: [dosage.startsWith(portion) ? '' : portion, dosage].filter(Boolean),
    directions: view.instructions.trim(),
  }
}

/** Returns the card as it is read aloud. */
export const spokenCard = ({ time, state, name, amounts, directions }: CardText, whose: string | null): string[] =>
  [whose ?? '', name, ...amounts, directions, time, state].filter(Boolean)
