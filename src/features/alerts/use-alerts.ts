import { liveQuery } from 'dexie'
import { useEffect, useEffectEvent, useState } from 'react'
import { isPremium, subscriptionAt } from '#domain/access/plan.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { spokenReminder } from '#domain/reminders/texts.ts'
import { readReminderViews } from '#src/data/reminder-views.ts'
import { claimRings, dismissRings, withoutDismissed } from '#src/data/ring-ledger.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { createHttpTransport } from '#src/platform/http-transport.ts'
import { warn } from '#src/platform/logger.ts'
import type { DueReminder } from '#src/platform/reminder-notice.ts'
import { useAppLock } from '#src/session/app-lock.ts'
import { type Session, useSession } from '#src/session/session.ts'
import { type Alert, AlertEngine } from './alert-engine.ts'
import { AlertSound } from './alert-sound.ts'
import { silenceBell, strikeBell } from './bell.ts'
import { fetchDueNow, mergeViews, viewsOfDue } from './due-now.ts'
import { watchLookedAt } from './looked-at.ts'
import { closeAnswered, notifyPerson } from './page-notifications.ts'
import { speak, stopSpeaking } from './speech.ts'
import { onWakeUps } from './wake-ups.ts'

export interface AlertState {
  /** What rings on this page. */
  ringing: readonly Alert[]
  isPlaying: boolean
  dismiss(): void
  stopSound(): void
  /** Plays the sound again. */
  repeat(): void
  /** Looks for due reminders now. */
  check(): void
}

/** Runs the alerts while the component is mounted. */
export function useAlerts(): AlertState {
  const session = useSession()
  const [alerts, setAlerts] = useState<readonly Alert[]>([])
  const [isPlaying, setPlaying] = useState(false)
  const [run, setRun] = useState<AlertRun | null>(null)
  const { db, zone, user, sync } = session
  // Neither a change of the plan nor one of the sync status may end an alert that rings.
  const speaks = useEffectEvent(() => isPremium(subscriptionAt(user, Date.now())))
  const requestSync = useEffectEvent(() => sync.request())

  useEffect(() => {
    const started = startAlerts({
      db,
      zone,
      userId: user.id,
      speaks: () => speaks(),
      requestSync: () => requestSync(),
      setAlerts,
      setPlaying,
    })
    setRun(started)
    return () => {
      started.end()
      setAlerts([])
      setRun(null)
    }
  }, [db, zone, user.id])

  return {
    ringing: alerts.filter(({ phase }) => phase === 'ringing'),
    isPlaying,
    dismiss: () => void run?.engine.dismiss(),
    stopSound: () => run?.sound.stop(),
    repeat: () => run?.sound.start(),
    check: () => void run?.engine.check(),
  }
}

interface AlertRun {
  engine: AlertEngine
  sound: AlertSound
  end(): void
}

interface AlertOptions extends Pick<Session, 'db' | 'zone'> {
  userId: Session['user']['id']
  /** Spoken reminders belong to Premium; the plan as last known decides (READINGS, Premium). */
  speaks(): boolean
  requestSync(): void
  setAlerts(alerts: readonly Alert[]): void
  setPlaying(isPlaying: boolean): void
}

function startAlerts(options: AlertOptions): AlertRun {
  const { db, zone, userId } = options
  const transport = createHttpTransport(userId)
  const lookedAt = watchLookedAt()
  let remote: SlotView[] = []
  let toSay: string[] = []

  const sound = new AlertSound({
    timers: { set: (run, ms) => setTimeout(run, ms), clear: (timer) => clearTimeout(timer as number) },
    beat: strikeBell,
    silence() {
      silenceBell()
      stopSpeaking()
    },
    // Locked or not is asked each time: a ring goes on while the app is being locked.
    onPause() {
      if (!useAppLock.getState().isLocked) speak(toSay)
    },
    onChange: options.setPlaying,
  })
  const views = async () => {
    const now = deviceClock.now()
    const [local, known] = await Promise.all([readReminderViews(db, zone, now), knownMedications(options)])
    void closeAnswered(local, now).catch((cause: unknown) => warn('Reminders could not be closed', cause))
    return mergeViews(local, remote, (id) => known.has(id))
  }
  const engine = new AlertEngine({
    now: deviceClock.now,
    views,
    claim: (rings, now) => claimRings(db, rings, now),
    withoutDismissed: (due) => withoutDismissed(db, due),
    dismiss: (rings, now) => dismissRings(db, rings, now),
    isLookedAtElsewhere: () => lookedAt.isElsewhere(),
    ring(fresh, ringing) {
      toSay = options.speaks() ? ringing.map(sentenceToSay) : []
      sound.start()
      void notifyPerson(fresh, ringing, userId, () => void engine.dismiss())
    },
    hush: () => sound.stop(),
    onChange: options.setAlerts,
  })
  const check = () => engine.check().catch((cause: unknown) => warn('The check for reminders failed', cause))

  const askServer = async () => {
    if (!navigator.onLine) return
    const now = deviceClock.now()
    const due = await fetchDueNow(transport, userId, now, zone)
    if (!due) return
    remote = viewsOfDue(due, now, zone)
    const local = new Set((await readReminderViews(db, zone, now)).map(({ slot }) => slot.id))
    // The server knows of a dose that this device does not: it has something to fetch.
    if (remote.some(({ slot }) => !local.has(slot.id))) options.requestSync()
    await check()
  }
  const endWakeUps = onWakeUps(() => {
    void check()
    askServer().catch((cause: unknown) => warn('The server could not be asked for reminders', cause))
  })
  const watching = liveQuery(() =>
    Promise.all([readReminderViews(db, zone, deviceClock.now()), db.rings.count()]),
  ).subscribe({ next: () => void check(), error: (cause) => warn('Reminders could not be watched', cause) })

  return {
    engine,
    sound,
    end() {
      endWakeUps()
      watching.unsubscribe()
      lookedAt.end()
      engine.stop()
    },
  }
}

const sentenceToSay = ({ view, ring }: DueReminder): string =>
  spokenReminder({ name: view.name, dosage: view.dosage, time: view.slot.time }, ring.stage)

/** Medications this device holds or has a write of its own about. */
async function knownMedications({ db }: Pick<Session, 'db'>): Promise<ReadonlySet<string>> {
  const [held, written] = await Promise.all([
    db.medications.toCollection().primaryKeys(),
    db.outbox.where('state').anyOf('waiting', 'attention').toArray(),
  ])
  return new Set<string>([...held, ...written.map((entry) => entry.recordId)])
}
