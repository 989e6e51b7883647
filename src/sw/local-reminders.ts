import { dueRings } from '#domain/reminders/alerts.ts'
import { readKnownUser, readSignedOut } from '#src/data/device-store.ts'
import { readReminderViews } from '#src/data/reminder-views.ts'
import { claimRings, withoutDismissed } from '#src/data/ring-ledger.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { type LocalData, withLocalData } from './local-data.ts'
import type { LocalState } from './push-decision.ts'

/** What is due by local data, with its rings claimed for this worker. */
export async function claimLocalReminders(): Promise<LocalState> {
  const state = await withLocalData(readAndClaim)
  if (state) return state
  // Without a mark nobody signed out: the session lapsed, which does not end pushes (DESIGN §7).
  const someoneSignedOut = (await readKnownUser()) !== null || (await readSignedOut()) !== null
  return someoneSignedOut ? { kind: 'signed-out' } : { kind: 'unknown' }
}

async function readAndClaim({ db, user, zone }: LocalData): Promise<LocalState> {
  const now = deviceClock.now()
  const views = await readReminderViews(db, zone, now)
  const due = await withoutDismissed(db, dueRings(views, now))
  const granted = await claimRings(
    db,
    due.map(({ ring }) => ring),
    now,
  )
  return { kind: 'known', user: user.id, zone, views, due, granted: granted.length > 0 }
}
