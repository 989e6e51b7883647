import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#domain/lib/local-time.ts'
import { day } from '#domain/testing/samples.ts'
import {
  agoWords,
  daysWords,
  endedWords,
  lostDosesWords,
  rangeWords,
  saveErrorTitle,
} from './medication-words.ts'

test.each([
  [null, null, 'Ongoing'],
  ['2024-11-12', null, 'Nov 12, 2024, ongoing'],
  ['2026-01-09', '2026-12-20', 'Jan 9, 2026 to Dec 20, 2026'],
  ['2026-01-09', '2026-01-09', 'Jan 9, 2026'],
  [null, '2026-12-20', 'Until Dec 20, 2026'],
])('from %s to %s reads “%s”', (start, end, words) => {
  expect(
    rangeWords({ startDate: start === null ? null : day(start), endDate: end === null ? null : day(end) }),
  ).toBe(words)
})

test.each([
  ['2026-02-02', '2026-08-30', null, 'Feb 2, 2026 to Aug 30, 2026'],
  ['2026-02-02', null, '2026-08-30', 'Feb 2, 2026, stopped Aug 30, 2026'],
  [null, null, '2026-08-30', 'Stopped Aug 30, 2026'],
])('a medication from %s to %s, stopped %s, reads “%s”', (start, end, stopped, words) => {
  const plan = { startDate: start === null ? null : day(start), endDate: end === null ? null : day(end) }
  expect(endedWords(plan, stopped === null ? null : day(stopped))).toBe(words)
})

describe('the days of a schedule', () => {
  test('are not said where they are every day', () => {
    expect(daysWords({ kind: 'daily' })).toBeNull()
    expect(daysWords({ kind: 'as-needed' })).toBeNull()
  })
  test('are said in full otherwise', () => {
    expect(daysWords({ kind: 'weekdays', days: [1, 3, 7] })).toBe('Mon, Wed, Sun')
    expect(daysWords({ kind: 'interval', everyDays: 2, anchorDate: day('2026-11-20') })).toBe('Every 2 days')
    expect(daysWords({ kind: 'cycle', daysOn: 21, daysOff: 1, anchorDate: day('2026-11-20') })).toBe(
      '21 days on, 1 day off',
    )
  })
})

test.each([
  [30_000, 'just now'],
  [-HOUR, 'just now'],
  [MINUTE, '1 minute ago'],
  [59 * MINUTE, '59 minutes ago'],
  [HOUR, '1 hour ago'],
  [DAY - 1, '23 hours ago'],
  [3 * DAY, '3 days ago'],
])('%d ms is %s', (passed, words) => {
  expect(agoWords(1_000_000_000_000, 1_000_000_000_000 + passed)).toBe(words)
})

test.each([
  ['You already have Apixaban in your medications', 'Duplicate Medication'],
  ['Duplicate entry', 'Duplicate Medication'],
  ['500: Internal Server Error', 'Error'],
])('a save that fails with “%s” is titled %s', (message, title) => {
  expect(saveErrorTitle(message)).toBe(title)
})

test('what goes with a deletion is counted', () => {
  expect(lostDosesWords(0)).toMatch(/^If you only want/)
  expect(lostDosesWords(1)).toMatch(/^1 logged dose goes with it\. /)
  expect(lostDosesWords(412)).toMatch(/^412 logged doses go with it\. /)
})
