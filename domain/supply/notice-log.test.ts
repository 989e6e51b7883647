import { describe, expect, it } from 'vitest'
import type { SupplyEvent } from '../records/supply-event.ts'
import { day, instant, SYDNEY } from '../testing/samples.ts'
import { basisOf, isToBePushed, type PushedNotice } from './notice-log.ts'
import { noticeSentence } from './notice-text.ts'
import type { SupplyNotice } from './notices.ts'
import type { SupplyState } from './supply-state.ts'

const notice = (fields: Partial<SupplyNotice> = {}): SupplyNotice => ({
  about: 'supply',
  on: day('2026-11-27'),
  days: 7,
  step: 7,
  ...fields,
})
const stateAfter = (kind: SupplyEvent['kind'], wall: string, id = 'now'): SupplyState =>
  ({ latest: { id, kind, at: instant(wall) } }) as unknown as SupplyState
const asked = (one: SupplyNotice, state: SupplyState | null, pushed: PushedNotice[]) =>
  isToBePushed(one, { state, settings: null, zone: SYDNEY }, pushed)
const WEEK: PushedNotice = { about: 'supply', step: 7, basis: 'before' }

describe('a notice is pushed', () => {
  it.each<[string, boolean, SupplyNotice, SupplyState | null, PushedNotice[]]>([
    ['the first time', true, notice(), stateAfter('counted', '2026-11-20 07:00'), []],
    ['not again', false, notice(), stateAfter('counted', '2026-11-10 07:00', 'before'), [WEEK]],
    ['at its next step', true, notice({ step: 2, days: 2 }), stateAfter('added', '2026-11-01 07:00', 'before'), [WEEK]],
    ['with the next pack', true, notice(), stateAfter('added', '2026-11-01 07:00'), [WEEK]],
    ['not with a count that corrects', false, notice(), stateAfter('counted', '2026-11-20 07:00'), [WEEK]],
    ['with a count from before the step', true, notice(), stateAfter('counted', '2026-11-19 07:00'), [WEEK]],
    ['not after its day', false, notice({ about: 'script', days: -1, step: 0 }), null, []],
    [
      'of a script with another date',
      true,
      notice({ about: 'script', step: 30 }),
      null,
      [{ about: 'script', step: 30, basis: '2026-10-01' }],
    ],
  ])('%s', (_when, expected, one, state, pushed) => {
    expect(asked(one, state, pushed)).toBe(expected)
    const noted = { about: one.about, step: one.step, basis: basisOf(one, state) }
    expect(asked(one, state, [...pushed, noted])).toBe(false)
  })
})

describe('the sentence of a push', () => {
  const of = (name: string, days: number, about: SupplyNotice['about'] = 'supply') => ({
    name,
    notice: notice({ about, days }),
    isEstimate: false,
  })
  it.each([
    [[of('A', 7)], 'A runs out in 7 days.'],
    [[of('A', 7), of('B', 0, 'script')], 'The script for B expires today and A runs out in 7 days.'],
    [
      [of('A', 1), of('B', 2, 'pack'), of('C', 3)],
      'A runs out in 1 day, the pack of B expires in 2 days and C runs out in 3 days.',
    ],
    [
      [of('A', 1), of('B', 2), of('C', 3), of('D', 4)],
      'A runs out in 1 day, B runs out in 2 days and 2 more need a look.',
    ],
  ])('%#: is one, the most urgent first', (notices, sentence) => {
    expect(noticeSentence(notices)).toBe(sentence)
    expect(noticeSentence(notices.toReversed())).toBe(sentence)
  })
})
