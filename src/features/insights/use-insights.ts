import { startTransition, useEffect, useState } from 'react'
import { type Insights, insightSteps, insightsRange } from '#domain/insights/insights.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import { withPauses } from '#domain/lib/steps.ts'
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
  /** The instant (ms) for which it holds. */
  now: number
}

/** Doses become missed as time passes, but that is no reason to fold a year of them twice a minute. */
const RENEWAL = 5 * MINUTE

/** Lets the page paint and answer a tap in between. */
const pause = (): Promise<void> =>
  'scheduler' in globalThis && 'yield' in scheduler ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve))

/** Returns the insights of the year up to now; undefined until they are computed for the first time. */
export function useInsights(): Known | undefined {
  const { db, zone } = useSession()
  const now = useNow(RENEWAL)
  const { from, to } = insightsRange(localAt(now, zone).date)
  const log = useLiveQuery(() => readLog(db, { from, to, zone }), [db, from, to, zone])
  const [known, setKnown] = useState<Known>()
  useEffect(() => {
    if (!log) return
    let isWanted = true
    const compute = async () => {
      const insights = await withPauses(insightSteps({ ...log, zone, now }), pause, () => isWanted)
      // Drawn in portions too: a year has hundreds of squares.
      if (insights) startTransition(() => setKnown({ ...log, insights, now }))
    }
    void compute()
    return () => {
      isWanted = false
    }
  }, [log, zone, now])
  return known
}
