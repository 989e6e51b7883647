import type { LocalTime } from '../calendar.ts'
import routes from '../vocabulary/routes.json' with { type: 'json' }
import units from '../vocabulary/units.json' with { type: 'json' }
import type { Fact } from '../words/read.ts'

/** What doses are counted or measured in. */
export const DOSE_UNITS: readonly string[] = units.map(({ unit }) => unit)
/** One of `DOSE_UNITS`. */
export type DoseUnit = string

/** Parts of the day, in their order. `night` is also bedtime. */
export const DAY_PARTS = ['morning', 'noon', 'afternoon', 'evening', 'night'] as const
export type DayPart = (typeof DAY_PARTS)[number]

export const ROUTES: readonly string[] = routes.map(({ route }) => route)
/** One of `ROUTES`. */
export type Route = string

export const FOODS = ['with', 'before', 'after', 'empty'] as const
/** `empty`: on an empty stomach. */
export type Food = (typeof FOODS)[number]

/** A dose that belongs to one part of the day, where doses of a day differ: `1 in the morning and 2 at night`. */
export interface PartDose {
  when: DayPart
  dose: number
}

/** What directions can say. Of timesPerDay, everyHours, everyDays, timesPerWeek and everyMonths at most one is given. */
export interface DirectionValues {
  /** Of one time. Absent where doses of a day differ. */
  dose: number
  doseMax: number
  unit: DoseUnit
  partDoses: PartDose[]
  timesPerDay: number
  timesPerDayMax: number
  everyHours: number
  everyHoursMax: number
  /** 2 is every second day, 7 every week. */
  everyDays: number
  everyDaysMax: number
  timesPerWeek: number
  timesPerWeekMax: number
  everyMonths: number
  /** The frequency is the most that is allowed: `up to 4 times a day`. */
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
  /** In units of `maxUnit`, or of the dose where there is none. */
  maxPerDay: number
  maxUnit: DoseUnit
  /** The text leaves something to what was said elsewhere: `as directed`. */
  asDirected: true
}

export type DirectionField = keyof DirectionValues

/**
 * Why a person is asked: shorthand that has been misread often enough to harm (such as `U`, `OD`, `.5`), wording that says two things,
 * or doses that change from day to day.
 */
export type AskReason = 'shorthand' | 'ambiguous' | 'changing'

/** Something in the text that a person has to confirm. The fields it concerns are guesses at best. */
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

/** The values alone, without what the text does not say. */
export function directionValues(directions: Directions): Partial<DirectionValues> {
  return Object.fromEntries(
    DIRECTION_FIELDS.flatMap((field) => {
      const fact = directions[field]
      return fact === null ? [] : [[field, fact.value]]
    }),
  )
}
