import { liveQuery } from 'dexie'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { type DueReminder, reminderKey } from '#domain/reminders/alerts.ts'
import type { NoticePerson } from '#domain/reminders/notice-person.ts'
import { spokenReminder } from '#domain/reminders/texts.ts'
import { askForReminders, dismissReminders, readReminderViews } from '#src/data/notification-log.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { createHttpTransport } from '#src/platform/http-transport.ts'
import { warnOnce } from '#src/platform/logger.ts'
import { useAppLock } from '#src/session/app-lock.ts'
import type { Session } from '#src/session/session.ts'
import { speak, stopSpeaking } from '#src/session/speech.ts'
import { AlertEngine } from './alert-engine.ts'
import { AlertSound, type SoundTimers } from './alert-sound.ts'
import { silenceBell, strikeBell } from './bell.ts'
import { fetchDueNow, mergeViews, viewsOfDue } from './due-now.ts'
import { watchLookedAt } from './looked-at.ts'
import { closeAnswered, notifyOfComingUp, notifyPerson } from './page-notifications.ts'
import { onWakeUps } from './wake-ups.ts'

/** The running alerts of a page. Nothing in it throws, whatever the browser lacks or refuses. */
export interface AlertRun {
  sound: AlertSound
  /** Processes due reminders now. */
  check(): void
  /** Dismisses the reminders shown here. */
  dismiss(): void
  end(): void
}

export interface AlertOptions extends Pick<Session, 'db' | 'zone' | 'whose'> {
  /** Returns whom the reminders name; null for the account's own person. */
  person(): NoticePerson | null
  timers: SoundTimers
  /** Returns whether reminders are spoken, a Premium feature; the last known plan decides (readings, Premium). */
  speaks(): boolean
  requestSync(): void
  setAlerts(alerts: readonly DueReminder[]): void
  setPlaying(isPlaying: boolean): void
}

export function startAlerts(options: AlertOptions): AlertRun {
  const { db, zone, whose } = options
  const ownerNow = () => ({ user: whose.person, person: options.person() })
  const transport = createHttpTransport(whose)
  const lookedAt = watchLookedAt()
  let remote: SlotView[] = []
  let toSay: string[] = []

  const sound = new AlertSound({
    timers: options.timers,
    beat: strikeBell,
    silence() {
      silenceBell()
      stopSpeaking()
    },
    // Checked each time, because an alert continues while the app is being locked.
    onPause() {
      if (!useAppLock.getState().isLocked) speak(toSay)
    },
    onChange: options.setPlaying,
  })
  const readViews = async (now: number) => {
    const [local, known] = await Promise.all([readReminderViews(db, zone, now), knownMedications(options)])
    void closeAnswered(local, now)
    return mergeViews(local, remote, (id) => known.has(id))
  }
  const engine = new AlertEngine<DueReminder>({
    now: deviceClock.now,
    async decide(mayAnnounce) {
      const now = deviceClock.now()
      const doses = await readViews(now)
      const decision = await askForReminders(db, { now, doses, appointments: [], mayAnnounce })
      const early = decision.early.filter(({ reminder }) => decision.fresh.has(reminderKey(reminder)))
      if (early.length > 0) void notifyOfComingUp(early, ownerNow())
      return { due: decision.doses, fresh: decision.fresh }
    },
    dismiss: (reminders, now) => dismissReminders(db, reminders, now),
    isLookedAtElsewhere: () => lookedAt.isElsewhere(),
    announce(fresh, shown) {
      toSay = options.speaks() ? shown.map((due) => sentenceToSay(due, options.person())) : []
      sound.start()
      void notifyPerson(fresh, shown, ownerNow(), dismiss)
    },
    hush: () => sound.stop(),
    onChange: options.setAlerts,
  })
  const check = () => engine.check().catch((cause: unknown) => warnOnce('The check for reminders failed', cause))
  const dismiss = () =>
    void engine.dismiss().catch((cause: unknown) => warnOnce('A reminder could not be waved away', cause))

  const askServer = async () => {
    if (!navigator.onLine) return
    const now = deviceClock.now()
    const due = await fetchDueNow(transport, whose.person, now, zone)
    if (!due) return
    remote = viewsOfDue(due, now, zone)
    const local = new Set<string>((await readReminderViews(db, zone, now)).map(({ slot }) => slot.id))
    // The server has a dose that this device lacks, so there is something to fetch.
    if (due.some(({ id }) => !local.has(id))) options.requestSync()
    await check()
  }
  const endWakeUps = onWakeUps(() => {
    void check()
    askServer().catch((cause: unknown) => warnOnce('The server could not be asked for reminders', cause))
  })
  const watching = liveQuery(() =>
    Promise.all([readReminderViews(db, zone, deviceClock.now()), db.rings.count()]),
  ).subscribe({
    next: () => void check(),
    error: (cause) => warnOnce('Reminders could not be watched', cause),
  })

  return {
    sound,
    check: () => void check(),
    dismiss,
    end() {
      endWakeUps()
      watching.unsubscribe()
      lookedAt.end()
      engine.stop()
    },
  }
}

function sentenceToSay({ view: { name, dosage, slot }, reminder }: DueReminder, person: NoticePerson | null): string {
  return spokenReminder({ name, dosage, time: shownTime(slot) }, reminder.stage, person?.name ?? null)
}

/** Returns the medications this device holds or has a write of its own about. */
async function knownMedications({ db }: Pick<Session, 'db'>): Promise<ReadonlySet<string>> {
  const [held, written] = await Promise.all([
    db.medications.toCollection().primaryKeys(),
    db.outbox.where('state').anyOf('waiting', 'attention').toArray(),
  ])
  return new Set<string>([...held, ...written.map((entry) => entry.recordId)])
}
