import { describe, expect, it } from 'vitest'
import type { Amount } from '#domain/lib/amount.ts'
import type { TripLine } from '#domain/supply/trip.ts'
import { day, sampleMedication } from '#domain/testing/samples.ts'
import { datesText, listText, packText, shortText, sourceText } from './trip-text.ts'
import { readTripDates } from './trip-values.ts'

const line = (fields: Partial<TripLine> = {}): TripLine => ({
  medication: sampleMedication(),
  unit: 'tablet',
  amount: '28' as Amount,
  doses: 28,
  isEstimate: false,
  short: null,
  isCounted: true,
  ...fields,
})
const AFTER_ANOTHER = {
  ...sampleMedication(),
  schedule: { kind: 'after-dose' as const, medicationId: sampleMedication().id, minutes: 30 },
}
const SHORT = { amount: '1.5' as Amount, from: day('2026-12-24') }
const DATES = { first: day('2026-12-20'), last: day('2027-01-02') }

describe('the words about a trip', () => {
  it.each<[TripLine, string, string | null]>([
    [line(), '28 tablets', null],
    [line({ isCounted: false }), '28 tablets', 'Not counted yet, so nobody knows whether it lasts'],
    [line({ amount: null, unit: null, doses: 1 }), '1 dose', 'The amount of a dose was not entered'],
    [line({ amount: null, unit: null, doses: 14 }), '14 doses', 'The amount of a dose was not entered'],
    [
      line({ amount: '6' as Amount, doses: 0, isEstimate: true }),
      'about 6 tablets',
      'Only when needed: an estimate from the last 28 days',
    ],
    [
      line({ amount: null, doses: 0 }),
      'what you may need',
      'Only when needed: there are too few doses for an estimate',
    ],
    [line({ amount: null, unit: null, doses: 0 }), 'what you may need', 'The amount of a dose was not entered'],
    [
      line({ medication: AFTER_ANOTHER, amount: '6' as Amount, doses: 0, isEstimate: true }),
      'about 6 tablets',
      'Taken after another medicine: an estimate from the last 28 days',
    ],
  ])('%#: how much to pack', (one, pack, source) => {
    expect([packText(one), sourceText(one)]).toEqual([pack, source])
  })

  it('names what is missing, and from when on', () => {
    expect(shortText(line())).toBeNull()
    expect(shortText(line({ short: SHORT }))).toBe('1½ tablets missing: it runs out Thu, Dec 24.')
    expect(shortText(line({ short: SHORT, isEstimate: true }))).toBe(
      '1½ tablets missing: it runs out about Thu, Dec 24.',
    )
  })

  it('can be copied', () => {
    expect(datesText({ first: DATES.first, last: DATES.first })).toBe('Dec 20, 2026')
    expect(listText([line(), line({ short: SHORT })], DATES)).toBe(
      [
        'To pack, Dec 20, 2026 to Jan 2, 2027',
        '- Metformin XR (1000 mg): 28 tablets',
        '- Metformin XR (1000 mg): 28 tablets. 1½ tablets missing: it runs out Thu, Dec 24.',
      ].join('\n'),
    )
  })
})

describe('the days of a trip', () => {
  const TODAY = day('2026-11-20')
  const RANGE = 'Choose a day from today to Nov 21, 2027'
  it.each([
    ['2026-11-20', '2027-11-21', { ok: true, value: { first: '2026-11-20', last: '2027-11-21' } }],
    ['', '', { ok: false, error: {} }],
    ['2026-12-01', '', { ok: false, error: {} }],
    ['2026-11-19', '', { ok: false, error: { first: RANGE } }],
    ['2026-12-02', '2026-12-01', { ok: false, error: { last: 'The last day cannot be before the first' } }],
    ['2026-12-02', '2027-11-22', { ok: false, error: { last: RANGE } }],
  ])('%s to %s', (first, last, expected) => {
    expect(readTripDates({ first, last }, TODAY)).toEqual(expected)
  })
})
