import type { SlotView } from '#domain/doses/dose-views.ts'
import { t } from '#domain/language/translate.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import type { Reminder } from '#domain/reminders/alerts.ts'
import { reminderOfAppointment } from '#domain/reminders/appointment-reminders.ts'
import { extraStageOf } from '#domain/reminders/extra-notices.ts'
import { type NoticeData, readNoticeData } from '#domain/reminders/notices.ts'
import { readAppointments } from '#src/data/appointment-reminders.ts'
import { dismissReminders } from '#src/data/notification-log.ts'
import { requestOutboxSync } from '#src/platform/background-sync.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { type NoticeAction, showNotice } from '#src/platform/show-notice.ts'
import { showEverybodysBadge } from './badge.ts'
import { deliver } from './deliver.ts'
import { everyStep } from './every-step.ts'
import { type LocalData, mayLogFor, pathHere, withLocalData } from './local-data.ts'
import { logFromNotice, viewsOfNotice } from './notice-log.ts'
import { openApp } from './open-app.ts'
import { worker } from './scope.ts'

/**
 * Handles a click on a reminder: its buttons log, its body dismisses it and opens the app. Closing it does neither. To
 * somebody who may only see by now, the buttons are part of its body.
 */
export async function onNotificationClick({ notification, action }: NotificationEvent): Promise<void> {
  const data = readNoticeData(notification.data)
  notification.close()
  await (data && isAction(action) && (await mayLog(data)) ? act(action, data) : open(data))
}

/** If the role cannot be read, nothing can be logged either: the attempt says so. */
const mayLog = async ({ user }: NoticeData): Promise<boolean> =>
  user === null || (await mayLogFor(user).catch(() => true))

const isAction = (action: string): action is NoticeAction => action === 'taken' || action === 'snooze'

/** Opens the window as early as it can: the browser allows that only shortly after the click. */
async function open(data: NoticeData | null): Promise<void> {
  const path = data?.user ? pathHere(data.path, data.user) : (data?.path ?? PAGES.home)
  await Promise.all([openApp(await path), data ? dismiss(data) : null])
}

async function dismiss(data: NoticeData): Promise<void> {
  await withLocalData(async (local) => {
    const views = await viewsOfNotice(local, data)
    // What is coming up is not dismissed: its reminder has yet to come.
    const reminders = data.kind === 'early' ? [] : views.flatMap(remindersOf)
    await dismissReminders(local.db, [...reminders, ...(await appointmentReminders(local, data))], deviceClock.now())
  }, data.user ?? undefined)
}

/** Returns the reminder of a dose, and the follow-up that it may have now. */
function remindersOf(view: SlotView): Reminder[] {
  const reminder = { slotId: view.slot.id, start: toInstant(view.ringStart), stage: 0 }
  const stage = extraStageOf(view, deviceClock.now())
  return stage === null ? [reminder] : [reminder, { ...reminder, stage }]
}

async function appointmentReminders({ db, zone }: LocalData, { kind, slotIds }: NoticeData): Promise<Reminder[]> {
  if (kind !== 'visit') return []
  const { due } = await readAppointments(db, zone, deviceClock.now())
  return due.filter(({ id }) => slotIds.includes(id)).map(reminderOfAppointment)
}

/** Logs first, on this device, without needing a page or a network; then tries to deliver. */
async function act(action: NoticeAction, data: NoticeData): Promise<void> {
  let isLogged = false
  try {
    await withLocalData(async (local) => {
      isLogged = await logFromNotice(local, action, data)
      await requestOutboxSync(worker.registration)
      await everyStep(showEverybodysBadge, () => deliver(local))
    }, data.user ?? undefined)
  } finally {
    if (!isLogged) await sayNotLogged(data)
  }
}

const sayNotLogged = (data: NoticeData): Promise<void> =>
  showNotice(worker.registration, {
    title: t('This dose is not logged yet'),
    body: t('Open Dosewell to log it.'),
    tag: data.slotIds[0] ?? 'dosewell',
    silent: false,
    renotify: true,
    stays: false,
    initial: null,
    data,
  })
