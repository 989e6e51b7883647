import type { DoseLimits } from '../records/dose-limits.ts'

/** Returns whether anything is limited. */
export const isLimited = (limits: DoseLimits | null | undefined): limits is DoseLimits =>
  limits != null && (limits.minHours !== null || limits.maxIn24h !== null)

/** Returns whether two records say the same of limits. */
export const sameLimits = (one: DoseLimits | null | undefined, other: DoseLimits | null | undefined): boolean =>
  (one?.minHours ?? null) === (other?.minHours ?? null) && (one?.maxIn24h ?? null) === (other?.maxIn24h ?? null)
