import { readReminderViews } from '#src/data/notification-log.ts'
import { countDue, showBadge } from '#src/platform/app-badge.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { withRemindedData } from './local-data.ts'

/**
 * Shows on the icon how many doses are due, of everybody whose doses this account is reminded of (R5.7). Rejects where
 * the data of somebody cannot be read, after showing the number of the others (R11.8).
 */
export async function showEverybodysBadge(): Promise<void> {
  const counts: number[] = []
  const counting = withRemindedData(async ({ db, zone }) => {
    counts.push(countDue(await readReminderViews(db, zone, deviceClock.now())))
  })
  const isWhole = await counting.then(
    () => true,
    () => false,
  )
  // Without any number the one on the icon may still be right.
  if (isWhole || counts.length > 0) await showBadge(counts.reduce((sum, count) => sum + count, 0))
  await counting
}
