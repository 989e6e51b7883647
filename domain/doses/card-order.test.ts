import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SlotId } from '../lib/ids.ts'
import { MINUTE } from '../lib/local-time.ts'
import { at, day, type instant, METFORMIN, SYDNEY, sampleEvent } from '../testing/samples.ts'
import { asksNow, firstCard, inCardOrder, placeOf } from './card-order.ts'
import { type DoseState, isSettled } from './slot-state.ts'

const NOON = at('2026-03-10 12:00', SYDNEY)

type View = Parameters<typeof placeOf>[0]
interface Card {
  view: View
}

/** A dose planned so many minutes from noon; settled ones were logged `logged` minutes after noon. */
function card(name: string, state: DoseState, minutes: number, logged = minutes): Card {
  const planned = NOON + minutes * MINUTE
  const event = { ...sampleEvent(1), loggedAt: instantOf(NOON + logged * MINUTE) }
  return {
    view: {
      name,
      state,
      slot: {
        id: name as SlotId,
        medicationId: METFORMIN,
        date: day('2026-03-10'),
        time: '12:00' as never,
        at: planned,
      },
      ringStart: state === 'snoozed' ? NOON + logged * MINUTE : planned,
      outcome: isSettled(state) ? { kind: 'skipped', event } : { kind: 'open' },
    },
  }
}

const instantOf = (ms: number) => new Date(ms).toISOString() as ReturnType<typeof instant>

const names = (cards: readonly Card[]) => cards.map(({ view }) => view.name)

describe('the order of the cards of a day (additions, 4)', () => {
  it.each<[string, Card[], string[]]>([
    [
      'what is due, late, missed, then what comes next',
      [card('next', 'upcoming', 60), card('missed', 'missed', -300), card('late', 'late', -30), card('due', 'due', -2)],
      ['due', 'late', 'missed', 'next'],
    ],
    [
      'the newest first of what asks for something, the soonest first of what comes',
      [
        card('late, long ago', 'late', -90),
        card('late', 'late', -20),
        card('tonight', 'upcoming', 480),
        card('soon', 'upcoming', 30),
      ],
      ['late', 'late, long ago', 'soon', 'tonight'],
    ],
    [
      'a snoozed one where it comes back, among what comes',
      [card('tonight', 'upcoming', 480), card('snoozed', 'snoozed', -10, 20), card('soon', 'upcoming', 5)],
      ['soon', 'snoozed', 'tonight'],
    ],
    [
      'settled ones before all others, as they were logged',
      [card('due', 'due', 0), card('second', 'taken', -120, -10), card('first', 'skipped', -60, -50)],
      ['first', 'second', 'due'],
    ],
    ['by name, of one moment', [card('b', 'due', 0), card('c', 'due', 0), card('a', 'due', 0)], ['a', 'b', 'c']],
  ])('is %s', (_what, cards, order) => {
    expect(names(inCardOrder(cards, null))).toEqual(order)
  })

  it.each<[string, Card[], string | null]>([
    ['what is due', [card('late', 'late', -30), card('due', 'due', 0), card('taken', 'taken', -60)], 'due'],
    ['what is late, if nothing is due', [card('later', 'upcoming', 60), card('late', 'late', -30)], 'late'],
    ['what comes next, if nothing asks', [card('taken', 'taken', -60), card('later', 'upcoming', 60)], 'later'],
    ['nothing, when all is settled', [card('taken', 'taken', -60), card('skipped', 'skipped', -50)], null],
    ['nothing, when nothing is planned', [], null],
  ])('begins with %s', (_what, cards, name) => {
    expect(firstCard(inCardOrder(cards, null))?.view.name ?? null).toBe(name)
  })

  const states = fc.constantFrom<DoseState>('taken', 'skipped', 'due', 'late', 'missed', 'snoozed', 'upcoming')
  const days = fc
    .array(fc.tuple(states, fc.integer({ min: -700, max: 700 }), fc.integer({ min: -700, max: 0 })), { maxLength: 12 })
    .map((doses) => doses.map(([state, minutes, logged], index) => card(`dose ${index}`, state, minutes, logged)))

  it('has every card once, however they come, and asks before it waits', () => {
    fc.assert(
      fc.property(days, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (cards, dice) => {
        const order = inCardOrder(cards, null)
        expect(names(order).sort()).toEqual(names(cards).sort())
        const shuffled = cards
          .map((one) => [dice.next().value as number, one] as const)
          .sort(([a], [b]) => a - b)
          .map(([, one]) => one)
        expect(names(inCardOrder(shuffled, null))).toEqual(names(order))
        const open = order.filter(({ view }) => !isSettled(view.state))
        expect(order.slice(order.length - open.length)).toEqual(open)
        const asking = open.filter(({ view }) => asksNow(view.state))
        expect(open.slice(0, asking.length)).toEqual(asking)
      }),
    )
  })

  it('keeps the card that is shown where it is, whatever becomes of its dose', () => {
    fc.assert(
      fc.property(
        days.filter((cards) => cards.length > 0),
        fc.nat(),
        states,
        (cards, pick, after) => {
          const order = inCardOrder(cards, null)
          const index = pick % order.length
          const before = order[index] as Card
          const shown = { id: before.view.slot.id, place: placeOf(before.view) }
          const changed = cards.map((one) => (one === before ? card(before.view.name, after, 3, 5) : one))
          expect(names(inCardOrder(changed, shown))).toEqual(names(order))
        },
      ),
    )
  })
})
