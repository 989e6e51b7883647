import { isLimited } from '#domain/doses/given-limits.ts'
import { limitLines } from '#domain/doses/limit-text.ts'
import { countedDoses, limitState, ONE, reachOf } from '#domain/doses/limits.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { Medication } from '#domain/records/medication.ts'
import { readTakenSince } from '#src/data/medication-doses.ts'
import { useSession } from './session.ts'
import { useLiveQuery } from './use-live-query.ts'
import { useNow } from './use-now.ts'

const NO_LINES: readonly string[] = []

/**
 * Returns what the card of a medication says of its label: from when the next dose is due, how many of how many in 24
 * hours. Empty without limits and until local storage has been read.
 */
export function useLimitLines({
  id,
  limits,
  amounts,
}: Pick<Medication, 'id' | 'limits' | 'amounts'>): readonly string[] {
  const { db, zone } = useSession()
  const now = useNow()
  const isAsked = isLimited(limits)
  const events = useLiveQuery(
    async () => (isAsked ? await readTakenSince(db, id, now - reachOf(limits)) : []),
    [db, id, now, isAsked],
  )
  if (!isAsked || !events) return NO_LINES
  const state = limitState(limits, countedDoses(events, amounts), amounts?.each ?? ONE, now)
  return limitLines({ limits, state, unit: amounts?.unit ?? null, today: localAt(now, zone).date, zone })
}
