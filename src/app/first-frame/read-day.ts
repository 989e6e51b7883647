import { needsConsent } from '#domain/access/may-use.ts'
import { doseViews } from '#domain/doses/dose-views.ts'
import { ofDay } from '#domain/doses/open-day.ts'
import { addDays } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import { type CurrentUser, currentUserSchema } from '#domain/records/user.ts'
import { DATABASE_VERSION, databaseName } from '#src/data/database-name.ts'
import { DEVICE_STORE } from '#src/data/device-store-name.ts'
import { browserZone } from '#src/platform/clock.ts'
import type { SyncState } from '#src/sync/ports.ts'
import type { FirstDay } from './draw-day.ts'

/**
 * Today as this device knows it, read with bare IndexedDB: nothing of the app is loaded yet.
 * Null where there is nothing to show ahead of the app, or where only the app can say what to show: nobody is signed in, a
 * sign-out is unfinished, the age gate stands, the database is another version's or has never been in step.
 */
export async function readFirstDay(now: number): Promise<FirstDay | null> {
  const user = await knownUser()
  if (!user?.ageVerified || needsConsent(user, now)) return null
  const zone = user.timeZone ?? browserZone()
  const { date } = localAt(now, zone)
  const rows = await readRows(databaseName(user.id), addDays(date, -1), date)
  if (!rows || rows.medications.length === 0) return null
  const known = new Set(rows.medications.map(({ id }) => id))
  const events = rows.events.filter(({ medicationId }) => known.has(medicationId))
  const views = doseViews({
    medications: rows.medications,
    events,
    from: addDays(date, -1),
    to: date,
    zone,
    now,
  })
  return { user, zone, date, now, slots: ofDay(views, date, zone).slots }
}

/** The person this device shows without asking the server; null while a sign-out still has work to do. */
async function knownUser(): Promise<CurrentUser | null> {
  if (document.cookie.includes('signed_out=')) return null
  const device = await openExisting(DEVICE_STORE.database)
  if (!device) return null
  try {
    const store = device.transaction(DEVICE_STORE.store).objectStore(DEVICE_STORE.store)
    const [user, signedOut] = await Promise.all([answer(store.get('user')), answer(store.get('signed-out'))])
    const parsed = currentUserSchema.safeParse(user)
    return parsed.success && signedOut !== parsed.data.id ? parsed.data : null
  } finally {
    device.close()
  }
}

async function readRows(name: string, from: string, to: string) {
  const database = await openExisting(name)
  if (!database) return null
  try {
    if (database.version !== DATABASE_VERSION) return null
    const transaction = database.transaction(['medications', 'doseEvents', 'state'])
    const dates = IDBKeyRange.bound(from, to)
    const [state, medications, events] = await Promise.all([
      answer<{ value: SyncState } | undefined>(transaction.objectStore('state').get('sync')),
      answer<Medication[]>(transaction.objectStore('medications').getAll()),
      answer<DoseEvent[]>(transaction.objectStore('doseEvents').index('snapshot.date').getAll(dates)),
    ])
    return state?.value.syncedAt ? { medications, events } : null
  } finally {
    // Left open, it would stand in the way of an upgrade.
    database.close()
  }
}

/** The database as it is; null when there is none, which is not made then. */
function openExisting(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name)
    request.onupgradeneeded = () => request.transaction?.abort()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => (request.error?.name === 'AbortError' ? resolve(null) : reject(request.error))
  })
}

const answer = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
