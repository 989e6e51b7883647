import type { SlotView } from '#domain/doses/dose-views.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { addDays } from '#domain/lib/local-time.ts'
import type { Result } from '#domain/lib/result.ts'
import { localAt } from '#domain/lib/zone.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import type { Ring } from '#domain/reminders/alerts.ts'
import { ringOfVisit } from '#domain/reminders/visits.ts'
import { thisDevice } from '#src/data/device-store.ts'
import { snoozeSlot, takeSlot } from '#src/data/dose-commands.ts'
import { readDoseViews } from '#src/data/reads.ts'
import { dismissRings } from '#src/data/ring-ledger.ts'
import { readVisits } from '#src/data/visit-reminders.ts'
import { write } from '#src/data/write.ts'
import { requestOutboxSync } from '#src/platform/background-sync.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { describeDevice } from '#src/platform/describe-device.ts'
import { type NoticeData, readNoticeData, SNOOZE_MINUTES } from '#src/platform/reminder-notice.ts'
import { type NoticeAction, showNotice } from '#src/platform/show-notice.ts'
import { deliver } from './deliver.ts'
import { type LocalData, withLocalData } from './local-data.ts'
import { openApp } from './open-app.ts'
import { worker } from './scope.ts'

/** A notification may stand on a desktop for days before somebody comes back to it. */
const DAYS_SHOWN = 14

/** A click on a reminder: its buttons log, its body dismisses it and opens the app. Closing it does neither. */
export function onNotificationClick(event: NotificationEvent): void {
  const data = readNoticeData(event.notification.data)
  event.notification.close()
  event.waitUntil(data && isAction(event.action) ? act(event.action, data) : open(data))
}

const isAction = (action: string): action is NoticeAction => action === 'taken' || action === 'snooze'

/** The window is asked for at once: the browser allows it only shortly after the click. */
async function open(data: NoticeData | null): Promise<void> {
  await Promise.all([openApp(data?.path ?? PAGES.home), data ? dismiss(data) : null])
}

async function dismiss(data: NoticeData): Promise<void> {
  await withLocalData(async (local) => {
    const views = await viewsOf(local, data)
    const rings = views.map((view) => ({ slotId: view.slot.id, start: toInstant(view.ringStart) }))
    await dismissRings(local.db, [...rings, ...(await visitRings(local, data))], deviceClock.now())
  })
}

async function visitRings({ db, zone }: LocalData, { kind, slotIds }: NoticeData): Promise<Ring[]> {
  if (kind !== 'visit') return []
  const { due } = await readVisits(db, zone, deviceClock.now())
  return due.filter(({ id }) => slotIds.includes(id)).map(ringOfVisit)
}

/** Logs first, on this device, with no page and no network needed; then tries to deliver. */
async function act(action: NoticeAction, data: NoticeData): Promise<void> {
  let isLogged = false
  try {
    await withLocalData(async (local) => {
      isLogged = await logOn(local, action, data)
      await requestOutboxSync(worker.registration)
      await deliver(local)
    })
  } finally {
    if (!isLogged) await sayNotLogged(data)
  }
}

/** False when not every dose in it could be logged. Doses that are settled meanwhile are left as they are. */
async function logOn(local: LocalData, action: NoticeAction, data: NoticeData): Promise<boolean> {
  if (data.user !== null && data.user !== local.user.id) return false
  // A push can be faster than the list that holds its medication.
  if ((await viewsOf(local, data)).length < data.slotIds.length) await deliver(local, true)
  const views = await viewsOf(local, data)
  const open = views.filter(({ outcome }) => outcome.kind === 'open' || outcome.kind === 'snoozed')
  const written = await record(local, action, open)
  return written.ok && views.length > 0 && views.length === data.slotIds.length
}

async function record(
  { db, zone }: LocalData,
  action: NoticeAction,
  views: readonly SlotView[],
): Promise<Result<string[], unknown>> {
  const author = { device: await thisDevice(describeDevice), source: deviceClock }
  const commands = views.map((view) =>
    action === 'taken' ? takeSlot(author, view) : snoozeSlot(author, view, SNOOZE_MINUTES),
  )
  return write({ db, source: deviceClock, zone }, commands)
}

async function viewsOf({ db, zone }: LocalData, data: NoticeData): Promise<SlotView[]> {
  const ids = new Set(data.slotIds)
  const now = deviceClock.now()
  const { date } = localAt(now, zone)
  const range = { from: addDays(date, -DAYS_SHOWN), to: date, zone }
  return (await readDoseViews(db, range, now)).slots.filter(({ slot }) => ids.has(slot.id))
}

const sayNotLogged = (data: NoticeData): Promise<void> =>
  showNotice(worker.registration, {
    title: 'This dose is not logged yet',
    body: 'Open Dosewell to log it.',
    tag: data.slotIds[0] ?? 'dosewell',
    silent: false,
    renotify: true,
    stays: false,
    data,
  })
