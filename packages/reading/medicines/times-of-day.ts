import { formatTime12, type LocalTime, localTimeOf, minutesOfDay } from '../calendar.ts'
import type { HowOften } from '../how-often/how-often.ts'
import type { AskAbout, Fact } from '../words/read.ts'
import { lasts } from './parts-of-day.ts'
import type { ReminderTime } from './reminder-times.ts'

const DAY_MINUTES = 24 * 60
/** Nobody is woken for anything more frequent (hours): the times are asked about. */
const LEAST_HOURS = 6

/** Returns how many times a day a text gives; null where it leaves that open. */
function timesADay({ perDay, needed }: HowOften): number | null {
  if (perDay === null || needed !== null) return null
  const { value } = perDay
  if (value.kind === 'times' && value.per === 'day' && value.count === value.most) return value.count
  const isExact = value.kind === 'every' && value.unit === 'hour' && value.count === value.most
  return isExact && 24 % value.count === 0 ? 24 / value.count : null
}

/**
 * Returns the times in the text, and those that follow from them: "every 12 hours" with one time of day gives the other
 * one, which is a guess. "Twice a day" gives none.
 */
export function allTimes(howOften: HowOften, said: ReminderTime[]): ReminderTime[] {
  const { perDay } = howOften
  const [first] = said
  const count = timesADay(howOften)
  if (perDay?.value.kind !== 'every' || count === null || first === undefined || said.length > 1) return said
  const hours = 24 / count
  if (hours < LEAST_HOURS) return said
  const { words, at } = perDay
  const others = Array.from({ length: count - 1 }, (_, index): ReminderTime => {
    const minutes = minutesOfDay(first.value) + (index + 1) * hours * 60
    return { value: localTimeOf(minutes % DAY_MINUTES), words, at, confidence: 'guess', open: null }
  })
  return [first, ...others].sort((a, b) => a.value.localeCompare(b.value))
}

/**
 * A part of the day is not the whole answer if a time is outside it: `in the morning and at midday`. Nor do several
 * parts give the number of times if one of them has two: `7 in the morning, 11 in the morning and 6 in the evening`.
 */
export function withTimes(howOften: HowOften, times: readonly Fact<LocalTime>[]): HowOften {
  const { frequency, asks } = howOften
  if (frequency?.value.kind !== 'parts') return howOften
  const { parts } = frequency.value
  if (parts.length > 1) {
    const isCounted =
      times.length > parts.length && times.every(({ value }) => parts.some((part) => lasts(part, minutesOfDay(value))))
    if (!isCounted) return howOften
    const confidence = times.every((time) => time.confidence === 'sure') ? frequency.confidence : 'guess'
    const value = { kind: 'times', count: times.length, most: times.length, per: 'day' } as const
    return { ...howOften, frequency: { ...frequency, value, confidence } }
  }
  const [part] = frequency.value.parts
  const outside = times.find(({ value }) => part !== undefined && !lasts(part, minutesOfDay(value)))
  if (!outside) return howOften
  const ask: AskAbout = { text: '“…” and “…”: how often is it taken?', about: [frequency, outside] }
  return { ...howOften, frequency: { ...frequency, confidence: 'guess' }, asks: [...asks, ask] }
}

/**
 * Returns what has to be asked about the number of times: those derived from an interval, and those that were not
 * given.
 */
export function countAsks(howOften: HowOften, times: readonly Fact<LocalTime>[]): AskAbout[] {
  const { perDay, needed, frequency } = howOften
  const asks: AskAbout[] = []
  const isFollowing = (time: Fact<LocalTime>): boolean => perDay !== null && time.at === perDay.at
  if (needed?.confidence === 'sure' && times.length > 0)
    asks.push({ text: '“…”: is it taken only then, or at its times too?', about: [needed] })
  if (perDay === null && needed === null && frequency?.value.kind === 'parts' && times.length > 0) {
    const count = frequency.value.parts.length
    if (count > times.length) asks.push(countAsk(frequency, count, times.length))
  }
  if (perDay === null || times.length === 0) return asks
  if (times.some(isFollowing)) {
    const said = times.map(({ value }) => formatTime12(value)).join(', ')
    asks.push({ text: `“…”: is that ${said}?`, about: [perDay] })
  }
  const count = timesADay(howOften)
  if (count !== null && count !== times.length) asks.push(countAsk(perDay, count, times.length))
  return asks
}

function countAsk(often: Fact<unknown>, count: number, said: number): AskAbout {
  const times = count === 1 ? 'time' : 'times'
  return {
    text: `“…” needs ${count} ${times} of day, and ${said} ${said === 1 ? 'was' : 'were'} said. At which times is it taken?`,
    about: [often],
  }
}
