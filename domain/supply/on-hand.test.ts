import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import type { SupplyEventId } from '../lib/ids.ts'
import { supplyEventSchema } from '../records/new-supply-event.ts'
import type { SupplyEvent } from '../records/supply-event.ts'
import { instant, METFORMIN, sampleId } from '../testing/samples.ts'
import { onHandOf } from './on-hand.ts'

const id = (number: number) => sampleId<SupplyEventId>(number)
const on = (dayOfMonth: number) => instant(`2026-11-${String(dayOfMonth).padStart(2, '0')} 12:00`)
const event = (number: number, fields: Partial<SupplyEvent>): SupplyEvent => ({
  id: id(number),
  medicationId: METFORMIN,
  kind: 'added',
  amount: '10' as Amount,
  at: on(1),
  expiresOn: null,
  undoes: null,
  note: null,
  ...fields,
})
const count = (number: number, dayOfMonth: number, amount: string) =>
  event(number, { kind: 'counted', amount: amount as Amount, at: on(dayOfMonth) })
const undo = (number: number, undone: number) =>
  event(number, { kind: 'undone', amount: null, undoes: id(undone), at: on(20) })
const taken = (dayOfMonth: number, amount = '1') => ({ at: on(dayOfMonth), amount: amount as Amount })

describe('what is on hand', () => {
  it.each<[string, SupplyEvent[], ReturnType<typeof taken>[], string | null, string]>([
    ['nothing that anyone counted is unknown', [], [taken(2)], null, '0'],
    ['a pack less the doses after it', [event(1, {})], [taken(2), taken(3)], '8', '0'],
    ['doses before the first pack were not taken from it', [event(1, { at: on(5) })], [taken(2)], '10', '0'],
    ['a later pack is added', [event(1, {}), event(2, { at: on(3) })], [taken(2)], '19', '0'],
    [
      'what was discarded is gone',
      [event(1, {}), event(2, { kind: 'discarded', amount: '4' as Amount, at: on(3) })],
      [],
      '6',
      '0',
    ],
    ['a count starts anew', [event(1, {}), count(2, 4, '3')], [taken(2), taken(5)], '2', '0'],
    ['a dose at the instant of a count was counted', [count(1, 4, '3')], [taken(4)], '3', '0'],
    ['of two counts at one instant the greater id holds', [count(2, 4, '5'), count(1, 4, '3')], [], '5', '0'],
    ['a count that was undone never was', [event(1, {}), count(2, 4, '3'), undo(3, 2)], [taken(2)], '9', '0'],
    ['a pack that was undone was never there', [event(1, {}), undo(3, 1)], [], null, '0'],
    ['more was logged than was there', [count(1, 1, '1')], [taken(2), taken(3), taken(4)], '0', '2'],
    ['three thirds are one', [count(1, 1, '1')], [taken(2, '1/3'), taken(3, '1/3'), taken(4, '1/3')], '0', '0'],
    ['parts are exact', [count(1, 1, '1')], [taken(2, '1/3'), taken(3, '0.25')], '5/12', '0'],
  ])('%s', (_rule, events, doses, amount, excess) => {
    expect(onHandOf(events, doses)).toEqual(amount === null ? null : { amount, excess })
  })

  it('is the same in whatever order events arrive, and however often', () => {
    const kinds = fc.constantFrom<SupplyEvent['kind'][]>('added', 'counted', 'discarded', 'undone')
    const amounts = fc.constantFrom(...(['1', '0.5', '1/3', '28'] as Amount[]))
    const events = fc
      .array(fc.tuple(kinds, amounts, fc.integer({ min: 1, max: 9 }), fc.nat(11)), { maxLength: 12 })
      .map((all) =>
        all.map(([kind, amount, dayOfMonth, other], number) =>
          kind === 'undone' ? undo(number, other) : event(number, { kind, amount, at: on(dayOfMonth) }),
        ),
      )
    const merged = events.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }), fc.subarray(all)),
    )
    fc.assert(
      fc.property(merged, ([one, other, again]) => {
        const doses = [taken(3), taken(6, '1/3')]
        expect(onHandOf([...other, ...again], doses)).toEqual(onHandOf(one, doses))
      }),
    )
  })
})

describe('a supply event', () => {
  it.each<[string, Partial<SupplyEvent>, string]>([
    ['an undo without what it undoes', { kind: 'undone', amount: null }, 'undoes'],
    ['an undo of itself', { kind: 'undone', amount: null, undoes: id(1) }, 'undoes'],
    ['a pack that undoes', { undoes: id(2) }, 'undoes'],
    ['a pack without an amount', { amount: null }, 'amount'],
    ['a pack of nothing', { amount: '0' as Amount }, 'amount'],
    ['an amount that is not exact', { amount: '0.3333' as Amount }, 'amount'],
    ['an expiry of a count', { kind: 'counted', expiresOn: '2027-01-01' as SupplyEvent['expiresOn'] }, 'expiresOn'],
  ])('is refused: %s', (_what, fields, field) => {
    const { error } = supplyEventSchema.safeParse(event(1, fields))
    expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
  })

  it('is accepted where nothing is left, and brings amounts to lowest terms', () => {
    expect(supplyEventSchema.parse(event(1, { kind: 'counted', amount: '0' as Amount })).amount).toBe('0')
    expect(supplyEventSchema.parse(event(1, { amount: '3/2' as Amount })).amount).toBe('1.5')
  })
})
