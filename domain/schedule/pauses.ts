import * as z from 'zod/mini'
import { type LocalDate, localDateSchema, recordDateSchema } from '../lib/local-time.ts'

/** Days without doses, both inclusive; `to` is null while the pause lasts (additions, 1.3). */
export interface Pause {
  from: LocalDate
  to: LocalDate | null
}

/** The most pauses of a plan: one a fortnight for two years. */
const MOST_PAUSES = 60

const pausesFrom = /* @__NO_SIDE_EFFECTS__ */ (date: typeof localDateSchema) =>
  z
    .array(
      z
        .strictObject({ from: date, to: z.nullable(date) })
        .check(z.refine(({ from, to }) => to === null || to >= from, 'A pause cannot end before it begins')),
    )
    .check(z.maxLength(MOST_PAUSES, `must be at most ${MOST_PAUSES} pauses`))

export const pausesSchema = pausesFrom(recordDateSchema)
/** The same as stored: it may have any dates. */
export const storedPausesSchema = pausesFrom(localDateSchema)

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
