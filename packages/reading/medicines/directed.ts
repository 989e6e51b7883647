import { type DayPart, type Frequency, wholeDays } from '../directions/frequency.ts'
import type { Ask, DayPart as DirectedPart, Directions } from '../directions/values.ts'
import { isDenied } from '../words/corrections.ts'
import { textBefore } from '../words/near.ts'
import type { Fact } from '../words/read.ts'

/**
 * Returns how often according to the reader of directions: shorthand (`tds`, `nocte`, `q8h`), and mistyped words.
 * Directions are for every day; in dictation "at 9 pm" or "tomorrow morning" may mean once, so no frequency is made of
 * them.
 */
export function directedFrequency(text: string, directions: Directions): Fact<Frequency> | null {
  const fact = frequencyOf(directions)
  if (fact === null || fact.at === directions.times?.at || isDenied(text, fact.at)) return null
  return ONE_DAY.test(textBefore(text, fact.at)) ? null : fact
}

const ONE_DAY = /\b(?:tomorrow|today|this|yesterday|last|(?:mon|tues|wednes|thurs|fri|satur|sun)day) $/i

function frequencyOf(directions: Directions): Fact<Frequency> | null {
  const { timesPerDay, everyHours, everyDays, timesPerWeek, everyMonths, weekdays, asNeeded } = directions
  // "on Saturday" may be one day.
  if (weekdays && weekdays.value.length > 1)
    return { ...weekdays, value: { kind: 'weekdays', days: weekdays.value, weeks: 1 } }
  if (timesPerDay) return timesADay(directions, timesPerDay)
  if (everyHours) return every(everyHours, directions.everyHoursMax, 'hour')
  if (everyDays) return every(everyDays, directions.everyDaysMax, 'day')
  if (everyMonths) return every(everyMonths, null, 'month')
  if (timesPerWeek) {
    const most = directions.timesPerWeekMax?.value ?? timesPerWeek.value
    return { ...timesPerWeek, value: { kind: 'times', count: timesPerWeek.value, most, per: 'week' } }
  }
  return asNeeded && { ...asNeeded, value: { kind: 'as-needed' } }
}

/** The specification's parts of a day do not include noon. */
const PARTS: Record<DirectedPart, DayPart> = {
  morning: 'morning',
  noon: 'afternoon',
  afternoon: 'afternoon',
  evening: 'evening',
  night: 'night',
}

/** Words for parts of the day that are not used in ordinary speech. */
const SHORT_PART = /\b(?:mane|noct[e.]?|q?hs|qam|qpm|qn|om|on)\b/i
const MEAL = /\b(?:breakfast|lunch|dinner|tea|supper|meal)\b/i

function timesADay({ timesPerDayMax, when }: Directions, timesPerDay: Fact<number>): Fact<Frequency> | null {
  const { value: count, words, confidence } = timesPerDay
  const [only] = when?.value ?? []
  if (count > 1 || only === undefined) {
    const most = timesPerDayMax?.value ?? count
    return { ...timesPerDay, value: { kind: 'times', count, most, per: 'day' } }
  }
  const isMeal = MEAL.test(words)
  // "I want to sleep" is not a frequency.
  if (!isMeal && !SHORT_PART.test(words)) return null
  const value: Frequency = { kind: 'parts', parts: [PARTS[only]] }
  // "With tea" may be a drink.
  return { ...timesPerDay, value, confidence: /\btea\b(?! ?time)/i.test(words) ? 'guess' : confidence }
}

const every = (count: Fact<number>, most: Fact<number> | null, unit: 'hour' | 'day' | 'month'): Fact<Frequency> => ({
  ...count,
  value: wholeDays({ kind: 'every', count: count.value, most: most?.value ?? count.value, unit }),
})

const DOSE_FIELDS: readonly Ask['field'][] = ['dose', 'doseMax', 'unit', 'partDoses', 'maxPerDay', 'maxUnit']

/** Returns what has to be asked about shorthand that has been misread with harm, apart from the dose. */
export const directedAsks = ({ asks }: Directions): string[] => [
  ...new Set(
    asks
      .filter(({ reason, field }) => reason === 'shorthand' && !DOSE_FIELDS.includes(field))
      .map(({ words }) => `“${words}” is easily misread. How often is it meant to be taken?`),
  ),
]
