import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import type { DoseEventId } from '../lib/ids.ts'
import { msOf, toInstant } from '../lib/instant.ts'
import { DAY, HOUR, MINUTE } from '../lib/local-time.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { DoseLimits } from '../records/dose-limits.ts'
import { apartText } from '../schedule/limits-text.ts'
import { at, day, instant, SYDNEY, sampleEvent, sampleId } from '../testing/samples.ts'
import { hoursText, limitLines, warningText } from './limit-text.ts'
import { type CountedDose, countedDoses, limitState, limitWarning, ONE } from './limits.ts'

const NOW = at('2026-11-20 14:10')
const limits = (minHours: number | null, maxIn24h: string | null): DoseLimits => ({
  minHours,
  maxIn24h: maxIn24h as Amount | null,
})
const dose = (wall: string, amount = '1'): CountedDose => ({ at: at(`2026-11-${wall}`), amount: amount as Amount })
const now = (amount = '1'): CountedDose => ({ at: NOW, amount: amount as Amount })

describe('the doses that count', () => {
  const took = (number: number, wall: string, more: Partial<DoseEvent> = {}) =>
    sampleEvent(number, { slotId: null, at: instant(`2026-11-20 ${wall}`), ...more })
  const { snapshot } = sampleEvent(1)
  const events = [
    took(3, '12:00', {
      takenAmount: '1/3' as Amount,
      snapshot: { ...snapshot, amount: '2' as Amount, unit: 'tablet' },
    }),
    took(1, '08:00', { snapshot: { ...snapshot, amount: '2' as Amount, unit: 'tablet' } }),
    took(2, '10:00'),
    took(4, '13:00', { kind: 'skipped' }),
    took(5, '13:30'),
    took(6, '13:31', { kind: 'undone', undoes: sampleId<DoseEventId>(5) }),
  ]

  test('are those taken and not undone, in order, with their exact amounts', () => {
    const counted = countedDoses([...events, ...events], { unit: 'tablet', each: '1.5' as Amount })
    expect(counted).toEqual([dose('20 08:00', '2'), dose('20 10:00', '1.5'), dose('20 12:00', '1/3')])
  })

  test('count as one each where the plan has no amounts', () => {
    expect(countedDoses(events, undefined).map(({ amount }) => amount)).toEqual(['1', '1', '1'])
  })
})

describe('what the label says now', () => {
  const tablets = [dose('19 20:00', '2'), dose('20 08:00', '2'), dose('20 12:00', '2')]

  test.each<[string, DoseLimits, CountedDose[], string, { nextFrom: string | null; counted: string }]>([
    ['never taken', limits(4, '8'), [], '2', { nextFrom: null, counted: '0' }],
    ['hours apart', limits(4, null), tablets, '2', { nextFrom: '2026-11-20 16:00', counted: '6' }],
    ['hours apart that have passed', limits(1.5, null), tablets, '2', { nextFrom: '2026-11-20 13:30', counted: '6' }],
    ['room for another one', limits(null, '8'), tablets, '2', { nextFrom: null, counted: '6' }],
    [
      'no room until the oldest is a day old',
      limits(null, '7'),
      tablets,
      '2',
      { nextFrom: '2026-11-20 20:00', counted: '6' },
    ],
    ['no room until the second is', limits(null, '5'), tablets, '2', { nextFrom: '2026-11-21 08:00', counted: '6' }],
    ['the later of both', limits(4, '7'), tablets, '2', { nextFrom: '2026-11-20 20:00', counted: '6' }],
    ['a dose that is more than the label allows', limits(null, '1'), tablets, '2', { nextFrom: null, counted: '6' }],
    ['a dose of a day ago', limits(null, '4'), [dose('19 14:10')], '1', { nextFrom: null, counted: '0' }],
    [
      'thirds that add up',
      limits(null, '1'),
      [dose('20 08:00', '1/3'), dose('20 09:00', '1/3'), dose('20 10:00', '1/3')],
      '1/3',
      { nextFrom: '2026-11-21 08:00', counted: '1' },
    ],
  ])('%s', (_what, label, doses, next, { nextFrom, counted }) => {
    expect(limitState(label, doses, next as Amount, NOW)).toEqual({
      lastAt: doses.at(-1)?.at ?? null,
      nextFrom: nextFrom === null ? null : at(nextFrom),
      counted,
    })
  })

  test('never names a time at which the label would say something against the dose', () => {
    const doses = fc.array(
      fc.record({ ago: fc.integer({ min: 0, max: 60 * 60 }), amount: fc.constantFrom('0.5', '1', '1/3', '2') }),
      { maxLength: 12 },
    )
    const hours = fc.option(fc.constantFrom(0.25, 4, 6.5, 30), { nil: null })
    const max = fc.option(fc.constantFrom('1', '2', '3.5', '8'), { nil: null })
    fc.assert(
      fc.property(doses, hours, max, fc.constantFrom('0.5', '1'), (taken, minHours, maxIn24h, next) => {
        const label = limits(minHours, maxIn24h)
        const counted = taken
          .map(({ ago, amount }) => ({ at: NOW - ago * MINUTE, amount: amount as Amount }))
          .sort((one, other) => one.at - other.at)
        const { nextFrom } = limitState(label, counted, next as Amount, NOW)
        const against = (moment: number) => {
          const warning = limitWarning(label, counted, { at: moment, amount: next as Amount })
          return warning !== null && (warning.near !== null || warning.count?.kind === 'over')
        }
        expect(against(Math.max(NOW, nextFrom ?? NOW))).toBe(false)
        if (nextFrom !== null && nextFrom > NOW) expect(against(nextFrom - 1)).toBe(true)
      }),
    )
  })
})

describe('a dose that the label says something against', () => {
  const words = (label: DoseLimits, doses: CountedDose[], logged = now(), unit: string | null = null) => {
    const warning = limitWarning(label, doses, logged)
    return warning && warningText({ limits: label, warning, dose: logged, unit, now: NOW })
  }

  test.each<[string, DoseLimits, CountedDose[], string | null]>([
    ['soon', limits(4, null), [dose('20 12:00')], 'Last taken 2 h 10 min ago. The label says at least 4 hours apart.'],
    ['in time', limits(2, null), [dose('20 12:00')], null],
    ['at the very minute', limits(2, null), [dose('20 12:10')], null],
    [
      'the one before the last',
      limits(null, '4'),
      [dose('20 08:00'), dose('20 10:00')],
      'This makes 3 doses in 24 hours. The label says at most 4 doses: after this one, one more.',
    ],
    ['the last', limits(null, '3'), [dose('20 08:00'), dose('20 10:00')], null],
    [
      'one too many',
      limits(null, '2'),
      [dose('20 08:00'), dose('20 10:00')],
      'This makes 3 doses in 24 hours. The label says at most 2 doses.',
    ],
    [
      'the first of two',
      limits(null, '2'),
      [],
      'This makes 1 dose in 24 hours. The label says at most 2 doses: after this one, one more.',
    ],
    ['the only one', limits(null, '1'), [], null],
    [
      'with doses of more than a day ago',
      limits(null, '2'),
      [dose('19 08:00'), dose('19 14:10'), dose('20 09:00')],
      null,
    ],
  ])('%s', (_what, label, doses, expected) => {
    expect(words(label, doses)).toBe(expected)
  })

  test('is counted in the unit of the plan, by exact amounts', () => {
    const doses = [dose('20 08:00', '2'), dose('20 09:00', '2')]
    expect(words(limits(4, '5'), doses, now('1.5'), 'tablet')).toBe(
      'This makes 5½ tablets in 24 hours. The label says at most 5 tablets.',
    )
  })

  test('and logged late is as near to the dose after it', () => {
    const late: CountedDose = { at: NOW - 3 * HOUR, amount: ONE }
    const doses = [dose('20 12:10')]
    expect(words(limits(4, null), doses, late)).toBe('Taken 1 h after that. The label says at least 4 hours apart.')
    expect(limitWarning(limits(null, '2'), [dose('20 12:10'), dose('21 11:00')], late)?.count).toEqual({
      kind: 'over',
      total: '3',
    })
  })

  test('is counted the same in whatever order the log is read', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 47 }), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(
        times.chain((hours) => fc.tuple(fc.constant(hours), fc.shuffledSubarray(hours, { minLength: hours.length }))),
        ([one, other]) => {
          const logged = (hours: number[]) =>
            countedDoses(
              hours.map((ago) => sampleEvent(ago + 1, { slotId: null, at: toInstant(NOW - ago * HOUR) })),
              undefined,
            )
          expect(limitWarning(limits(2, '3'), logged(other), now())).toEqual(
            limitWarning(limits(2, '3'), logged(one), now()),
          )
        },
      ),
    )
  })

  test('counts no dose that is a day or more away', () => {
    fc.assert(
      fc.property(fc.integer({ min: DAY, max: 9 * DAY }), fc.boolean(), (distance, isBefore) => {
        const far = { at: isBefore ? NOW - distance : NOW + distance, amount: '100' as Amount }
        expect(limitWarning(limits(24, '3'), [far], now())).toBeNull()
      }),
    )
  })
})

describe('limits in words', () => {
  test.each([
    [30_000, 'less than a minute'],
    [10 * MINUTE, '10 min'],
    [2 * HOUR, '2 h'],
    [26 * HOUR + 59 * MINUTE, '26 h 59 min'],
  ])('%d ms are %s', (ms, words) => {
    expect(hoursText(ms)).toBe(words)
  })

  test.each([
    [0.25, '15 minutes'],
    [1, '1 hour'],
    [1.5, '1.5 hours'],
    [24, '24 hours'],
  ])('%d hours of a label are %s', (hours, words) => {
    expect(apartText(hours)).toBe(words)
  })

  test('the card says from when, and how many of how many', () => {
    const label = limits(4, '8')
    const doses = [dose('20 12:00', '1.5')]
    const state = limitState(label, doses, '2' as Amount, NOW)
    const said = { limits: label, state, today: day('2026-11-20'), zone: SYDNEY }
    expect(limitLines({ ...said, unit: 'tablet' })).toEqual([
      'Next one from 4:00 PM by the label',
      '1½ of 8 tablets in 24 hours',
    ])
    expect(
      limitLines({ ...said, unit: null, state: { ...state, nextFrom: msOf(instant('2026-11-21 01:00')) } })[0],
    ).toBe('Next one from 1:00 AM, Nov 21 by the label')
  })
})
