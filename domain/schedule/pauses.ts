import type { LocalDate } from '../lib/local-time.ts'

/** Days without doses, both inclusive; `to` is null while the pause lasts (additions, 1.3). */
export interface Pause {
  from: LocalDate
  to: LocalDate | null
}

/**
 * Returns the pauses with one more. Those that are over are left out: the versions of the plan from then still have
 * them.
 */
export const withPause = (pauses: readonly Pause[] | undefined, added: Pause, today: LocalDate): Pause[] =>
  [...ahead(pauses, today), added].sort((a, b) => (a.from < b.from ? -1 : 1))

/** Returns the pauses without the one that lasts today: the plan goes on from the next dose. */
export const resumed = (pauses: readonly Pause[] | undefined, today: LocalDate): Pause[] =>
  ahead(pauses, today).filter(({ from }) => from > today)

const ahead = (pauses: readonly Pause[] = [], today: LocalDate): Pause[] =>
  pauses.filter(({ to }) => to === null || to >= today)

/** Returns the pause that this date lies in, or undefined. */
export function pauseAt(pauses: readonly Pause[] = [], date: LocalDate): Pause | undefined {
  for (const pause of pauses) if (date >= pause.from && (pause.to === null || date <= pause.to)) return pause
  return undefined
}
