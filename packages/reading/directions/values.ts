import type { LocalTime } from '../calendar.ts'
import routes from '../vocabulary/routes.json' with { type: 'json' }
import units from '../vocabulary/units.json' with { type: 'json' }
import type { Fact } from '../words/read.ts'

/** What doses are counted or measured in. */
export const DOSE_UNITS: readonly string[] = units.list.map(({ unit }) => unit)
/** One of `DOSE_UNITS`. */
export type DoseUnit = string

/** Parts of the day, in order. `night` is also bedtime. */
export const DAY_PARTS = ['morning', 'noon', 'afternoon', 'evening', 'night'] as const
export type DayPart = (typeof DAY_PARTS)[number]

export const ROUTES: readonly string[] = routes.list.map(({ route }) => route)
/** One of `ROUTES`. */
export type Route = string

export const FOODS = ['with', 'before', 'after', 'empty'] as const
/** `empty`: on an empty stomach. */
export type Food = (typeof FOODS)[number]

/** A dose for one part of the day, when the doses of a day differ: `1 in the morning and 2 at night`. */
export interface PartDose {
  when: DayPart
  dose: number
}

/**
 * What directions can say. At most one of timesPerDay, everyHours, everyDays, timesPerWeek and everyMonths is given.
 */
export interface DirectionValues {
  /** At one time. Absent when the doses of a day differ. */
  dose: number
  doseMax: number
  unit: DoseUnit
  partDoses: PartDose[]
  timesPerDay: number
  timesPerDayMax: number
  everyHours: number
  everyHoursMax: number
  /** 2 means every second day, 7 every week. */
  everyDays: number
  everyDaysMax: number
  timesPerWeek: number
  timesPerWeekMax: number
  everyMonths: number
  /** The frequency is the maximum: `up to 4 times a day`. */
  upTo: true
  /** ISO weekdays, ascending. */
  weekdays: number[]
  when: DayPart[]
  times: LocalTime[]
  /** A single dose, not to be repeated. */
  once: true
  asNeeded: true
  withFood: Food
  route: Route
  durationDays: number
  durationDaysMax: number
  /** In units of `maxUnit`, or those of the dose if there is none. */
  maxPerDay: number
  maxUnit: DoseUnit
  /** The text refers to what was said elsewhere: `as directed`. */
  asDirected: true
}

export type DirectionField = keyof DirectionValues

/**
 * Why the user is asked: shorthand that has been misread often enough to harm (such as `U`, `OD`, `.5`), wording with
 * two meanings, or doses that change from day to day.
 */
export type AskReason = 'shorthand' | 'ambiguous' | 'changing'

/** Something in the text that the user has to confirm. The fields it concerns are guesses at best. */
export interface Ask {
  reason: AskReason
  field: DirectionField
  words: string
  at: number
}

/** Every field with the words it was read from; null where the text does not say. */
export type Directions = { [Field in DirectionField]: Fact<DirectionValues[Field]> | null } & { asks: Ask[] }

/** The fields that say how many doses a day, on which days, and at which times. */
export const HOW_OFTEN = [
  'timesPerDay',
  'timesPerDayMax',
  'everyHours',
  'everyHoursMax',
  'everyDays',
  'everyDaysMax',
  'timesPerWeek',
  'timesPerWeekMax',
  'everyMonths',
  'weekdays',
  'when',
  'times',
  'once',
] as const satisfies readonly DirectionField[]

export const DIRECTION_FIELDS = [
  'dose',
  'doseMax',
  'unit',
  'partDoses',
  ...HOW_OFTEN,
  'upTo',
  'asNeeded',
  'withFood',
  'route',
  'durationDays',
  'durationDaysMax',
  'maxPerDay',
  'maxUnit',
  'asDirected',
] as const satisfies readonly DirectionField[]

/** Returns the values alone, without fields that the text does not give. */
export function directionValues(directions: Directions): Partial<DirectionValues> {
  return Object.fromEntries(
    DIRECTION_FIELDS.flatMap((field) => {
      const fact = directions[field]
      return fact === null ? [] : [[field, fact.value]]
    }),
  )
}
