import type { LocalDate } from '../../lib/local-time.ts'
import type { ExtractedMedication, FieldSource } from '../../records/prescription.ts'
import { formatDirectionValues } from '../directions/format.ts'
import { type DirectionField, type Directions, directionValues } from '../directions/values.ts'

const HOW_OFTEN = [
  'timesPerDay',
  'timesPerDayMax',
  'everyHours',
  'everyHoursMax',
  'everyDays',
  'everyDaysMax',
  'timesPerWeek',
  'timesPerWeekMax',
  'everyMonths',
  'upTo',
  'weekdays',
  'when',
  'times',
  'once',
  'asNeeded',
] as const satisfies readonly DirectionField[]

/** How often, in a few words: `twice daily`, `once daily at night`, `every 4 to 6 hours when needed`. Empty where nothing is said. */
export function frequencyWords(directions: Directions): string {
  const said = directionValues(directions)
  const wanted = Object.fromEntries(
    HOW_OFTEN.flatMap((field) => (said[field] === undefined ? [] : [[field, said[field]]])),
  )
  return formatDirectionValues(wanted)
    .replace(/^Take it(?:, )?/, '')
    .replace(/\.$/, '')
    .replaceAll(',', '')
    .replace(/\ba day\b/, 'daily')
    .replace('every 7 days', 'once a week')
    .replace('every 14 days', 'every 2 weeks')
}

/** The words that say how often, and whether all of them are sure. */
export function frequencySource(directions: Directions): FieldSource | undefined {
  const facts = HOW_OFTEN.flatMap((field) => directions[field] ?? [])
  if (facts.length === 0) return undefined
  const words = [...new Set(facts.toSorted((a, b) => a.at - b.at).map((fact) => fact.words))]
  const isAsked = directions.asks.some(({ field }) => (HOW_OFTEN as readonly string[]).includes(field))
  const isSure = !isAsked && facts.every(({ confidence }) => confidence === 'sure')
  return { words: words.join(' … '), confidence: isSure ? 'sure' : 'guess' }
}

/** On which days. Counted from `today`: a label says how often, not since when. */
export function scheduleOf(directions: Directions, today: LocalDate): ExtractedMedication['schedule'] {
  const { asNeeded, weekdays, everyDays, timesPerWeek } = directionValues(directions)
  if (asNeeded) return { kind: 'as-needed' }
  if (weekdays && weekdays.length > 0) return { kind: 'weekdays', days: weekdays }
  const days = everyDays ?? (timesPerWeek === 1 ? 7 : 1)
  return days > 1 && days <= 365
    ? { kind: 'interval', everyDays: days, anchorDate: today }
    : { kind: 'daily' }
}
