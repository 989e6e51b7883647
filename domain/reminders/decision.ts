import type { SlotView } from '../doses/dose-views.ts'
import type { SlotId } from '../lib/ids.ts'
import { toInstant } from '../lib/instant.ts'
import { DAY, MINUTE } from '../lib/local-time.ts'
import {
  alertPhase,
  DROPPED_AFTER,
  type DueReminder,
  dueReminders,
  type Reminder,
  reminderKey,
  STAGES,
} from './alerts.ts'
import { type AppointmentReminder, reminderOfAppointment } from './appointment-reminders.ts'

/** What lists doses that nothing announced: the worker's check, quietly, and the launch, which settles them. */
const LISTERS = ['check', 'launch'] as const
export type Lister = (typeof LISTERS)[number]

/** What a page or the worker asks: everything that may have to be shown at one instant. */
export interface ReminderQuestion {
  /** Milliseconds since the epoch. */
  now: number
  /** The doses that may be due, whatever became of them. */
  doses: readonly SlotView[]
  /** The reminders before appointments that are due. */
  appointments: readonly AppointmentReminder[]
  /** Whether the asker may announce it now; always, when absent. */
  mayAnnounce?(reminder: Reminder): boolean
  /** Asks for the doses that nothing announced too. */
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
  /** The keys of those of them that nobody announced before: the asker is given them, and has to announce them. */
  fresh: ReadonlySet<string>
  /** Open doses about which nothing sounds for now, whatever asks for them (R5.14). */
  quiet: ReadonlySet<SlotId>
  /** Open doses of the last day that nothing announced while it could (R6.2); each is given out once to each lister. */
  unannounced: SlotView[]
  /** What the notification log has to remember of this. */
  entries: string[]
}

/** The notification log of this device: what was announced, dismissed and listed here in the last days. */
export interface NotificationLog {
  has(key: string): boolean
  /**
   * Since when there is one (ms): a new device was not there to announce anything. Null before it was first asked for a
   * list.
   */
  began: number | null
}

/** The entry that says since when there is a log. */
export const LOG_BEGAN = 'beginning'

/** A dismissal ends the stages of one start; a later snooze has another start and rings again. */
export const dismissalKey = ({ slotId, start }: Pick<Reminder, 'slotId' | 'start'>): string =>
  `${slotId}|${start}|dismissed`

const listedKey = ({ slotId, start }: Reminder, lister: Lister): string =>
  `${slotId}|${start}|${lister === 'check' ? 'listed' : 'listed at launch'}`

/**
 * Decides what a page or the worker shows, and what of it sounds. Nothing else does: asked at any moment, by any of
 * them, with the same doses and the same log, it answers the same, so that sleep, a frozen tab or a lost push costs
 * nothing but time. Of each reminder one asker is told to announce it, provided that `entries` are in the log before
 * the next one asks (docs/reminders.md, R5.1).
 */
export function decideReminders(question: ReminderQuestion, log: NotificationLog): ReminderDecision {
  const { now, doses: views, appointments, mayAnnounce = () => true } = question
  const isStanding = ({ reminder }: { reminder: Reminder }) => !log.has(dismissalKey(reminder))
  const doses = dueReminders(views, now).filter(isStanding)
  const due = appointments
    .map((appointment) => ({ appointment, reminder: reminderOfAppointment(appointment) }))
    .filter(isStanding)
  const fresh = [...doses, ...due]
    .map(({ reminder }) => reminder)
    .filter((reminder) => !log.has(reminderKey(reminder)) && mayAnnounce(reminder))
    .map(reminderKey)
  const unannounced = unannouncedAmong(question, log)
  return {
    doses,
    appointments: due,
    fresh: new Set(fresh),
    quiet: quietAmong(views, log, now),
    unannounced,
    entries: [...fresh, ...listEntries(question, log, unannounced)],
  }
}

const isOpen = ({ outcome }: SlotView): boolean => outcome.kind !== 'taken' && outcome.kind !== 'skipped'

const reminderAt = ({ slot, ringStart }: SlotView, stage: Reminder['stage']): Reminder => ({
  slotId: slot.id,
  start: toInstant(ringStart),
  stage,
})

/**
 * A quiet notification is easily missed and takes nothing from the launch, but what a launch has listed needs no
 * notification any more. Nothing is listed that was due before there was a log.
 */
function unannouncedAmong({ doses, lister, now }: ReminderQuestion, log: NotificationLog): SlotView[] {
  if (!lister) return []
  const from = Math.max(log.began ?? now, now - DAY)
  return doses.filter((view) => {
    if (!isOpen(view) || view.ringStart < from || view.ringStart > now - DROPPED_AFTER) return false
    const reminder = reminderAt(view, 0)
    const announced = STAGES.map((stage) => reminderKey({ ...reminder, stage }))
    const listed = (lister === 'check' ? LISTERS : (['launch'] as const)).map((by) => listedKey(reminder, by))
    return ![...announced, dismissalKey(reminder), ...listed].some((key) => log.has(key))
  })
}

function listEntries({ lister }: ReminderQuestion, log: NotificationLog, listed: readonly SlotView[]): string[] {
  if (!lister) return []
  return [...(log.began === null ? [LOG_BEGAN] : []), ...listed.map((view) => listedKey(reminderAt(view, 0), lister))]
}

/**
 * A snooze that ends sooner than this (ms) may be over by the server's clock: its push is then the reminder that ends
 * it.
 */
const CLOCKS_DIFFER_BY = MINUTE

/** Those that were dismissed here, that rest in a snooze, or whose last stage was announced here and is over. */
function quietAmong(views: readonly SlotView[], log: NotificationLog, now: number): Set<SlotId> {
  const isQuiet = (view: SlotView) =>
    log.has(dismissalKey(reminderAt(view, 10))) ||
    (view.outcome.kind === 'snoozed' && view.ringStart > now + CLOCKS_DIFFER_BY) ||
    (log.has(reminderKey(reminderAt(view, 10))) && alertPhase(view.ringStart, now).phase === 'missed')
  return new Set(views.filter((view) => isOpen(view) && isQuiet(view)).map(({ slot }) => slot.id))
}

/** Returns the doses whose notifications an open page withdraws at `now` (ms): those that are logged or rest. */
export const withdrawnAt = (views: readonly SlotView[], now: number): Set<SlotId> =>
  new Set(
    views
      .filter(({ outcome, ringStart }) => (outcome.kind === 'snoozed' ? ringStart > now : outcome.kind !== 'open'))
      .map(({ slot }) => slot.id),
  )
