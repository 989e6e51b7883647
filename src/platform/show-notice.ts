import { msg } from '#domain/language/message.ts'
import { language, t } from '#domain/language/translate.ts'
import type { SlotId } from '#domain/lib/ids.ts'
import type { AppointmentsHere } from '#domain/reminders/appointment-reminders.ts'
import { type Notice, readNoticeData, SNOOZE_MINUTES } from '#domain/reminders/notices.ts'

const ICON = '/icons/icon-192.png'
const BADGE = '/icons/badge-96.png'

export type NoticeAction = 'taken' | 'snooze'

const actions = (): { action: NoticeAction; title: string }[] => [
  { action: 'taken', title: t('Taken') },
  { action: 'snooze', title: t('Snooze {minutes} min', { minutes: SNOOZE_MINUTES }) },
]

/** Information only: its button does the same as tapping its body. */
const appointmentActions = () => [{ action: 'open', title: t(msg('Open', 'button')) }]

/** `actions` and `renotify` exist where notifications have buttons; TypeScript's libraries omit them. */
interface FullNotificationOptions extends NotificationOptions {
  actions?: { action: string; title: string }[]
  renotify?: boolean
}

type Shower = Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>

export function noticeOptions(notice: Notice): FullNotificationOptions {
  return {
    body: notice.body,
    tag: notice.tag,
    icon: ICON,
    badge: BADGE,
    lang: language().locale,
    silent: notice.silent,
    renotify: notice.renotify && !notice.silent,
    requireInteraction: notice.stays,
    data: notice.data,
    ...(notice.stays ? { actions: notice.data.kind === 'visit' ? appointmentActions() : actions() } : {}),
  }
}

/** Shows a notification in place of those under other tags about the same doses (docs/reminders.md). */
export async function showNotice(registration: Shower, notice: Notice): Promise<void> {
  const shown = await registration.getNotifications()
  await registration.showNotification(notice.title, noticeOptions(notice))
  const slots = new Set<SlotId>(notice.data.slotIds)
  for (const other of shown) {
    if (other.tag === notice.tag) continue
    if (readNoticeData(other.data)?.slotIds.some((id) => slots.has(id))) other.close()
  }
}

/** Closes reminders that no longer ask for anything: all their doses are settled or snoozed. */
export async function closeQuietNotices(
  registration: Pick<ServiceWorkerRegistration, 'getNotifications'>,
  isQuiet: (id: SlotId) => boolean,
): Promise<void> {
  for (const shown of await registration.getNotifications()) {
    const { slotIds, kind } = readNoticeData(shown.data) ?? { slotIds: [], kind: 'reminder' }
    // One that does not stay on screen is not a reminder but news, such as "Already logged". Safari does not report
    // this (undefined).
    if (shown.requireInteraction === false && kind !== 'early') continue
    if (slotIds.length > 0 && slotIds.every(isQuiet)) shown.close()
  }
}

/** Closes reminders of appointments that were moved, completed or deleted. Those unknown to this device stay. */
export async function closeAppointmentNotices(
  registration: Pick<ServiceWorkerRegistration, 'getNotifications'>,
  { known, planned }: AppointmentsHere,
): Promise<void> {
  for (const shown of await registration.getNotifications()) {
    const data = readNoticeData(shown.data)
    if (data?.kind !== 'visit' || !known.has(shown.tag)) continue
    if (!data.slotIds.some((id) => planned.has(id))) shown.close()
  }
}
