import { expect, test } from 'vitest'
import { day } from '#domain/testing/samples.ts'
import { endedText, lostDosesText, rangeText, saveErrorTitle, shortDay } from './medication-text.ts'

test.each([
  [null, null, 'Ongoing'],
  ['2024-11-12', null, 'Nov 12, 2024, ongoing'],
  ['2026-01-09', '2026-12-20', 'Jan 9, 2026 to Dec 20, 2026'],
  ['2026-01-09', '2026-01-09', 'Jan 9, 2026'],
  [null, '2026-12-20', 'Until Dec 20, 2026'],
])('from %s to %s reads “%s”', (start, end, words) => {
  expect(rangeText({ startDate: start === null ? null : day(start), endDate: end === null ? null : day(end) })).toBe(
    words,
  )
})

test.each([
  ['2026-02-02', '2026-08-30', null, 'Feb 2, 2026 to Aug 30, 2026'],
  ['2026-02-02', null, '2026-08-30', 'Feb 2, 2026, stopped Aug 30, 2026'],
  [null, null, '2026-08-30', 'Stopped Aug 30, 2026'],
])('a medication from %s to %s, stopped %s, reads “%s”', (start, end, stopped, words) => {
  const plan = { startDate: start === null ? null : day(start), endDate: end === null ? null : day(end) }
  expect(endedText(plan, stopped === null ? null : day(stopped))).toBe(words)
})

test.each([
  ['2026-11-21', 'Sat, Nov 21'],
  ['2027-03-05', 'Fri, Mar 5, 2027'],
  ['2199-12-30', 'Mon, Dec 30, 2199'],
])('a dose of %s, seen in 2026, is on “%s”', (date, words) => {
  expect(shortDay(day(date), day('2026-11-20'))).toBe(words)
})

test.each([
  ['You already have Apixaban in your medications', 'Duplicate Medication'],
  ['Duplicate entry', 'Duplicate Medication'],
  ['500: Internal Server Error', 'Error'],
])('a save that fails with “%s” is titled %s', (message, title) => {
  expect(saveErrorTitle(message)).toBe(title)
})

test('what goes with a deletion is counted', () => {
  expect(lostDosesText(0)).toMatch(/^If you only want/)
  expect(lostDosesText(1)).toMatch(/^1 logged dose goes with it\. /)
  expect(lostDosesText(412)).toMatch(/^412 logged doses go with it\. /)
})
