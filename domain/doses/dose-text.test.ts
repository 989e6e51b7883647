import { describe, expect, test } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import { HOUR, MINUTE } from '../lib/local-time.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import { at, day, instant, SYDNEY, sampleEvent, sampleMedication } from '../testing/samples.ts'
import { agoText, amountText, dayText, labelText, lateText, momentText, spanText, stateText } from './dose-text.ts'
import { doseViews } from './dose-views.ts'

const NOW = at('2026-11-20 18:04')

describe('spans in words', () => {
  test.each([
    [0, 'less than a minute'],
    [59_999, 'less than a minute'],
    [MINUTE, '1 minute'],
    [15 * MINUTE, '15 minutes'],
    [-15 * MINUTE, '15 minutes'],
    [HOUR, '1 hour'],
    [2 * HOUR + 59 * MINUTE, '2 hours'],
    [47 * HOUR, '47 hours'],
    [48 * HOUR, '2 days'],
  ])('%i ms is %s', (ms, words) => {
    expect(spanText(ms)).toBe(words)
  })

  test.each([
    [NOW - 2 * HOUR, '2 hours ago'],
    [NOW - 30_000, 'just now'],
    [NOW + HOUR, 'just now'],
  ])('a moment ago, and one that a fast clock put ahead', (moment, words) => {
    expect(agoText(moment, NOW)).toBe(words)
  })

  test.each([
    [NOW - 9 * MINUTE, '9 min late'],
    [NOW - HOUR, '1 hour late'],
    [NOW - 150 * MINUTE, '2 hours late'],
  ])('how late a dose is', (planned, words) => {
    expect(lateText(planned, NOW)).toBe(words)
  })
})

test.each([
  ['2026-11-20', 'Today'],
  ['2026-11-19', 'Yesterday'],
  ['2026-11-21', 'Tomorrow'],
  ['2026-11-13', 'Friday, Nov 13'],
])('%s is %s on Nov 20', (date, words) => {
  expect(dayText(day(date), day('2026-11-20'))).toBe(words)
})

test('a moment of another day carries its date', () => {
  expect(momentText(at('2026-11-20 08:02'), day('2026-11-20'), SYDNEY)).toBe('8:02 AM')
  expect(momentText(at('2026-11-21 00:10'), day('2026-11-20'), SYDNEY)).toBe('12:10 AM, Nov 21')
})

describe('the words of a badge', () => {
  const words = (now: string, events = [] as ReturnType<typeof sampleEvent>[]) => {
    const { slots } = doseViews({
      medications: [sampleMedication()],
      events,
      from: day('2026-11-20'),
      to: day('2026-11-20'),
      zone: SYDNEY,
      now: at(now),
    })
    const view = slots.find((candidate) => candidate.slot.time === '08:00')
    return view && stateText(view, at(now), SYDNEY)
  }

  test.each([
    ['2026-11-20 07:00', 'Upcoming'],
    ['2026-11-20 08:04', 'Due now'],
    ['2026-11-20 08:25', '25 min late'],
    ['2026-11-20 20:00', 'Missed'],
  ])('at %s nothing is logged: %s', (now, expected) => {
    expect(words(now)).toBe(expected)
  })

  test('taken and skipped carry their moment, a snooze its end', () => {
    expect(words('2026-11-20 09:00', [sampleEvent(1)])).toBe('Taken 8:02 AM')
    expect(words('2026-11-20 09:00', [sampleEvent(1, { kind: 'skipped' })])).toBe('Skipped 8:02 AM')
    const snooze = sampleEvent(1, { kind: 'snoozed', until: instant('2026-11-20 08:12') })
    expect(words('2026-11-20 08:05', [snooze])).toBe('Snoozed to 8:12 AM')
    const untilOpened = sampleEvent(1, { kind: 'snoozed', until: instant('2026-11-20 20:02') })
    expect(words('2026-11-20 08:05', [untilOpened])).toBe('Snoozed until you open the app')
  })
})

test.each([
  ['1000 mg', 'With food', '1000 mg. With food'],
  ['1000 mg', 'with food', '1000 mg, with food'],
  ['', 'With food', 'With food'],
  ['1000 mg', ' ', '1000 mg'],
  ['', '', ''],
])('the label %j and %j reads %j', (dosage, instructions, words) => {
  expect(labelText({ dosage, instructions })).toBe(words)
})

test.each([
  [null, 'tablet', null],
  [1, 'tablet', '1 tablet'],
  [0.5, 'tablet', '0.5 tablet'],
  [2, 'tablet', '2 tablets'],
  [2, 'patch', '2 patches'],
  [3, 'puff', '3 puffs'],
  [5, 'ml', '5 ml'],
  [20, 'mg', '20 mg'],
  [2, null, '2'],
])('the amount %s of %s is %s', (amount, unit, words) => {
  expect(amountText({ amount, unit })).toBe(words)
})

describe('what was taken', () => {
  const { snapshot } = sampleEvent(1)
  const planned = { snapshot: { ...snapshot, amount: '1.5' as Amount, unit: 'tablet' } }
  const half = { takenAmount: '0.5' as Amount, amount: 0.5, unit: 'tablet' }

  test.each<[string, Partial<DoseEvent>, string | null]>([
    ['as planned', planned, null],
    ['as planned, as the sheet says it', { ...planned, amount: 1.5, unit: 'tablet' }, null],
    ['less than planned', { ...planned, ...half }, '½ tablet'],
    ['a third', { takenAmount: '4/3' as Amount, amount: 4 / 3, unit: 'patch' }, '1⅓ patches'],
    ['without a slot', { ...planned, slotId: null }, '1½ tablets'],
  ])('%s', (_what, fields, words) => {
    expect(amountText(sampleEvent(1, fields))).toBe(words)
  })
})
