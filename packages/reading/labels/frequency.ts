import type { LocalDate } from '../calendar.ts'
import { formatDirectionValues } from '../directions/format.ts'
import type { Frequency } from '../directions/frequency.ts'
import {
  type AskReason,
  type DirectionField,
  type Directions,
  type DirectionValues,
  directionValues,
  HOW_OFTEN,
} from '../directions/values.ts'
import { scheduleOf as onDays } from '../schedule.ts'
import type { Read } from '../words/read.ts'
import type { FieldSource, MedicationOnLabel } from './medication-on-label.ts'

/** The fields that the words of a frequency cover. */
const FREQUENCY = [...HOW_OFTEN, 'upTo', 'asNeeded'] as const satisfies readonly DirectionField[]

/**
 * Returns how often, in a few words: `twice daily`, `once daily at night`, `every 4 to 6 hours when needed`. Empty
 * where nothing is said.
 */
export function frequencyWords(directions: Directions): string {
  const said = directionValues(directions)
  const wanted = Object.fromEntries(
    FREQUENCY.flatMap((field) => (said[field] === undefined ? [] : [[field, said[field]]])),
  )
  return formatDirectionValues(wanted)
    .replace(/^Take it(?:, )?/, '')
    .replace(/\.$/, '')
    .replaceAll(',', '')
    .replace(/\ba day\b/, 'daily')
    .replace('every 7 days', 'once a week')
    .replace(/every (\d+) days/, (days, count: string) =>
      Number(count) % 7 === 0 ? `every ${Number(count) / 7} weeks` : days,
    )
}

/** Returns the words of the label behind a reading of its directions, which may have been repaired. */
export type PrintedWords = (read: Pick<Read<unknown>, 'at' | 'words'>) => string

/** Returns the words that say how often, and whether all of them are sure. */
export function frequencySource(directions: Directions, printedWords: PrintedWords): FieldSource | undefined {
  const facts = FREQUENCY.flatMap((field) => directions[field] ?? [])
  if (facts.length === 0) return undefined
  const words = [...new Set(facts.toSorted((a, b) => a.at - b.at).map(printedWords))]
  const isAsked = directions.asks.some(({ field }) => (FREQUENCY as readonly string[]).includes(field))
  const isSure = !isAsked && facts.every(({ confidence }) => confidence === 'sure')
  return { words: words.join(' … '), confidence: isSure ? 'sure' : 'guess' }
}

/** Fields that give the days: if in doubt, they name no days a schedule could hold. */
const DAYS = new Set<DirectionField>([
  'everyDays',
  'everyDaysMax',
  'timesPerWeek',
  'timesPerWeekMax',
  'everyMonths',
  'weekdays',
  'once',
])

/**
 * Returns on which days, if a schedule can express exactly what the directions say; null where they name no days, leave
 * them open (`twice a week`, `every 3 to 4 days`), change over time, or where there is no such schedule
 * (`every month`). Weeks and days are counted from `today`: a label says how often, not since when.
 */
export function scheduleOf(directions: Directions, today: LocalDate): MedicationOnLabel['schedule'] {
  const said = directionValues(directions)
  if (said.asNeeded) return { kind: 'as-needed' }
  const isOpen = directions.asks.some(
    ({ reason, field }) => reason !== 'shorthand' && (DAYS.has(field) || isHowOftenChanging(reason, field)),
  )
  const often = isOpen ? null : oftenOf(said)
  return often && onDays(often, today)
}

const isHowOftenChanging = (reason: AskReason, field: DirectionField): boolean =>
  reason === 'changing' && field === 'timesPerDay'

/** Returns what a schedule can be made of; null where days are left open or given twice. */
function oftenOf(said: Partial<DirectionValues>): Frequency | null {
  const { once, timesPerWeek, timesPerDay, everyMonths, everyDays, everyDaysMax, everyHours, weekdays = [] } = said
  if (once || timesPerWeek !== undefined || everyMonths !== undefined) return null
  const onWeekdays: Frequency | null = weekdays.length > 0 ? { kind: 'weekdays', days: weekdays, weeks: 1 } : null
  if (everyDays !== undefined) {
    // `once a week on Tuesday` names its day; with several days, or every second Tuesday, the words say two things or
    // too little.
    if (onWeekdays) return everyDays === 7 && weekdays.length === 1 && everyDaysMax === undefined ? onWeekdays : null
    return { kind: 'every', count: everyDays, most: everyDaysMax ?? everyDays, unit: 'day' }
  }
  if (onWeekdays) return onWeekdays
  if (everyHours !== undefined)
    return { kind: 'every', count: everyHours, most: said.everyHoursMax ?? everyHours, unit: 'hour' }
  return timesPerDay === undefined ? null : { kind: 'times', count: timesPerDay, most: timesPerDay, per: 'day' }
}
