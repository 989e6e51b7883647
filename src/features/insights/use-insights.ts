import { useMemo } from 'react'
import { type Insights, insightsOf, insightsRange } from '#domain/insights/insights.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import { readLog } from '#src/data/year-read.ts'
import { useSession } from '#src/session/session.ts'
import { useLiveQuery } from '#src/session/use-live-query.ts'
import { useNow } from '#src/session/use-now.ts'

export interface Known {
  insights: Insights
  medications: Medication[]
  events: DoseEvent[]
  /** The instant (ms) at which it holds. */
  now: number
}

/** A dose turns into a missed one by itself; a year of doses need not be folded anew for that twice a minute. */
const RENEWAL = 5 * MINUTE

/** The insights of the year up to now; undefined until the device has answered. */
export function useInsights(): Known | undefined {
  const { db, zone } = useSession()
  const now = useNow(RENEWAL)
  const { from, to } = insightsRange(localAt(now, zone).date)
  const log = useLiveQuery(() => readLog(db, { from, to, zone }), [db, from, to, zone])
  return useMemo(() => log && { ...log, insights: insightsOf({ ...log, zone, now }), now }, [log, zone, now])
}
