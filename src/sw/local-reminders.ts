import { Dexie } from 'dexie'
import type { UserId } from '#domain/lib/ids.ts'
import { type Reminder, reminderKey } from '#domain/reminders/alerts.ts'
import { decideReminders } from '#domain/reminders/decision.ts'
import { noticePersonOf } from '#domain/reminders/notice-person.ts'
import type { LocalState } from '#domain/reminders/push-notices.ts'
import { readAppointments } from '#src/data/appointment-reminders.ts'
import { readKnownUser, readSignedOut } from '#src/data/device-store.ts'
import { askForReminders, readReminderViews } from '#src/data/notification-log.ts'
import { readWording } from '#src/data/push-notes.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { type LocalData, withLocalData, withRemindedData } from './local-data.ts'

const USER_DATABASE = /^dosewell-[0-9a-f]{8}-/

/** For a silent or test push: whatever is due is left for the push that announces it. */
const NOTHING = decideReminders({ now: 0, doses: [], appointments: [] }, { has: () => false, began: null })

type Claimed = 'nothing' | 'due' | 'due and unannounced'

/**
 * Claims what is due by local data for this worker.
 * @param about whose data a push is about; null for the account's own person. If this device does not know them, nothing
 *   is claimed of anybody.
 */
export async function claimLocalReminders(what: 'nothing' | 'due', about: UserId | null): Promise<LocalState> {
  const state =
    (await withLocalData((local) => readAndClaim(local, what), about ?? undefined)) ??
    (await withLocalData((local) => readAndClaim(local, 'nothing')))
  if (state) return state
  const isSignedOut = (await readKnownUser()) !== null || (await readSignedOut()) !== null
  return isSignedOut || !(await holdsSomebodysData()) ? { kind: 'signed-out' } : { kind: 'unknown' }
}

/**
 * Claims what is due of everybody for this worker, and what of them was never announced. `show` gets each person's at
 * once: nobody announces again what was claimed, so it must not depend on the data of the others.
 */
export const claimEverybodysReminders = (show: (state: LocalState) => Promise<void>): Promise<unknown> =>
  // not translated: what to claim
  withRemindedData(async (local) => show(await readAndClaim(local, 'due and unannounced')))

/**
 * Returns whether anybody's data is here. A lapsed session leaves its data and its pushes continue (docs/security.md);
 * a sign-out removes the data and ends them.
 */
const holdsSomebodysData = async (): Promise<boolean> =>
  (await Dexie.getDatabaseNames()).some((name) => USER_DATABASE.test(name))

async function readAndClaim({ db, user, whose, person, zone }: LocalData, what: Claimed): Promise<LocalState> {
  const now = deviceClock.now()
  const views = await readReminderViews(db, zone, now)
  const appointments = await readAppointments(db, zone, now)
  const lister = what === 'due and unannounced' ? ('check' as const) : undefined
  const decision =
    what === 'nothing'
      ? NOTHING
      : await askForReminders(db, { now, doses: views, appointments: appointments.due, lister })
  const isFresh = ({ reminder }: { reminder: Reminder }) => decision.fresh.has(reminderKey(reminder))
  return {
    kind: 'known',
    account: whose.account,
    user: user.id,
    person: person && noticePersonOf(person),
    zone,
    now,
    views,
    due: decision.doses,
    granted: decision.doses.some(isFresh),
    early: decision.early,
    grantedEarly: new Set(decision.early.filter(isFresh).map(({ reminder }) => reminder.slotId)),
    quiet: decision.quiet,
    unannounced: decision.unannounced,
    appointments,
    grantedAppointments: new Set(decision.appointments.filter(isFresh).map(({ appointment }) => appointment.id)),
    wording: await readWording(),
  }
}
