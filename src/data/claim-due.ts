import type { SlotView } from '#domain/doses/dose-views.ts'
import type { SlotId } from '#domain/lib/ids.ts'
import { dueRings, type Ring } from '#domain/reminders/alerts.ts'
import type { DueReminder } from '#src/platform/reminder-notice.ts'
import type { DosewellDatabase } from './database.ts'
import { claimRings, quietSlots, withoutDismissed } from './ring-ledger.ts'

/** What a worker is to say of the doses of this device. */
export interface ClaimedDoses {
  /** What should ring now and was not dismissed. */
  due: DueReminder[]
  /** The rings of those that nobody announced before, and that the caller has to announce. */
  granted: Ring[]
  /** Open doses about which nothing sounds for now (`quietSlots`). */
  quiet: Set<SlotId>
}

/** @param now milliseconds since the epoch */
export async function claimDue(db: DosewellDatabase, views: readonly SlotView[], now: number): Promise<ClaimedDoses> {
  const due = await withoutDismissed(db, dueRings(views, now))
  const rings = due.map(({ ring }) => ring)
  return { due, granted: await claimRings(db, rings, now), quiet: await quietSlots(db, views, now) }
}
