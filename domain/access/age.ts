import type { LocalDate } from '../lib/local-time.ts'
import { localAt } from '../lib/zone.ts'

/** Specification, section 9. */
export const MINIMUM_AGE = 13
export const CONSENT_AGE = 18
/** After a refusal, another date of birth can only be tried after this long (readings, Age). */
export const REFUSAL_PAUSE = 24 * 60 * 60_000

/** Returns the age in whole years on `today`. Someone born on Feb 29 has a birthday on Mar 1 in other years. */
export function ageOn(birth: LocalDate, today: LocalDate): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4))
  return today.slice(5) < birth.slice(5) ? years - 1 : years
}

export type AgeGroup = 'child' | 'minor' | 'adult'

/** Returns the age group for a date of birth at `now` (ms), in the user's own time zone. */
export function ageGroup(birth: LocalDate, now: number, zone: string): AgeGroup {
  const age = ageOn(birth, localAt(now, zone).date)
  return age < MINIMUM_AGE ? 'child' : age < CONSENT_AGE ? 'minor' : 'adult'
}
