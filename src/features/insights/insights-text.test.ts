import { expect, it } from 'vitest'
import type { FullDays } from '#domain/insights/full-days.ts'
import { day } from '#domain/testing/samples.ts'
import { fullDaysSentence } from './insights-text.ts'

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
