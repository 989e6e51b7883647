import { PAGES } from '#domain/protocol/pages.ts'
import { ringingReminders, VISIT_TITLE, type VisitReminder, visitBody, visitTag } from '#domain/reminders/visits.ts'
import type { SendRow } from './delivery.ts'
import type { Decision, PersonView, RingRow } from './person-view.ts'
import { claimed, dispatchOf, isFree } from './ring-sends.ts'
import { waitingRetry } from './ring-stages.ts'
import type { Words } from './ring-words.ts'

/** What has to be done now for one person's reminders of visits (R7.4), added to what their doses ask for. */
export function decideVisits(view: PersonView, now: number, newId: () => string, decision: Decision): void {
  for (const ring of view.rings) {
    const visit = view.appointments.get(ring.medicationId)
    if (!visit) continue
    const reminder = ringingReminders(visit, view.zone).find(({ id }) => id === ring.slotId)
    decideOne({ ring, reminder, view, now, newId, decision })
  }
}

interface Look {
  ring: RingRow
  /** Missing when the visit was moved, completed or changed, or has this reminder no more. */
  reminder: VisitReminder | undefined
  view: PersonView
  now: number
  newId: () => string
  decision: Decision
}

function decideOne(look: Look): void {
  const { ring, reminder, now, decision } = look
  if (!reminder || now >= reminder.until || (now >= reminder.at && !mayRing(look, reminder))) {
    if (reminder && now >= reminder.until && !isAnnounced(ring, reminder)) expire(look, reminder)
    closeSends(look)
    decision.drop.push(ring.slotId)
    return
  }
  const slotAt = new Date(reminder.at)
  if (now < reminder.at) {
    // A change of the zone has put it off: an attempt that waits would have this ring looked at again and again.
    closeSends(look)
    decision.keep.push({ ...ring, slotAt, lookAt: slotAt })
    return
  }
  if (isAnnounced(ring, reminder)) repeat(look, reminder)
  else announce(look, reminder)
  const lookAt = new Date(reminder.until)
  decision.keep.push({ ...ring, slotAt, sentStart: slotAt, sentStage: 0, lookAt })
}

const isAnnounced = ({ sentStart }: RingRow, { at }: VisitReminder): boolean => sentStart?.getTime() === at

/** Not where nobody may be told (R3.6), nor before the first subscription. */
const mayRing = ({ ring, view: { allowed, subscriptions } }: Look, { at }: VisitReminder): boolean =>
  allowed && (ring.sentStart !== null || subscriptions.some(({ createdAt }) => createdAt.getTime() <= at))

/** Once, to all devices. */
function announce({ view, now, newId, decision }: Look, reminder: VisitReminder): void {
  const words = wordsOf(reminder, now, view.zone)
  for (const to of view.subscriptions) {
    const waits = waitingRetry(to, [...view.sends, ...view.visitSends], now)
    const send: SendRow = {
      ...sendOf(reminder, words, view.userId, now),
      id: newId(),
      subscriptionId: to.id,
      // What a push service asked to wait for binds this too (R3.3).
      ...(waits ? { claimedAt: waits.claimedAt, attempts: waits.attempts, status: waits.status } : {}),
    }
    decision.note.push(send)
    if (!waits) decision.dispatches.push(dispatchOf(send, to, words, now))
  }
}

/** Attempts whose claim or pause is over (R3.1, R3.3), in the words that are right now; none to a device that ended (R4.3). */
function repeat(look: Look, reminder: VisitReminder): void {
  const { ring, view, now, decision } = look
  for (const send of openSends(ring, view)) {
    const to = view.subscriptions.find(({ id }) => id === send.subscriptionId)
    if (!to) giveUp(send, look)
    if (!to || !isFree(send, now)) continue
    decision.claimAgain.push({ id: send.id, claimedAt: new Date(now) })
    decision.dispatches.push(dispatchOf(send, to, wordsOf(reminder, now, view.zone), now))
  }
}

/** Nobody sent it in time: on record for every device that was there (R3.4). */
function expire({ view, now, newId, decision }: Look, reminder: VisitReminder): void {
  if (!view.allowed) return
  const words = wordsOf(reminder, now, view.zone)
  for (const { id: subscriptionId, createdAt } of view.subscriptions) {
    if (createdAt.getTime() > reminder.at) continue
    const send = sendOf(reminder, words, view.userId, now)
    decision.note.push({ ...send, id: newId(), subscriptionId, outcome: 'expired' })
  }
}

/** Gives up what nobody waits for any more. */
function closeSends(look: Look): void {
  for (const send of openSends(look.ring, look.view)) giveUp(send, look)
}

/** What is on its way ends by itself. */
function giveUp(send: SendRow, { now, decision }: Look): void {
  if (!isFree(send, now) && send.status === null) return
  decision.close.push({ id: send.id, outcome: send.attempts > 0 ? 'failed' : 'expired' })
}

const openSends = ({ slotId }: RingRow, { visitSends }: PersonView): SendRow[] =>
  visitSends.filter(({ outcome, slotIds }) => outcome === 'pending' && slotIds.includes(slotId))

const sendOf = (
  { at, until }: VisitReminder,
  { tag, slotIds }: Words,
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

const wordsOf = (reminder: VisitReminder, now: number, zone: string): Words => ({
  kind: 'visit',
  title: VISIT_TITLE,
  body: visitBody(reminder, now, zone),
  tag: visitTag(reminder.appointment.id),
  path: PAGES.appointments,
  slotIds: [reminder.id],
  silent: false,
  renotify: true,
})
