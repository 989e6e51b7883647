import type { SlotView } from '../doses/dose-views.ts'
import { settles } from '../doses/slot-outcome.ts'
import type { SlotId } from '../lib/ids.ts'
import { toInstant } from '../lib/instant.ts'
import { DAY } from '../lib/local-time.ts'
import {
  alertPhase,
  CLOCKS_DIFFER_BY,
  comingUp,
  DROPPED_AFTER,
  type DueReminder,
  dueReminders,
  LAST_STAGE,
  type Reminder,
  reminderKey,
  STAGES,
} from './alerts.ts'
import { type AppointmentReminder, reminderOfAppointment } from './appointment-reminders.ts'
import { extraStageOf } from './extra-notices.ts'

/** What lists doses that were never announced: the worker's check, quietly, and the launch, where they are settled. */
const LISTERS = ['check', 'launch'] as const
export type Lister = (typeof LISTERS)[number]

/** The input of a page or the worker: everything that may have to be shown at one instant. */
export interface ReminderQuestion {
  /** Milliseconds since the epoch. */
  now: number
  /** The doses that may be due, whatever their state. */
  doses: readonly SlotView[]
  /** The due reminders before appointments. */
  appointments: readonly AppointmentReminder[]
  /** Returns whether the caller may announce it now; always true if absent. */
  mayAnnounce?(reminder: Reminder): boolean
  /** Set to ask for doses that were never announced as well. */
  lister?: Lister | undefined
}

/** A reminder before an appointment that is due. */
export interface DueAppointment {
  appointment: AppointmentReminder
  reminder: Reminder
}

export interface ReminderDecision {
  /** What to show now: due, and not dismissed on this device. */
  doses: DueReminder[]
  appointments: DueAppointment[]
  /** The doses that are coming up, for a quiet notice. */
  early: DueReminder[]
  /** The keys of those that were not announced before. They are granted to the caller, which has to announce them. */
  fresh: ReadonlySet<string>
  /** Open doses that must not sound for now, whatever asks for them (R5.14). */
  quiet: ReadonlySet<SlotId>
  /** Open doses of the last day that nothing announced while it could (R6.2). Each is returned once to each lister. */
  unannounced: SlotView[]
  /** What the notification log has to store about this. */
  entries: string[]
}

/** This device's notification log: what was announced, dismissed and listed here in the last days. */
export interface NotificationLog {
  has(key: string): boolean
  /**
   * When the log began (ms): a new device was not there to announce anything earlier. Null until a list is first
   * requested.
   */
  began: number | null
}

/** The log entry that marks when the log began. */
export const LOG_BEGAN = 'beginning'

/**
 * A dismissal ends the stages of one start. A later snooze has a different start and is announced again, and so is each
 * follow-up: those go on until the dose is logged.
 */
export const dismissalKey = ({ slotId, start, stage }: Reminder): string =>
  `${slotId}|${start}|dismissed${stage > LAST_STAGE ? ` ${stage}` : ''}`

const listedKey = ({ slotId, start }: Reminder, lister: Lister): string =>
  // not translated: a key of the log
  `${slotId}|${start}|${lister === 'check' ? 'listed' : 'listed at launch'}`

/**
 * Decides what a page or the worker shows, and which of it sounds. Nothing else decides this: called at any moment, by
 * any of them, with the same doses and the same log, it returns the same, so that sleep, a frozen tab or a lost push
 * costs nothing but time. Each reminder is granted to one caller, provided that `entries` are in the log before the
 * next call (docs/reminders.md, R5.1).
 */
export function decideReminders(question: ReminderQuestion, log: NotificationLog): ReminderDecision {
  const { now, doses: views, appointments, mayAnnounce = () => true } = question
  const isStanding = ({ reminder }: { reminder: Reminder }) => !log.has(dismissalKey(reminder))
  const doses = dueReminders(views, now).filter(isStanding)
  const due = appointments
    .map((appointment) => ({ appointment, reminder: reminderOfAppointment(appointment) }))
    .filter(isStanding)
  const early = comingUp(views, now)
  const fresh = [...doses, ...due, ...early]
    .map(({ reminder }) => reminder)
    .filter((reminder) => !log.has(reminderKey(reminder)) && mayAnnounce(reminder))
    .map(reminderKey)
  const unannounced = unannouncedAmong(question, log)
  return {
    doses,
    appointments: due,
    early,
    fresh: new Set(fresh),
    quiet: quietAmong(views, log, now),
    unannounced,
    entries: [...fresh, ...listEntries(question, log, unannounced)],
  }
}

const isOpen = ({ outcome }: SlotView): boolean => !settles(outcome)

const reminderAt = ({ slot, ringStart }: SlotView, stage: number): Reminder => ({
  slotId: slot.id,
  start: toInstant(ringStart),
  stage,
})

/**
 * A quiet notification is easily missed, so the launch still lists its doses; but what a launch has listed needs no
 * notification any more. Doses due before the log began are never listed.
 */
function unannouncedAmong({ doses, lister, now }: ReminderQuestion, log: NotificationLog): SlotView[] {
  if (!lister) return []
  const from = Math.max(log.began ?? now, now - DAY)
  return doses.filter((view) => {
    if (!isOpen(view) || view.ringStart < from || view.ringStart > now - DROPPED_AFTER) return false
    const reminder = reminderAt(view, 0)
    const announced = [...STAGES, ...(view.notices?.followUps ?? [])].map((stage) =>
      reminderKey({ ...reminder, stage }),
    )
    const listed = (lister === 'check' ? LISTERS : (['launch'] as const)).map((by) => listedKey(reminder, by))
    return ![...announced, dismissalKey(reminder), ...listed].some((key) => log.has(key))
  })
}

function listEntries({ lister }: ReminderQuestion, log: NotificationLog, listed: readonly SlotView[]): string[] {
  if (!lister) return []
  return [...(log.began === null ? [LOG_BEGAN] : []), ...listed.map((view) => listedKey(reminderAt(view, 0), lister))]
}

/**
 * Returns doses that were dismissed here, are snoozed, or whose last stage was announced here and is over. During a
 * follow-up only its own dismissal counts. A snooze that is over by the server's clock has its push.
 */
function quietAmong(views: readonly SlotView[], log: NotificationLog, now: number): Set<SlotId> {
  const isQuiet = (view: SlotView) => {
    const extra = extraStageOf(view, now + CLOCKS_DIFFER_BY)
    return extra !== null && extra > 0 ? log.has(dismissalKey(reminderAt(view, extra))) : isRingQuiet(view)
  }
  const isRingQuiet = (view: SlotView) =>
    log.has(dismissalKey(reminderAt(view, 10))) ||
    (isPutOff(view) && view.ringStart > now + CLOCKS_DIFFER_BY) ||
    (log.has(reminderKey(reminderAt(view, 10))) && alertPhase(view.ringStart, now).phase === 'missed')
  return new Set(views.filter((view) => isOpen(view) && isQuiet(view)).map(({ slot }) => slot.id))
}

/** Returns whether a dose that is open was snoozed or moved. */
const isPutOff = (view: SlotView): boolean =>
  view.outcome.kind === 'snoozed' || (isOpen(view) && view.outcome.move !== undefined)

/**
 * Returns the doses whose notifications an open page withdraws at `now` (ms): those that are logged, or put off and not
 * coming up again.
 */
export const withdrawnAt = (views: readonly SlotView[], now: number): Set<SlotId> =>
  new Set(
    views
      .filter((view) => (isPutOff(view) ? view.ringStart > now && extraStageOf(view, now) === null : !isOpen(view)))
      .map(({ slot }) => slot.id),
  )
