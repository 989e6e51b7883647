import type { LocalTime } from '../calendar.ts'
import type { Frequency, FrequencyField } from './frequency.ts'
import type { Found } from './line.ts'
import type { Amount } from './numbers.ts'
import type { DayPart, DirectionField, DoseUnit, Food, Route } from './values.ts'

export type DoseKind = 'count' | 'mass' | 'strength' | 'bare'

export interface DoseFinding {
  found: Found
  amount: Amount
  unit: DoseUnit | null
  /** A count or volume; a mass; the strength of a form, which is a dose only if there is no other; a bare number. */
  kind: DoseKind
  isGuess?: boolean
}

export interface FrequencyFinding {
  found: Found
  often: Frequency
  field: FrequencyField
  value: number
  max?: number
  isUpTo?: boolean
  /** `daily` alone: gives the day, not how often, when parts of the day follow. */
  isPlainDay?: boolean
  isGuess?: boolean
}

export interface MomentFinding {
  found: Found
  part: DayPart | null
  clock: LocalTime | null
  /** Given by its meal: the part of the day is a guess. */
  isMeal: boolean
  /** Preceded by `or`: one of several choices. */
  isOr: boolean
  /** Preceded by `and`: an additional one. */
  isAnd: boolean
}

export interface LimitFinding {
  found: Found
  value: number
  unit: DoseUnit | null
  isGuess: boolean
}

/** A range of the text. */
export interface Span {
  words: string
  at: number
}

/** What the rules found, each kind in the order of the text once sorted. */
export class Findings {
  doses: DoseFinding[] = []
  /** Units of a form whose number is elsewhere: `500 mg tablets`. */
  forms: { found: Found; unit: DoseUnit }[] = []
  patterns: { found: Found; doses: readonly number[] }[] = []
  frequencies: FrequencyFinding[] = []
  /** Frequencies that no field holds: `twice a month`. */
  otherFrequencies: { found: Found; often: Frequency }[] = []
  weekdays: { found: Found; days: number[] }[] = []
  moments: MomentFinding[] = []
  foods: { found: Found; food: Food; isGuess: boolean }[] = []
  /** `with meals`: as often as there are meals, if nothing else says how often. */
  everyMeal: Found[] = []
  routes: { found: Found; route: Route; isGuess: boolean }[] = []
  durations: { found: Found; days: number; max?: number; isGuess: boolean }[] = []
  limits: LimitFinding[] = []
  needed: Found[] = []
  /** `if` something helps too little. */
  conditions: Found[] = []
  directed: Found[] = []
  single: Found[] = []
  divided: Found[] = []
  /** `then`: what follows is another phase. */
  changes: Found[] = []
  /** Wording with several meanings: `biweekly`. It gives no value. */
  ambiguous: { found: Found; field: DirectionField }[] = []
  /** Counts that no rule took. */
  unread: Found[] = []
  /** What looks like a count and means nothing. */
  damaged: Span[] = []
  /** Days it is not taken on; null where the text does not name weekdays. */
  exceptions: (Span & { days: readonly number[] | null })[] = []
  /** Wording of doses or days that change on the way. */
  turns: Span[] = []
  /** Measurements that determine the dose. */
  scales: Span[] = []
  /** Events that determine when it is taken. */
  events: Span[] = []
}
