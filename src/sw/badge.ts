import { readReminderViews } from '#src/data/notification-log.ts'
import { countDue, showBadge } from '#src/platform/app-badge.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { withRemindedData } from './local-data.ts'

/** Shows on the icon how many doses are due, of everybody whose doses this account is reminded of (R5.7). */
export async function showEverybodysBadge(): Promise<void> {
  const counts = await withRemindedData(async ({ db, zone }) =>
    countDue(await readReminderViews(db, zone, deviceClock.now())),
  )
  await showBadge(counts.reduce((sum, count) => sum + count, 0))
}
