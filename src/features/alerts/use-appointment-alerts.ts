import { liveQuery } from 'dexie'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { AppointmentReminder } from '#domain/reminders/appointment-reminders.ts'
import type { DueAppointment } from '#domain/reminders/decision.ts'
import { noticePersonOf } from '#domain/reminders/notice-person.ts'
import { readAppointments } from '#src/data/appointment-reminders.ts'
import { askForReminders, dismissReminders } from '#src/data/notification-log.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { warnOnce } from '#src/platform/logger.ts'
import { useSession } from '#src/session/session.ts'
import { AlertEngine } from './alert-engine.ts'
import { strikeBell } from './bell.ts'
import { watchLookedAt } from './looked-at.ts'
import { closeOffAppointments, notifyOfAppointments } from './page-notifications.ts'
import { onWakeUps } from './wake-ups.ts'

export interface AppointmentAlerts {
  /** Reminders that this page announced and the user has not dismissed. */
  shown: readonly AppointmentReminder[]
  dismiss(): void
  /** Processes due reminders now. */
  check(): void
}

/** Reminds of appointments while the component is mounted. */
export function useAppointmentAlerts(): AppointmentAlerts {
  const { db, zone, user, person } = useSession()
  const [shown, setShown] = useState<readonly AppointmentReminder[]>([])
  const [engine, setEngine] = useState<AlertEngine<DueAppointment> | null>(null)

  const noticePerson = useEffectEvent(() => person && noticePersonOf(person))

  useEffect(() => {
    const lookedAt = watchLookedAt()
    // An appointment that was here and is gone was deleted, here or elsewhere.
    const everKnown = new Set<string>()
    const started = new AlertEngine<DueAppointment>({
      now: deviceClock.now,
      async decide(mayAnnounce) {
        const now = deviceClock.now()
        const appointments = await readAppointments(db, zone, now)
        for (const tag of appointments.known) everKnown.add(tag)
        void closeOffAppointments({ known: everKnown, planned: appointments.planned })
        const decision = await askForReminders(db, { now, doses: [], appointments: appointments.due, mayAnnounce })
        return { due: decision.appointments, fresh: decision.fresh }
      },
      dismiss: (reminders, now) => dismissReminders(db, reminders, now),
      isLookedAtElsewhere: () => lookedAt.isElsewhere(),
      announce(fresh) {
        strikeBell()
        const about = { user: user.id, person: noticePerson(), zone, now: deviceClock.now() }
        const appointments = fresh.map(({ appointment }) => appointment)
        void notifyOfAppointments(appointments, about, () => dismissIn(started))
      },
      hush: () => undefined,
      onChange: (due) => setShown(due.map(({ appointment }) => appointment)),
    })
    setEngine(started)
    const check = () => checkIn(started)
    const endWakeUps = onWakeUps(check)
    const watching = liveQuery(() =>
      Promise.all([readAppointments(db, zone, deviceClock.now()), db.rings.count()]),
    ).subscribe({ next: check, error: (cause) => warnOnce('Appointments could not be watched', cause) })
    return () => {
      endWakeUps()
      watching.unsubscribe()
      lookedAt.end()
      started.stop()
      setShown([])
      setEngine(null)
    }
  }, [db, zone, user.id])

  return useMemo(
    () => ({
      shown,
      dismiss: () => engine && dismissIn(engine),
      check: () => engine && checkIn(engine),
    }),
    [shown, engine],
  )
}

const checkIn = (engine: AlertEngine<DueAppointment>): void =>
  void engine.check().catch((cause: unknown) => warnOnce('The check for appointments failed', cause))

const dismissIn = (engine: AlertEngine<DueAppointment>): void =>
  void engine
    .dismiss()
    .catch((cause: unknown) => warnOnce('A reminder of an appointment could not be waved away', cause))
