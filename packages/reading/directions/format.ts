import { WEEKDAYS } from '../calendar.ts'
import routes from '../vocabulary/routes.json' with { type: 'json' }
import units from '../vocabulary/units.json' with { type: 'json' }
import {
  type DayPart,
  type Directions,
  type DirectionValues,
  type DoseUnit,
  directionValues,
  type Food,
} from './values.ts'

type Said = Partial<DirectionValues>

/**
 * Returns directions as one plain sentence for users to check: `Take 1 to 2 tablets by mouth, 3 times a day, after
 * food, for 10 days.` Reading the sentence gives the same values again. Empty when there is nothing to say.
 */
export const formatDirections = (directions: Directions): string => formatDirectionValues(directionValues(directions))

/** Does the same for values without their words, such as those a user has edited. */
export function formatDirectionValues(said: Said): string {
  if (Object.keys(said).length === 0) return ''
  const way = WAYS.get(said.route ?? '') ?? { verb: 'Take', where: '' }
  const what = [way.verb, doses(said) || 'it', way.where].filter((part) => part !== '').join(' ')
  const rest = [
    frequency(said),
    said.partDoses ? '' : list((said.when ?? []).map((part) => MOMENTS[part])),
    said.times ? `at ${list(said.times)}` : '',
    said.weekdays ? `on ${list(said.weekdays.map((day) => WEEKDAYS[day - 1] ?? ''))}` : '',
    said.once ? 'once only' : '',
    said.withFood ? FOOD[said.withFood] : '',
    said.asNeeded ? 'when needed' : '',
    said.durationDays === undefined ? '' : `for ${counted(said.durationDays, said.durationDaysMax, 'day')}`,
    said.asDirected ? 'as directed' : '',
    limit(said),
  ]
  return `${[what, ...rest.filter((part) => part !== '')].join(', ')}.`
}

const WAYS = new Map(routes.list.map(({ route, verb, where }) => [route, { verb, where }]))

const MOMENTS: Record<DayPart, string> = {
  morning: 'in the morning',
  noon: 'at noon',
  afternoon: 'in the afternoon',
  evening: 'in the evening',
  night: 'at night',
}

const FOOD: Record<Food, string> = {
  with: 'with food',
  before: 'before food',
  after: 'after food',
  empty: 'on an empty stomach',
}

function doses({ dose, doseMax, unit, partDoses }: Said): string {
  if (partDoses) return list(partDoses.map((part) => `${amount(part.dose, undefined, unit)} ${MOMENTS[part.when]}`))
  return dose === undefined ? '' : amount(dose, doseMax, unit)
}

const amount = (value: number, max: number | undefined, unit: DoseUnit | undefined): string =>
  unit === undefined ? range(value, max) : counted(value, max, unit)

function frequency(said: Said): string {
  const upTo = said.upTo ? 'up to ' : ''
  if (said.timesPerDay !== undefined) return `${upTo}${times(said.timesPerDay, said.timesPerDayMax)} a day`
  if (said.timesPerWeek !== undefined) return `${upTo}${times(said.timesPerWeek, said.timesPerWeekMax)} a week`
  if (said.everyHours !== undefined) return every(said.everyHours, said.everyHoursMax, 'hour')
  if (said.everyDays !== undefined) return every(said.everyDays, said.everyDaysMax, 'day')
  if (said.everyMonths !== undefined) return every(said.everyMonths, undefined, 'month')
  return ''
}

function times(value: number, max: number | undefined): string {
  if (max === undefined && value === 1) return 'once'
  return max === undefined && value === 2 ? 'twice' : `${range(value, max)} times`
}

const every = (value: number, max: number | undefined, unit: string): string =>
  value === 1 && max === undefined ? `every ${unit}` : `every ${counted(value, max, unit)}`

function limit({ maxPerDay, maxUnit }: Said): string {
  if (maxPerDay === undefined) return ''
  return `no more than ${maxUnit ? counted(maxPerDay, undefined, maxUnit) : number(maxPerDay)} in 24 hours`
}

const UNITS = new Map<string, { unit: string; plural?: string }>(units.list.map((unit) => [unit.unit, unit]))

function counted(value: number, max: number | undefined, unit: string): string {
  const plural = UNITS.has(unit) ? UNITS.get(unit)?.plural : `${unit}s`
  const isOne = (max ?? value) <= 1
  if (plural === undefined) return `${[value, ...(max === undefined ? [] : [max])].join(' to ')} ${unit}`
  return `${range(value, max)} ${isOne ? unit : plural}`
}

const range = (value: number, max: number | undefined): string =>
  max === undefined ? number(value) : `${number(value)} to ${number(max)}`

const PARTS = new Map([
  [1 / 2, '½'],
  [1 / 4, '¼'],
  [3 / 4, '¾'],
  [1 / 3, '⅓'],
  [2 / 3, '⅔'],
])

/** `½`, `1½`, `2.5`: writes a fraction as people cut tablets. */
function number(value: number): string {
  const whole = Math.floor(value)
  const part = PARTS.get(value - whole)
  if (part === undefined || whole > 9) return String(value)
  return whole === 0 ? part : `${whole}${part}`
}

const list = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
