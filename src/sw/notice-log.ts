import { type DoseAct, doseCommands } from '#domain/commands/dose-verbs.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { addDays } from '#domain/lib/local-time.ts'
import type { Result } from '#domain/lib/result.ts'
import { localAt } from '#domain/lib/zone.ts'
import { type NoticeData, SNOOZE_MINUTES } from '#domain/reminders/notices.ts'
import { thisDevice } from '#src/data/device-store.ts'
import { readDoseViews } from '#src/data/reads.ts'
import { writeDoses } from '#src/data/write-doses.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { describeDevice } from '#src/platform/describe-device.ts'
import type { NoticeAction } from '#src/platform/show-notice.ts'
import { deliver } from './deliver.ts'
import type { LocalData } from './local-data.ts'

/** On a desktop, a notification may stay for days before anyone returns to it. */
const DAYS_SHOWN = 14

/**
 * Logs on this device what a notification button says. Doses that are settled by now stay as they are. Returns false if not every dose in it could be logged.
 */
export async function logFromNotice(local: LocalData, action: NoticeAction, data: NoticeData): Promise<boolean> {
  if (data.user !== null && data.user !== local.user.id) return false
  // A push can be faster than the list that holds its medication.
  if ((await viewsOfNotice(local, data)).length < data.slotIds.length) await deliver(local, true)
  const views = await viewsOfNotice(local, data)
  const open = views.filter(({ outcome }) => outcome.kind === 'open' || outcome.kind === 'snoozed')
  const written = await record(local, action, open)
  return written.ok && views.length > 0 && views.length === data.slotIds.length
}

async function record(
  { db }: LocalData,
  action: NoticeAction,
  doses: readonly SlotView[],
): Promise<Result<string[], unknown>> {
  const author = { device: await thisDevice(describeDevice), source: deviceClock }
  const act: DoseAct = action === 'taken' ? { verb: 'take', doses } : { verb: 'snooze', doses, minutes: SNOOZE_MINUTES }
  return writeDoses({ db, source: deviceClock }, doseCommands(author, act))
}

/** Returns the doses a notification is about, as far as this device knows them. */
export async function viewsOfNotice({ db, zone }: LocalData, data: NoticeData): Promise<SlotView[]> {
  const ids = new Set(data.slotIds)
  const now = deviceClock.now()
  const { date } = localAt(now, zone)
  // By the server's clock, or in a zone that this device has not heard of yet, the next day may have begun.
  const range = { from: addDays(date, -DAYS_SHOWN), to: addDays(date, 1), zone }
  return (await readDoseViews(db, range, now)).slots.filter(({ slot }) => ids.has(slot.id))
}
