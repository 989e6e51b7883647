import { addDays, formatDate, formatLongWeekday, isoWeekday, type LocalDate, type LocalTime } from '../calendar.ts'
import type { Frequency } from '../directions/frequency.ts'
import type { HowOften } from '../how-often/how-often.ts'
import { type Schedule, scheduleOf } from '../schedule.ts'
import type { AskAbout, Fact, Read } from '../words/read.ts'
import type { Course } from './course.ts'

interface Scheduled extends Pick<Course, 'startDate' | 'endDate'> {
  schedule: Fact<Schedule> | null
  asks: AskAbout[]
}

/** Asked where the words say neither days nor times. */
export const NOTHING_SAID = 'Is it taken every day? Nothing was said about how often.'

/**
 * Returns the schedule that follows from the text, with its dates; null where the words leave the days open, which is
 * asked about. A schedule counts its days from the first one: `every second Friday` begins on a Friday, whatever day
 * the course begins on.
 */
export function scheduled(
  { frequency, days, needed, single }: HowOften,
  times: readonly Fact<LocalTime>[],
  { startDate, endDate, isOngoing }: Course,
  today: LocalDate,
): Scheduled {
  const course = { startDate, endDate }
  if (needed && times.length === 0)
    return { ...course, schedule: { ...needed, value: { kind: 'as-needed' } }, asks: [] }
  const [time] = times
  if (single) {
    const ask: AskAbout = { text: '“…”: is it taken only once?', about: [single] }
    if (startDate === null || endDate || isOngoing) return { ...course, schedule: null, asks: [ask] }
    const last: Fact<LocalDate> = { ...single, value: startDate.value, confidence: 'guess' }
    return { startDate, endDate: last, schedule: { ...last, value: { kind: 'daily' } }, asks: [ask] }
  }
  if (days === null) {
    const schedule: Fact<Schedule> | null = time ? { ...time, value: { kind: 'daily' }, confidence: 'guess' } : null
    const asks = time || frequency ? [] : [{ text: NOTHING_SAID, about: [] }]
    return { ...course, schedule, asks }
  }
  const first = startDate?.value ?? today
  const { value } = days
  const anchorDate = value.kind === 'weekdays' ? nextOf(value.days, first) : first
  const schedule = scheduleOf(value, anchorDate)
  if (schedule === null) return { ...course, schedule, asks: value.kind === 'open' ? [] : [openAsk(days)] }
  // A frequency often gives no days ("3 times"), and seldom the day from which weeks and days are counted.
  const isOpen = 'anchorDate' in schedule || (value.kind === 'times' && value.per === 'unsaid') || needed !== null
  const fact: Fact<Schedule> = { ...days, value: schedule, confidence: isOpen ? 'guess' : days.confidence }
  if (schedule.kind !== 'interval' || value.kind !== 'weekdays') return { ...course, schedule: fact, asks: [] }
  const { words, at } = days
  const begins =
    startDate?.value === anchorDate ? startDate : { value: anchorDate, words, at, confidence: 'guess' as const }
  const day = `${formatLongWeekday(anchorDate)}, ${formatDate(anchorDate)}`
  const ask: AskAbout = { text: `“…”: is ${day} the first?`, about: [days] }
  return { startDate: begins, endDate, schedule: fact, asks: [ask] }
}

/** Returns the first of the weekdays from a date on. */
function nextOf(days: readonly number[], from: LocalDate): LocalDate {
  for (let away = 0; away < 7; away += 1) {
    const date = addDays(from, away)
    if (days.includes(isoWeekday(date))) return date
  }
  return from
}

function openAsk(days: Read<Frequency>): AskAbout {
  const { value } = days
  if (value.kind === 'times' && value.per === 'week') return { text: 'On which days of the week?', about: [] }
  if (value.kind === 'times' && value.per === 'unsaid')
    return { text: '“…”: once a day, or only this one time?', about: [days] }
  return {
    text: '“…” is no fixed number of days. Every how many days, or on which days, is it taken?',
    about: [days],
  }
}
