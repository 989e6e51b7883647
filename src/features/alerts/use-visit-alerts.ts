import { liveQuery } from 'dexie'
import { useEffect, useState } from 'react'
import type { DueVisit } from '#domain/reminders/decision.ts'
import type { VisitReminder } from '#domain/reminders/visits.ts'
import { askForReminders, dismissReminders } from '#src/data/notification-log.ts'
import { readVisits } from '#src/data/visit-reminders.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { warnOnce } from '#src/platform/logger.ts'
import { useSession } from '#src/session/session.ts'
import { AlertEngine } from './alert-engine.ts'
import { strikeBell } from './bell.ts'
import { watchLookedAt } from './looked-at.ts'
import { closeOffVisits, notifyOfVisits } from './page-notifications.ts'
import { onWakeUps } from './wake-ups.ts'

export interface VisitAlerts {
  /** Reminders that this page announced, and nobody waved away. */
  shown: readonly VisitReminder[]
  dismiss(): void
  /** Looks for due reminders now. */
  check(): void
}

/** Reminds of visits while the component is mounted. */
export function useVisitAlerts(): VisitAlerts {
  const { db, zone, user } = useSession()
  const [shown, setShown] = useState<readonly VisitReminder[]>([])
  const [engine, setEngine] = useState<AlertEngine<DueVisit> | null>(null)

  useEffect(() => {
    const lookedAt = watchLookedAt()
    // What was here and is gone was deleted, by whomever.
    const everKnown = new Set<string>()
    const started = new AlertEngine<DueVisit>({
      now: deviceClock.now,
      async decide(mayAnnounce) {
        const now = deviceClock.now()
        const visits = await readVisits(db, zone, now)
        for (const tag of visits.known) everKnown.add(tag)
        void closeOffVisits({ known: everKnown, planned: visits.planned })
        const decision = await askForReminders(db, { now, doses: [], visits: visits.due, mayAnnounce })
        return { due: decision.visits, fresh: decision.fresh }
      },
      dismiss: (reminders, now) => dismissReminders(db, reminders, now),
      isLookedAtElsewhere: () => lookedAt.isElsewhere(),
      announce(fresh) {
        strikeBell()
        const about = { user: user.id, zone, now: deviceClock.now() }
        const visits = fresh.map(({ visit }) => visit)
        void notifyOfVisits(visits, about, () => dismissIn(started))
      },
      hush: () => undefined,
      onChange: (due) => setShown(due.map(({ visit }) => visit)),
    })
    setEngine(started)
    const check = () => checkIn(started)
    const endWakeUps = onWakeUps(check)
    const watching = liveQuery(() =>
      Promise.all([readVisits(db, zone, deviceClock.now()), db.rings.count()]),
    ).subscribe({ next: check, error: (cause) => warnOnce('Visits could not be watched', cause) })
    return () => {
      endWakeUps()
      watching.unsubscribe()
      lookedAt.end()
      started.stop()
      setShown([])
      setEngine(null)
    }
  }, [db, zone, user.id])

  return {
    shown,
    dismiss: () => engine && dismissIn(engine),
    check: () => engine && checkIn(engine),
  }
}

const checkIn = (engine: AlertEngine<DueVisit>): void =>
  void engine.check().catch((cause: unknown) => warnOnce('The check for visits failed', cause))

const dismissIn = (engine: AlertEngine<DueVisit>): void =>
  void engine.dismiss().catch((cause: unknown) => warnOnce('A reminder of a visit could not be waved away', cause))
