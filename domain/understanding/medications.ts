import type { LocalDate, LocalTime } from '../lib/local-time.ts'
import type { Schedule } from '../schedule/schedule.ts'
import { readCourse } from './course.ts'
import { datesIn } from './dates.ts'
import { directedAsks, directedFrequency } from './directed.ts'
import { readDirections } from './directions/read-directions.ts'
import type { Directions } from './directions/values.ts'
import { dosagesIn, holdingDosage, type SaidDosage } from './dosage.ts'
import { asNeededIn, type Frequency, frequencyWords, readFrequency } from './frequency.ts'
import { readMedicineName } from './medicine-name.ts'
import { type PlainText, plainText } from './plain-text.ts'
import { type Fact, type Read, without } from './read.ts'
import { readReminderTimes } from './reminder-times.ts'

/** What a free text says about a medicine; null where it says nothing. Every value has the words it came from. */
export interface ReadMedication {
  name: Fact<string> | null
  /** `20 mg`, `2 tablets`. */
  dosage: Fact<string> | null
  /** `daily`, `twice`, `3 times`, `every 6 hours`, `night`, `as needed`. */
  frequency: Fact<string> | null
  /** Sorted, each once. None is made up: "twice a day" names no time. */
  reminderTimes: Fact<LocalTime>[]
  startDate: Fact<LocalDate> | null
  /** The last day on which it is taken. */
  endDate: Fact<LocalDate> | null
  isOngoing: Fact<true> | null
  /** The whole text (specification, section 5). */
  instructions: string
  /** On which days, as far as the frequency says it. */
  schedule: Fact<Schedule> | null
  /** What has to be asked, because the words can be misread or leave something open: whole sentences. */
  asks: string[]
}

/**
 * Reads a dictated medicine: the rules of the specification (section 5, medication voice parsing), and the ways people say the same.
 * Only the first 2,000 characters are read; the instructions are the whole text.
 * @param today in the plan zone
 */
export function readMedication(words: string, today: LocalDate): ReadMedication {
  const plain = plainText(words)
  const { text } = plain
  const undated = datesIn(text, today, 'this-year').reduce(without, text)
  const dosage = holdingDosage(text, dosagesIn(text))
  const directions = readDirections(text.slice(0, LONGEST_DIRECTIONS))
  const frequency = frequencyIn(text, directions)
  const reminderTimes = readReminderTimes(undated)
  const { startDate, endDate, isOngoing } = readCourse(text, today)
  const schedule = scheduleOf(text, frequency, reminderTimes, startDate?.value ?? today)
  return {
    name: placed(plain, readMedicineName(text)),
    dosage: placed(plain, dosage),
    frequency: frequency && placedIn(plain, { ...frequency, value: frequencyWords(frequency.value) }),
    reminderTimes: reminderTimes.map((time) => placedIn(plain, time)),
    startDate: placed(plain, startDate),
    endDate: placed(plain, endDate),
    isOngoing: placed(plain, isOngoing),
    instructions: words.trim(),
    schedule: placed(plain, schedule),
    asks: [...asksOf(dosage, frequency, reminderTimes), ...directedAsks(directions)],
  }
}

/** Shorthand stands in a line or two, and its reader looks at every word for typing errors. */
const LONGEST_DIRECTIONS = 800

/** In the words of the specification, else as directions have it. */
function frequencyIn(text: string, directions: Directions): Fact<Frequency> | null {
  const said = readFrequency(text)
  return said ? sure(said, said.value) : directedFrequency(text, directions)
}

const sure = <Value>({ words, at }: Read<unknown>, value: Value): Fact<Value> => ({
  value,
  words,
  at,
  confidence: 'sure',
})

/** What was read in the plain text, with the words as they were said. */
const placedIn = <Value>(plain: PlainText, { value, words, at, confidence }: Fact<Value>): Fact<Value> => ({
  value,
  ...plain.said({ at, length: words.length }),
  confidence,
})

const placed = <Value>(plain: PlainText, read: Fact<Value> | null): Fact<Value> | null =>
  read && placedIn(plain, read)

/** A schedule counts its days from the first one. */
function scheduleOf(
  text: string,
  frequency: Fact<Frequency> | null,
  times: readonly Fact<LocalTime>[],
  anchorDate: LocalDate,
): Fact<Schedule> | null {
  const [needed] = asNeededIn(text)
  if (needed && times.length === 0) return sure(needed, { kind: 'as-needed' })
  const [time] = times
  if (frequency === null) return time ? { ...sure(time, { kind: 'daily' }), confidence: 'guess' } : null
  const schedule = daysOf(frequency.value, anchorDate)
  if (schedule === null) return null
  // How often without a day ("3 times"), and from which day weeks and days count, is seldom said.
  const { value } = frequency
  const isOpen = 'anchorDate' in schedule || (value.kind === 'times' && value.per === 'unsaid')
  return { ...frequency, value: schedule, confidence: isOpen ? 'guess' : frequency.confidence }
}

const MOST_DAYS = 365

/** On which days a frequency falls; null where it leaves that open. */
function daysOf(frequency: Frequency, anchorDate: LocalDate): Schedule | null {
  switch (frequency.kind) {
    case 'parts':
      return { kind: 'daily' }
    case 'weekdays':
      return { kind: 'weekdays', days: [...frequency.days] }
    case 'times':
      return daysOfTimes(frequency, anchorDate)
    case 'every':
      return daysOfEvery(frequency, anchorDate)
    case 'as-needed':
      return null
  }
}

function daysOfTimes(
  { count, per }: Extract<Frequency, { kind: 'times' }>,
  anchorDate: LocalDate,
): Schedule | null {
  if (per === 'day' || (per === 'unsaid' && count > 1)) return { kind: 'daily' }
  return per === 'week' && count === 1 ? { kind: 'interval', everyDays: 7, anchorDate } : null
}

function daysOfEvery(
  { count, most, unit }: Extract<Frequency, { kind: 'every' }>,
  anchorDate: LocalDate,
): Schedule | null {
  if (unit === 'hour') return { kind: 'daily' }
  if (unit === 'month' || count !== most) return null
  const everyDays = unit === 'week' ? 7 * count : count
  if (everyDays === 1) return { kind: 'daily' }
  return everyDays > MOST_DAYS ? null : { kind: 'interval', everyDays, anchorDate }
}

function asksOf(
  dosage: SaidDosage | null,
  frequency: Read<Frequency> | null,
  times: readonly Fact<LocalTime>[],
): string[] {
  const asks = dosage?.ask ? [dosage.ask] : []
  if (frequency?.value.kind === 'times' && frequency.value.per === 'week' && frequency.value.count > 1)
    asks.push('On which days of the week?')
  const open = times.filter(({ confidence }) => confidence === 'guess')
  if (open.length > 0) {
    const said = open.map(({ words }) => words).join(' and ')
    asks.push(`Is “${said}” in the morning or later in the day?`)
  }
  return asks
}
