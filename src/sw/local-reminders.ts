import { Dexie } from 'dexie'
import { ringOfVisit } from '#domain/reminders/visits.ts'
import { type ClaimedDoses, claimDue } from '#src/data/claim-due.ts'
import { readKnownUser, readSignedOut } from '#src/data/device-store.ts'
import { readWording } from '#src/data/push-notes.ts'
import { readReminderViews } from '#src/data/reminder-views.ts'
import { claimRings, claimUnannounced } from '#src/data/ring-ledger.ts'
import { readVisits } from '#src/data/visit-reminders.ts'
import { countDue, showBadge } from '#src/platform/app-badge.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { type LocalData, withLocalData } from './local-data.ts'
import type { LocalState } from './push-decision.ts'

const USER_DATABASE = /^dosewell-[0-9a-f]{8}-/

const NO_DOSES: ClaimedDoses = { due: [], granted: [], quiet: new Set() }

type Claimed = 'nothing' | 'due' | 'due and unannounced'

/** What is due by local data, with its rings claimed for this worker; a periodic check lists what nothing announced too. */
export async function claimLocalReminders(what: Claimed): Promise<LocalState> {
  const state = await withLocalData((local) => readAndClaim(local, what))
  if (state) return state
  const isSignedOut = (await readKnownUser()) !== null || (await readSignedOut()) !== null
  return isSignedOut || !(await holdsSomebodysData()) ? { kind: 'signed-out' } : { kind: 'unknown' }
}

/** A session that lapsed leaves its data here, and its pushes go on (docs/security.md); a sign-out leaves none, and ends them. */
const holdsSomebodysData = async (): Promise<boolean> =>
  (await Dexie.getDatabaseNames()).some((name) => USER_DATABASE.test(name))

async function readAndClaim({ db, user, zone }: LocalData, what: Claimed): Promise<LocalState> {
  const now = deviceClock.now()
  const views = await readReminderViews(db, zone, now)
  const { due, granted, quiet } = what === 'nothing' ? NO_DOSES : await claimDue(db, views, now)
  const visits = await readVisits(db, zone, now)
  const ofVisits = what === 'nothing' ? [] : await claimRings(db, visits.due.map(ringOfVisit), now)
  const listsUnannounced = what === 'due and unannounced'
  const unannounced = listsUnannounced ? await claimUnannounced(db, views, now, 'check') : []
  await showBadge(countDue(views))
  return {
    kind: 'known',
    user: user.id,
    zone,
    now,
    views,
    due,
    granted: granted.length > 0,
    quiet,
    unannounced,
    visits,
    grantedVisits: new Set(ofVisits.map(({ slotId }) => slotId)),
    wording: await readWording(),
  }
}
