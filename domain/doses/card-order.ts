import type { SlotId } from '../lib/ids.ts'
import { msOf } from '../lib/instant.ts'
import type { SlotView } from './dose-views.ts'
import { type DoseState, isSettled } from './slot-state.ts'

type CardView = Pick<SlotView, 'slot' | 'state' | 'outcome' | 'ringStart' | 'name'>

/** Where the card of a dose stands among those of the day; compared part by part. */
export type CardPlace = readonly [group: number, moment: number, name: string, id: SlotId]

/** The card that is shown, and where it stood when it came. */
export interface ShownCard {
  id: SlotId
  place: CardPlace
}

/** Settled doses lie behind, what asks for something comes first, and then the rest of the day. */
const GROUPS: Record<DoseState, number> = { taken: 0, skipped: 0, due: 1, late: 2, missed: 3, snoozed: 4, upcoming: 4 }

/** Returns whether a dose asks for something now. */
export const asksNow = (state: DoseState): boolean => state === 'due' || state === 'late' || state === 'missed'

/** Returns the place that follows from a dose alone. */
export function placeOf({ slot, state, outcome, ringStart, name }: CardView): CardPlace {
  return [GROUPS[state], momentOf(), name, slot.id]

  function momentOf(): number {
    // As they were logged, so that the last one is the next one back.
    if (isSettled(state)) return 'event' in outcome ? msOf(outcome.event.loggedAt) : slot.at
    // The newest first, as on home.
    return asksNow(state) ? -slot.at : ringStart
  }
}

/**
 * Returns the cards of a day in the order in which they are gone through: what was settled, as it was logged; what is
 * due, late, missed; and what comes next. The one that is shown keeps its place while it is: what follows it is the same
 * before and after it is logged.
 */
export function inCardOrder<Card extends { view: CardView }>(cards: readonly Card[], shown: ShownCard | null): Card[] {
  const placed = cards.map((card) => ({
    card,
    place: card.view.slot.id === shown?.id ? shown.place : placeOf(card.view),
  }))
  return placed.sort((a, b) => compare(a.place, b.place)).map(({ card }) => card)
}

/** Returns the card to begin with: the first dose that is not settled. Null if all are. */
export const firstCard = <Card extends { view: CardView }>(order: readonly Card[]): Card | null =>
  order.find(({ view }) => !isSettled(view.state)) ?? null

function compare(a: CardPlace, b: CardPlace): number {
  const index = a.findIndex((part, at) => part !== b[at])
  const [one, other] = [a[index], b[index]]
  return one === undefined || other === undefined ? 0 : one < other ? -1 : 1
}
