import type { LocalDate } from './calendar.ts'

/**
 * On which days something is taken.
 * - `daily`: every day
 * - `weekdays`: on these ISO weekdays (1 is Monday)
 * - `interval`: every so many days (2 to 365), counted from `anchorDate`
 * - `cycle`: so many days on, then so many off (1 to 365 each), counted from `anchorDate`
 * - `as-needed`: only when needed
 */
export type Schedule =
  | { kind: 'daily' }
  | { kind: 'weekdays'; days: number[] }
  | { kind: 'interval'; everyDays: number; anchorDate: LocalDate }
  | { kind: 'cycle'; daysOn: number; daysOff: number; anchorDate: LocalDate }
  | { kind: 'as-needed' }
