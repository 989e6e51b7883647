import type { LocalDate } from '#domain/lib/local-time.ts'
import { type Moves, movesOf } from '#domain/reminders/alarm-pack.ts'
import { useSession } from './session.ts'
import { useLiveQuery } from './use-live-query.ts'

/** Returns the doses of these dates that were moved; undefined until local storage has answered. */
export function useMoves(from: LocalDate, to: LocalDate): Moves | undefined {
  const { db } = useSession()
  return useLiveQuery(
    async () => movesOf(await db.doseEvents.where('snapshot.date').between(from, to, true, true).toArray()),
    [db, from, to],
  )
}
