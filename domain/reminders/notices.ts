import * as z from 'zod/mini'
import { shownTime } from '../doses/moved-slot.ts'
import { isSaid } from '../language/is-said.ts'
import { t } from '../language/translate.ts'
import type { SlotId, UserId } from '../lib/ids.ts'
import { slotIdSchema } from '../lib/ids-schema.ts'
import { PAGES } from '../protocol/pages.ts'
import type { DueReminder } from './alerts.ts'
import {
  APPOINTMENT_TITLE,
  type AppointmentReminder,
  appointmentBody,
  appointmentTag,
} from './appointment-reminders.ts'
import { groupTag, noticePath } from './grouping.ts'
import { discreetTitle, initialFor, type NoticePerson, reminderTitleAbout, tagFor, titleFor } from './notice-person.ts'
import { COMING_UP, doseLine, reminderBody, reminderTitle } from './texts.ts'

/** The data of a reminder notification. Read it with `readNoticeData`, because a push may have put anything there. */
export interface NoticeData {
  /**
   * For doses, including everything said about them; before a dose is due; or for an appointment, which has no dose
   * actions.
   */
  kind: 'reminder' | 'early' | 'visit'
  /** Whose data it is about; null if the push that brought it did not say. */
  user: UserId | null
  slotIds: SlotId[]
  /** Path and query to open. */
  path: string
}

const noticeDataSchema = z.object({
  kind: z.enum(['reminder', 'early', 'visit']),
  user: z.nullable(
    z.pipe(
      z.string().check(z.maxLength(64)),
      z.transform((id) => id as UserId),
    ),
  ),
  slotIds: z.array(slotIdSchema).check(z.maxLength(200)),
  path: z.string().check(z.startsWith('/'), z.maxLength(300)),
})

/** A notification before it is shown. Never both `silent` and `renotify` (docs/reminders.md). */
export interface Notice {
  title: string
  body: string
  tag: string
  silent: boolean
  renotify: boolean
  /** Whether it stays until the user acts, with the buttons of its kind. */
  stays: boolean
  /** Of whom the account looks after: all that discreet wording says of who it is. */
  initial: string | null
  data: NoticeData
}

/** Whose data a notification is about. */
export interface NoticeOwner {
  user: UserId
  /** Null for the account's own person. */
  person: NoticePerson | null
}

export const SNOOZE_MINUTES = 10

/** Returns the title of the reminders of a person, with its suffix only if that is true of every reminder in it. */
export function titleOf(due: readonly DueReminder[], person: NoticePerson | null = null): string {
  const stages = new Set(due.map(({ reminder }) => reminder.stage))
  const [only] = stages
  const names = due.map(({ view }) => view.name)
  const stage = stages.size === 1 && only !== undefined ? only : 0
  return person ? titleFor(person, reminderTitleAbout(names, stage)) : reminderTitle(stage)
}

export const sentenceOf = ({ view }: Pick<DueReminder, 'view'>): string =>
  reminderBody({ name: view.name, dosage: view.dosage, time: shownTime(view.slot) })

/**
 * Returns one notification for due reminders: the specification's text, one line each.
 * @param sounds false if everything in it was announced before and is shown again without a sound
 */
export function reminderNotice(due: readonly DueReminder[], { user, person }: NoticeOwner, sounds: boolean): Notice {
  const slotIds = due.map(({ view }) => view.slot.id)
  return {
    title: titleOf(due, person),
    body: due.map(sentenceOf).join('\n'),
    tag: tagOf(due, person),
    silent: !sounds,
    renotify: sounds,
    stays: true,
    initial: initialFor(person),
    data: { kind: 'reminder', user, slotIds, path: noticePath(slotIds) },
  }
}

/**
 * Returns the quiet notice before doses: under the tag of their reminder, which replaces it. It has no buttons and
 * leads to the dose.
 */
export function earlyNotice(early: readonly DueReminder[], { user, person }: NoticeOwner): Notice {
  const slotIds = early.map(({ view }) => view.slot.id)
  return {
    title: titleFor(person, t(COMING_UP)),
    body: early.map(({ view: { name, dosage, slot } }) => doseLine({ name, dosage, time: shownTime(slot) })).join('\n'),
    tag: tagOf(early, person),
    silent: true,
    renotify: false,
    stays: false,
    initial: initialFor(person),
    data: { kind: 'early', user, slotIds, path: noticePath(slotIds) },
  }
}

/** Returns the slot id for one; for several, the moment of the first, which stays the same when later ones join. */
function tagOf(due: readonly DueReminder[], person: NoticePerson | null): string {
  const [first, ...others] = [...due].sort((a, b) => a.view.slot.at - b.view.slot.at)
  if (!first) throw new Error('A reminder notification needs a reminder')
  const { slot } = first.view
  return others.length === 0 ? slot.id : tagFor(person, groupTag(slot.date, shownTime(slot)))
}

/**
 * Returns the notification of a reminder before an appointment (R7.4), worded for `now` (ms).
 * @param sounds false if it was announced before and is shown again without a sound
 */
export const appointmentNotice = (
  reminder: AppointmentReminder,
  { user, person, zone, now }: NoticeOwner & { zone: string; now: number },
  sounds: boolean,
): Notice => ({
  title: titleFor(person, t(APPOINTMENT_TITLE)),
  body: appointmentBody(reminder, now, zone),
  tag: appointmentTag(reminder.appointment.id),
  silent: !sounds,
  renotify: sounds,
  stays: true,
  initial: initialFor(person),
  data: { kind: 'visit', user, slotIds: [reminder.id], path: PAGES.appointments },
})

/**
 * Returns the notification as a locked screen may show it (R3.7): no name and no dose, only that there is something,
 * for whom, and when it was logged.
 */
export const discreetly = (notice: Notice): Notice => ({
  ...notice,
  title: discreetTitle(notice.initial),
  body: saysWhenLogged(notice.body) ? notice.body : '',
})

const saysWhenLogged = (body: string): boolean =>
  isSaid(body, (time) => t('Logged at {time}', { time })) ||
  isSaid(body, (time) => t('Already logged at {time}', { time }))

export function readNoticeData(data: unknown): NoticeData | null {
  const parsed = noticeDataSchema.safeParse(data)
  return parsed.success ? parsed.data : null
}
