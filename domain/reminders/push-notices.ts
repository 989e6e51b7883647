import type { SlotView } from '../doses/dose-views.ts'
import { shownTime } from '../doses/moved-slot.ts'
import { settles } from '../doses/slot-outcome.ts'
import { t } from '../language/translate.ts'
import type { SlotId, UserId } from '../lib/ids.ts'
import { msOf } from '../lib/instant.ts'
import { formatTime12 } from '../lib/local-time.ts'
import { inRow } from '../lib/text.ts'
import { localAt } from '../lib/zone.ts'
import { PAGES } from '../protocol/pages.ts'
import type { Wording } from '../protocol/push.ts'
import type { DueReminder } from './alerts.ts'
import type { LocalAppointments } from './appointment-reminders.ts'
import { type EarlyState, earlyNotices, isEarlyCovered } from './early-notices.ts'
import { groupTag } from './grouping.ts'
import { initialFor, tagFor, titleFor } from './notice-person.ts'
import { appointmentNotice, discreetly, type Notice, reminderNotice, sentenceOf } from './notices.ts'
import { claimsNothing, type PushPayload } from './push-payload.ts'

/**
 * What this device knows when a push arrives.
 * - `known`: the signed-in account, and the local data of whom the push is about, or of its own person
 * - `signed-out`: the user signed out here, so nothing in the push belongs on this screen any more
 * - `unknown`: no response in time, or an expired session; the push is all there is
 */
export type LocalState = KnownState | { kind: 'signed-out' } | { kind: 'unknown' }

export type KnownState = EarlyState & {
  kind: 'known'
  account: UserId
  zone: string
  views: readonly SlotView[]
  /** What should be announced now and was not dismissed. */
  due: readonly DueReminder[]
  /**
   * Whether any of these reminders was granted to this worker; false if a page or an earlier push announced all of
   * them.
   */
  granted: boolean
  /** Open doses that must not sound for now: dismissed, snoozed, or fully announced (R5.14). */
  quiet: ReadonlySet<SlotId>
  /** Open doses of the last day that nothing announced in time, returned here for the first time (R6.2). */
  unannounced: readonly SlotView[]
  /** This device's appointments, with the reminders before them that should be announced now. */
  appointments: LocalAppointments
  /** Those of them that were granted to this worker. */
  grantedAppointments: ReadonlySet<SlotId>
  /** How much this device's lock screen may show. */
  wording: Wording
}

/**
 * Returns what to show for a push: always at least one notification, because a push that shows nothing costs the
 * subscription (docs/reminders.md). Local data beats the payload. A payload about doses unknown to this device is shown
 * as it is.
 */
export function noticesForPush(payload: PushPayload | null, local: LocalState): Notice[] {
  if (local.kind === 'signed-out') return [plainNotice(t('Sign in to see your reminders.'))]
  if (local.kind === 'unknown')
    return [payload ? payloadNotice(payload) : plainNotice(t('Open Dosewell to see what is due.'))]
  if (payload && isForOthers(payload, local)) return [plainNotice(t('Open Dosewell to see what is due.'))]
  // A test is not a reminder. A push that silently replaces a reminder knows more than this device does yet.
  if (payload?.kind === 'test') return [payloadNotice(payload)]
  const isAsReceived = payload && (claimsNothing(payload) || isAboutUnknown(payload, local))
  const notices = isAsReceived ? [payloadNotice(payload)] : noticesOf(payload, local)
  const isDiscreet = payload?.wording === 'discreet' || local.wording === 'discreet'
  return isDiscreet ? notices.map(discreetly) : notices
}

/** Returns whether the push was for this device, so that showing it proves that reminders arrive here (R5.4). */
export const isForHere = (payload: PushPayload, local: LocalState): boolean =>
  local.kind === 'unknown' || (local.kind === 'known' && !isForOthers(payload, local))

const isForOthers = ({ user }: PushPayload, { account }: KnownState): boolean => user !== null && user !== account

/** Returns whether the push is about somebody of whom this device has not heard yet (R11.7). */
const isAboutUnknown = ({ person }: PushPayload, { user }: KnownState): boolean => person !== null && person !== user

function noticesOf(payload: PushPayload | null, local: KnownState): Notice[] {
  const subject = payload ? subjectOf(payload, local) : []
  const isNamed = (kind: PushPayload['kind']) => (id: SlotId) => payload?.kind === kind && payload.slotIds.includes(id)
  const notices: Notice[] = []
  // What a page has announced is only shown again, quietly, if the push is about it, because something has to be shown.
  if (local.due.length > 0 && (local.granted || isAboutDue(payload, subject, local)))
    notices.push(reminderNotice(local.due, local, local.granted))
  notices.push(...earlyNotices(local, isNamed('early')))
  notices.push(...appointmentNotices(local, isNamed('visit')))
  if (payload && !isCovered(payload, subject, local)) notices.push(payloadNotice(payload))
  if (notices.length > 0) return notices
  const quiet = subject.filter(({ slot }) => local.quiet.has(slot.id))
  if (payload && payload.kind !== 'early' && quiet.length > 0) return [quietNotice(payload, quiet)]
  const logged = subject.filter(isLogged)
  if (payload && logged.length > 0) return [alreadyLogged(payload, logged, local)]
  return [plainNotice(t('Nothing is due right now.'))]
}

/** Returns whether a push is about doses that are due here. One that names none is about all of them. */
function isAboutDue(payload: PushPayload | null, subject: readonly SlotView[], { due }: KnownState): boolean {
  if (payload?.kind === 'visit') return false
  return payload?.kind !== 'early' || due.some(({ view }) => subject.includes(view))
}

/** Returns the reminders before appointments to show now: those granted to this worker, and those the push is about. */
const appointmentNotices = (local: KnownState, isAsked: (id: SlotId) => boolean): Notice[] =>
  local.appointments.due
    .filter(({ id }) => local.grantedAppointments.has(id) || isAsked(id))
    .map((reminder) => appointmentNotice(reminder, local, local.grantedAppointments.has(reminder.id)))

/**
 * Returns whether nothing is lost by not showing a push about an appointment (R7.5): its reminder is announced here, or
 * this device knows that the appointment has no such reminder any more. A reminder that is planned but not due yet may
 * only seem early because of this device's clock.
 */
const isAppointmentCovered = (
  { slotIds, tag }: PushPayload,
  { appointments: { due, planned, known } }: KnownState,
): boolean => due.some(({ id }) => slotIds.includes(id)) || (known.has(tag) && !slotIds.some((id) => planned.has(id)))

/** Returns whether a push is about a reminder that none of this device's appointments has. */
export const isAppointmentDisputed = ({ kind, slotIds }: PushPayload, { appointments }: KnownState): boolean =>
  kind === 'visit' && !slotIds.some((id) => appointments.planned.has(id))

/** Returns what a periodic check shows: only what was not announced yet, and possibly nothing. */
export function noticesForCheck(local: LocalState): Notice[] {
  if (local.kind !== 'known') return []
  const notices = local.granted ? [reminderNotice(local.due, local, true)] : []
  notices.push(...earlyNotices(local))
  notices.push(...appointmentNotices(local, () => false))
  if (local.unannounced.length > 0) notices.push(missedNotice(local.unannounced, local))
  return notices.map((notice) => (local.wording === 'discreet' ? discreetly(notice) : notice))
}

/**
 * Returns a quiet list of what nothing could announce in time, one line each. It leads to where they can be settled.
 */
function missedNotice(missed: readonly SlotView[], local: KnownState): Notice {
  const lines = missed.map(({ name, slot }) =>
    t('{medicine} at {time}', { medicine: name, time: formatTime12(shownTime(slot)) }),
  )
  const title =
    missed.length === 1
      ? t('Not logged yet')
      : t('{count, plural, one {# dose is not logged yet} other {# doses are not logged yet}}', {
          count: missed.length,
        })
  return {
    title: titleFor(local.person, title),
    body: lines.join('\n'),
    tag: tagFor(local.person, 'missed'),
    silent: true,
    renotify: false,
    stays: false,
    initial: initialFor(local.person),
    data: { kind: 'reminder', user: local.user, slotIds: [], path: PAGES.reminders },
  }
}

/** Returns the local doses that a push is about: those it names, otherwise those at the time in its group tag. */
export function subjectOf(payload: PushPayload, { views, person }: Pick<KnownState, 'views' | 'person'>): SlotView[] {
  const ids = new Set(payload.slotIds)
  return views.filter(
    ({ slot }) => ids.has(slot.id) || tagFor(person, groupTag(slot.date, shownTime(slot))) === payload.tag,
  )
}

export const isLogged = (view: SlotView): boolean => settles(view.outcome)

/**
 * Returns whether nothing is lost by not announcing the payload: each of its doses is logged or quiet here, or in the
 * notification of what is due.
 */
function isCovered(payload: PushPayload, subject: readonly SlotView[], local: KnownState): boolean {
  if (payload.kind === 'visit') return isAppointmentCovered(payload, local)
  if (payload.kind === 'early') return isEarlyCovered(payload.slotIds, subject, local)
  if (subject.length === 0 || subject.length < payload.slotIds.length) return false
  const announced = new Set(local.due.map(({ reminder }) => reminder.slotId))
  return subject.every((view) => isLogged(view) || announced.has(view.slot.id) || local.quiet.has(view.slot.id))
}

/** Something has to be shown (R5.2) but must not sound (R5.14): the open doses of the push, worded from local data. */
function quietNotice(payload: PushPayload, quiet: readonly SlotView[]): Notice {
  const shown = payloadNotice(payload)
  return {
    ...shown,
    body: quiet.map((view) => sentenceOf({ view })).join('\n'),
    silent: true,
    renotify: false,
    data: { ...shown.data, slotIds: quiet.map(({ slot }) => slot.id) },
  }
}

/**
 * It is settled here and the server had nothing else to say about it (R5.11). This is shown quietly and replaces the
 * reminder under the same tag.
 */
function alreadyLogged(payload: PushPayload, logged: readonly SlotView[], local: KnownState): Notice {
  const times = logged.flatMap(({ outcome }) => (settles(outcome) ? [msOf(outcome.event.at)] : []))
  const slotIds = logged.map((view) => view.slot.id)
  return {
    title: titleFor(local.person, inRow(logged.map((view) => view.name))),
    body: t('Already logged at {time}', { time: formatTime12(localAt(Math.max(...times), local.zone).time) }),
    tag: payload.tag,
    silent: true,
    renotify: false,
    stays: false,
    initial: initialFor(local.person),
    data: { kind: 'reminder', user: local.user, slotIds, path: payload.path },
  }
}

const payloadNotice = (payload: PushPayload): Notice => ({
  title: payload.title,
  body: payload.body,
  tag: payload.tag,
  silent: payload.silent,
  renotify: !payload.silent,
  stays: payload.kind === 'reminder' || payload.kind === 'visit',
  initial: payload.initial,
  data: {
    kind: payload.kind === 'visit' || payload.kind === 'early' ? payload.kind : 'reminder',
    user: payload.person ?? payload.user,
    slotIds: payload.slotIds,
    path: payload.path,
  },
})

const plainNotice = (body: string): Notice => ({
  // not translated: the name of the app
  title: 'Dosewell',
  body,
  tag: 'dosewell',
  silent: true,
  renotify: false,
  stays: false,
  initial: null,
  data: { kind: 'reminder', user: null, slotIds: [], path: PAGES.home },
})
