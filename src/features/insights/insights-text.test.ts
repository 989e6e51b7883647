import { expect, it } from 'vitest'
import type { FullDays } from '#domain/insights/full-days.ts'
import type { DayRecord } from '#domain/insights/spans.ts'
import { addDays } from '#domain/lib/local-time.ts'
import { day } from '#domain/testing/samples.ts'
import { fullDaysSentence, mapName, yearSentence } from './insights-text.ts'

const stretch = (from: string, to: string, days: number): FullDays => ({ from: day(from), to: day(to), days })

const LATELY = stretch('2026-11-11', '2026-11-19', 9)
const SPRING = stretch('2026-03-02', '2026-04-11', 41)

it.each<[string, FullDays | null, FullDays | null, string]>([
  ['nothing', null, null, ''],
  [
    'two days, which are nothing to speak of',
    stretch('2026-11-18', '2026-11-19', 2),
    stretch('2026-11-18', '2026-11-19', 2),
    '',
  ],
  ['days on end', LATELY, LATELY, 'All doses were taken on the 9 days from Nov 11 to Nov 19.'],
  [
    'a longer time before',
    LATELY,
    SPRING,
    'All doses were taken on the 9 days from Nov 11 to Nov 19. The longest such time in this year was 41 days, Mar 2 to Apr 11.',
  ],
  ['only a time before', null, SPRING, 'The longest time with every dose was 41 days, Mar 2 to Apr 11.'],
  [
    'days between which there was no dose',
    stretch('2026-11-02', '2026-11-19', 14),
    stretch('2026-11-02', '2026-11-19', 14),
    'All doses were taken on the 14 days with doses from Nov 2 to Nov 19.',
  ],
  [
    'a longer time of Mondays',
    LATELY,
    stretch('2026-01-05', '2026-03-09', 10),
    'All doses were taken on the 9 days from Nov 11 to Nov 19. The longest such time in this year was 10 days with doses, Jan 5 to Mar 9.',
  ],
  [
    'a time over the turn of the year',
    stretch('2025-11-17', '2026-11-19', 368),
    stretch('2025-11-17', '2026-11-19', 368),
    'All doses were taken on the 368 days from Nov 17, 2025 to Nov 19, 2026.',
  ],
])('full days are told by their dates: %s', (_case, current, longest, sentence) => {
  expect(fullDaysSentence({ current, longest })).toBe(sentence)
})

it('a course that ended in August is not told as the last days of November', () => {
  const course = stretch('2026-08-03', '2026-08-12', 10)
  expect(fullDaysSentence({ current: course, longest: course })).toBe(
    'All doses were taken on the 10 days from Aug 3 to Aug 12.',
  )
})

/** The records of as many days, of which each has one dose; that many were taken. */
const daysWith = (doses: number, taken: number, without = 0): DayRecord[] =>
  Array.from({ length: doses + without }, (_, index) => ({
    date: addDays(day('2026-11-01'), index),
    counted: index < doses ? 1 : 0,
    taken: index < taken ? 1 : 0,
    skipped: 0,
    missed: 0,
    percent: null,
    open: 0,
  }))

const halves = daysWith(12, 12).map((record) => ({ ...record, counted: 2 }))

it.each<[string, DayRecord[], string]>([
  ['some of its days', daysWith(12, 9, 3), 'On 9 of the 12 days with doses, every dose was taken.'],
  ['all of them', daysWith(12, 12, 3), 'On all 12 days with doses, every dose was taken.'],
  ['the only one', daysWith(1, 1), 'On the one day with doses, every dose was taken.'],
  ['none of them', daysWith(12, 0), 'No dose is logged as taken so far.'],
  ['a part of each', halves, 'Some doses were taken; no day has all of them so far.'],
  ['no day with doses', daysWith(0, 0, 7), ''],
])('a year in one sentence: %s', (_case, days, sentence) => {
  expect(yearSentence(days)).toBe(sentence)
})

it('a part of the year without doses says so to nobody as “0 of 0 days”', () => {
  expect(mapName(daysWith(0, 0, 7))).toBe(
    'A square for each day from Nov 1, 2026 to Nov 7, 2026; fuller green means more of that day’s doses were taken.',
  )
})
