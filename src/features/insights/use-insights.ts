import { Dexie } from 'dexie'
import { startTransition, useEffect, useState } from 'react'
import { insightSteps, insightsRange } from '#domain/insights/insights.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import { withPauses } from '#domain/lib/steps.ts'
import { localAt } from '#domain/lib/zone.ts'
import { readLog } from '#src/data/year-read.ts'
import { useSession } from '#src/session/session.ts'
import { readOrNote } from '#src/session/use-live-query.ts'
import { useNow } from '#src/session/use-now.ts'
import { type Known, keep, recall, useVersion } from './kept-insights.ts'

/** Doses become missed as time passes, but that is no reason to fold a year of them twice a minute. */
const RENEWAL = 5 * MINUTE

/** How long (ms) what was computed is shown on coming back without computing it again. */
const FRESH = MINUTE

/** Lets the page paint and answer a tap in between. */
const pause = (): Promise<void> =>
  'scheduler' in globalThis && 'yield' in scheduler ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve))

/**
 * Returns the insights of the year up to now; undefined until they are computed for the first time. After every change
 * of a dose or medication they are computed again; what was computed shortly before on another visit is shown at once.
 */
export function useInsights(): Known | undefined {
  const { db, zone } = useSession()
  const now = useNow(RENEWAL)
  const { from, to } = insightsRange(localAt(now, zone).date)
  const version = useVersion(db.name)
  const [known, setKnown] = useState(() => recall(db.name, { from, to, zone }) ?? undefined)
  useEffect(() => {
    const asked = { from, to, zone }
    const before = recall(db.name, asked)
    if (before && now - before.now < FRESH) return
    let isWanted = true
    const compute = async () => {
      const log = before ?? (await readOrNote(() => readLog(db, asked), undefined))
      if (!log || !isWanted) return
      const { medications, events } = log
      const input = { medications, events, log: log.log }
      const insights = await withPauses(insightSteps({ ...input, zone, now }), pause, () => isWanted)
      if (!insights) return
      const computed = { ...input, insights, now }
      keep(db.name, version, asked, computed)
      // Drawn in portions too: a year has hundreds of squares.
      startTransition(() => setKnown(computed))
    }
    compute().catch((error: unknown) => {
      // A closed database is reopened, which reads again.
      if (!(error instanceof Dexie.DatabaseClosedError)) reportError(error)
    })
    return () => {
      isWanted = false
    }
  }, [db, from, to, zone, now, version])
  return known
}
