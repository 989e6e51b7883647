import { Dexie } from 'dexie'
import { dueRings } from '#domain/reminders/alerts.ts'
import { readKnownUser, readSignedOut } from '#src/data/device-store.ts'
import { readReminderViews } from '#src/data/reminder-views.ts'
import { claimRings, withoutDismissed } from '#src/data/ring-ledger.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { type LocalData, withLocalData } from './local-data.ts'
import type { LocalState } from './push-decision.ts'

const USER_DATABASE = /^dosewell-[0-9a-f]{8}-/

/** What is due by local data, with its rings claimed for this worker. */
export async function claimLocalReminders(): Promise<LocalState> {
  const state = await withLocalData(readAndClaim)
  if (state) return state
  const isSignedOut = (await readKnownUser()) !== null || (await readSignedOut()) !== null
  return isSignedOut || !(await holdsSomebodysData()) ? { kind: 'signed-out' } : { kind: 'unknown' }
}

/** A session that lapsed leaves its data here, and its pushes go on (DESIGN §7); a sign-out leaves none, and ends them. */
const holdsSomebodysData = async (): Promise<boolean> =>
  (await Dexie.getDatabaseNames()).some((name) => USER_DATABASE.test(name))

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
