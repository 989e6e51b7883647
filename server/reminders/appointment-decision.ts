import { t } from '#domain/language/translate.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import {
  APPOINTMENT_TITLE,
  type AppointmentReminder,
  appointmentBody,
  appointmentTag,
  effectiveReminders,
} from '#domain/reminders/appointment-reminders.ts'
import { claimed, dispatchOf, isFree } from './claimed-sends.ts'
import type { Content } from './content.ts'
import type { SendRow } from './delivery.ts'
import type { Decision, OccurrenceRow, PersonView } from './person-view.ts'
import { waitingRetry } from './stages.ts'

/** Decides what to do now about one user's appointment reminders (R7.4) and adds it to the decision about the doses. */
export function decideAppointments(view: PersonView, now: number, newId: () => string, decision: Decision): void {
  for (const occurrence of view.occurrences) {
    const appointment = view.appointments.get(occurrence.medicationId)
    if (!appointment) continue
    const reminder = effectiveReminders(appointment, view.zone).find(({ id }) => id === occurrence.slotId)
    decideOne({ occurrence, reminder, view, now, newId, decision })
  }
}

interface Asked {
  occurrence: OccurrenceRow
  /** Missing if the appointment was moved, completed or changed, or no longer has this reminder. */
  reminder: AppointmentReminder | undefined
  view: PersonView
  now: number
  newId: () => string
  decision: Decision
}

function decideOne(asked: Asked): void {
  const { occurrence, reminder, now, decision } = asked
  if (!reminder || now >= reminder.until || (now >= reminder.at && !mayAnnounce(asked, reminder))) {
    if (reminder && now >= reminder.until && !isAnnounced(occurrence, reminder)) expire(asked, reminder)
    closeSends(asked)
    decision.drop.push(occurrence.slotId)
    return
  }
  const slotAt = new Date(reminder.at)
  if (now < reminder.at) {
    // A change of the zone has postponed it. A pending attempt would get this occurrence processed over and over.
    closeSends(asked)
    decision.keep.push({ ...occurrence, slotAt, lookAt: slotAt })
    return
  }
  if (isAnnounced(occurrence, reminder)) repeat(asked, reminder)
  else announce(asked, reminder)
  const lookAt = new Date(reminder.until)
  decision.keep.push({ ...occurrence, slotAt, sentStart: slotAt, sentStage: 0, lookAt })
}

const isAnnounced = ({ sentStart }: OccurrenceRow, { at }: AppointmentReminder): boolean => sentStart?.getTime() === at

/** Returns false if the account may not use health data (R3.6), or before its first subscription. */
const mayAnnounce = ({ occurrence, view: { allowed, subscriptions } }: Asked, { at }: AppointmentReminder): boolean =>
  allowed && (occurrence.sentStart !== null || subscriptions.some(({ createdAt }) => createdAt.getTime() <= at))

/** Announces the reminder once, to all devices. */
function announce({ view, now, newId, decision }: Asked, reminder: AppointmentReminder): void {
  const content = contentOf(reminder, now, view.zone)
  for (const to of view.subscriptions) {
    const waits = waitingRetry(to, [...view.sends, ...view.appointmentSends], now)
    const send: SendRow = {
      ...sendOf(reminder, content, view.userId, now),
      id: newId(),
      subscriptionId: to.id,
      // If a push service has asked us to wait, that applies to this send too (R3.3).
      ...(waits ? { claimedAt: waits.claimedAt, attempts: waits.attempts, status: waits.status } : {}),
    }
    decision.note.push(send)
    if (!waits) decision.dispatches.push(dispatchOf(send, to, content, now))
  }
}

/**
 * Repeats attempts whose claim or pause is over (R3.1, R3.3), with current wording. None go to a device whose
 * subscription has ended (R4.3).
 */
function repeat(asked: Asked, reminder: AppointmentReminder): void {
  const { occurrence, view, now, decision } = asked
  for (const send of openSends(occurrence, view)) {
    const to = view.subscriptions.find(({ id }) => id === send.subscriptionId)
    if (!to) giveUp(send, asked)
    if (!to || !isFree(send, now)) continue
    decision.claimAgain.push({ id: send.id, claimedAt: new Date(now) })
    decision.dispatches.push(dispatchOf(send, to, contentOf(reminder, now, view.zone), now))
  }
}

/** Records for every device subscribed at the time that the reminder was not sent in time (R3.4). */
function expire({ view, now, newId, decision }: Asked, reminder: AppointmentReminder): void {
  if (!view.allowed) return
  const content = contentOf(reminder, now, view.zone)
  for (const { id: subscriptionId, createdAt } of view.subscriptions) {
    if (createdAt.getTime() > reminder.at) continue
    const send = sendOf(reminder, content, view.userId, now)
    decision.note.push({ ...send, id: newId(), subscriptionId, outcome: 'expired' })
  }
}

/** Gives up sends that are no longer needed. */
function closeSends(asked: Asked): void {
  for (const send of openSends(asked.occurrence, asked.view)) giveUp(send, asked)
}

/** A send that is under way finishes on its own. */
function giveUp(send: SendRow, { now, decision }: Asked): void {
  if (!isFree(send, now) && send.status === null) return
  decision.close.push({ id: send.id, outcome: send.attempts > 0 ? 'failed' : 'expired' })
}

const openSends = ({ slotId }: OccurrenceRow, { appointmentSends }: PersonView): SendRow[] =>
  appointmentSends.filter(({ outcome, slotIds }) => outcome === 'pending' && slotIds.includes(slotId))

const sendOf = (
  { at, until }: AppointmentReminder,
  { tag, slotIds }: Content,
  userId: string,
  now: number,
): Omit<SendRow, 'id' | 'subscriptionId'> => ({
  ...claimed(userId, now),
  kind: 'visit',
  tag,
  slotIds,
  stage: null,
  dueAt: new Date(at),
  expiresAt: new Date(until),
})

const contentOf = (reminder: AppointmentReminder, now: number, zone: string): Content => ({
  kind: 'visit',
  title: t(APPOINTMENT_TITLE),
  body: appointmentBody(reminder, now, zone),
  tag: appointmentTag(reminder.appointment.id),
  path: PAGES.appointments,
  slotIds: [reminder.id],
  silent: false,
  renotify: true,
})
