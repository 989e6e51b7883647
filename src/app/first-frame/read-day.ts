import { needsConsent } from '#domain/access/may-use.ts'
import { doseViews, type SlotView } from '#domain/doses/dose-views.ts'
import { ofDay } from '#domain/doses/open-day.ts'
import { addDays, type LocalDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { PERSON_PARAM } from '#domain/protocol/pages.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import { dataIdOf, type ListedPerson } from '#domain/records/person.ts'
import { readCurrentUser } from '#domain/records/read-user.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { countFromLog, datesBeside } from '#domain/schedule/counting.ts'
import { NOTHING_LOGGED } from '#domain/schedule/version-timetables.ts'
import { appLockKey } from '#src/data/app-lock.ts'
import { DATABASE_VERSION, DEVICE_STORE, databaseName, peopleKey } from '#src/data/database-names.ts'
import type { Shown, StoredPeople } from '#src/data/people-store.ts'
import { type StoredProfile, withProfile } from '#src/data/stored-profile.ts'
import { browserZone } from '#src/platform/clock.ts'
import type { SyncState } from '#src/sync/ports.ts'
import { takeEarly } from './early-databases.ts'

/** One person’s day on the first frame. */
export interface FirstDay {
  user: CurrentUser
  /** Whose day it is; null where the account looks after nobody. */
  person: ListedPerson | null
  zone: string
  date: LocalDate
  /** The instant (ms) for which the states hold. */
  now: number
  /** Today's doses and yesterday's open ones. */
  slots: SlotView[]
  /** Whether the person has no medications. */
  isUnplanned: boolean
}

/** What this device shows first: the day of one person, or of everyone in the order of the list. */
export type FirstScreen = { kind: 'day'; day: FirstDay } | { kind: 'everyone'; days: FirstDay[] }

/**
 * Reads today's doses with plain IndexedDB, since nothing of the app is loaded yet. Returns null if there is nothing to
 * show ahead of the app, or if only the app can decide: nobody is signed in, a sign-out is unfinished, the app is
 * locked, the age gate applies, or a database belongs to another version or has never been in sync.
 */
export async function readFirstScreen(now: number): Promise<FirstScreen | null> {
  const known = await knownUser()
  if (!known?.user.ageVerified || needsConsent(known.user, now)) return null
  const { user, people } = known
  const named = new URLSearchParams(location.search).get(PERSON_PARAM)
  const seen = people.filter(({ isWithheld }) => !isWithheld)
  const find = (id: string | null) => seen.find((person) => person.id === id)
  const shown = find(named) ?? find(known.shown)
  if (people.length > 1 && !shown) {
    const days = await Promise.all(seen.map((person) => readDay(user, person, now)))
    return days.every((day) => day !== null) ? { kind: 'everyone', days } : null
  }
  const day = await readDay(user, shown ?? null, now)
  return day && !day.isUnplanned ? { kind: 'day', day } : null
}

/** Reads one day: the account's own where there is nobody else. Null if the person's database cannot be used. */
async function readDay(known: CurrentUser, person: ListedPerson | null, now: number): Promise<FirstDay | null> {
  const read = await readRows(known, person, now)
  if (!read) return null
  const { user, zone, date, medications } = read
  const present = new Set(medications.map(({ id }) => id))
  const events = read.events.filter(({ medicationId }) => present.has(medicationId))
  const isCounting = countFromLog(medications).length > 0
  const views = doseViews({
    medications,
    events,
    log: isCounting
      ? (await import('#domain/schedule/dose-log.ts')).doseLogOf({ medications, events })
      : NOTHING_LOGGED,
    from: addDays(date, -1),
    to: date,
    zone,
    now,
  })
  return { user, person, zone, date, now, slots: ofDay(views, date, zone).slots, isUnplanned: medications.length === 0 }
}

interface Known {
  user: CurrentUser
  /** Whom the account may see: at most its own person where it looks after nobody. */
  people: readonly ListedPerson[]
  shown: Shown
}

/** Returns the user this device shows without asking the server or for a PIN; null while a sign-out is unfinished. */
async function knownUser(): Promise<Known | null> {
  if (document.cookie.includes('signed_out=')) return null
  const device = await openExisting(DEVICE_STORE.database)
  if (!device) return null
  try {
    const store = device.transaction(DEVICE_STORE.store).objectStore(DEVICE_STORE.store)
    const [stored, signedOut] = await Promise.all([answer(store.get('user')), answer(store.get('signed-out'))])
    const user = readCurrentUser(stored)
    if (!user || signedOut === user.id || begunByAnother(user.id)) return null
    const [lock, known] = await Promise.all([
      answer(store.get(appLockKey(user.id))),
      answer<StoredPeople | undefined>(store.get(peopleKey(user.id))),
    ])
    return lock ? null : { user, people: known?.people ?? [], shown: known?.shown ?? 'everyone' }
  } finally {
    device.close()
  }
}

/** Returns whether the server's cookie says that another user has just signed in. */
function begunByAnother(known: string): boolean {
  const begun = /(?:^|;\s*)signed_in=([^;]+)/.exec(document.cookie)?.[1]
  return begun !== undefined && begun !== known
}

/** Reads the user with their changes on this device, and the rows that today in the person's zone may need. */
async function readRows(known: CurrentUser, person: ListedPerson | null, now: number) {
  const other = person?.isSelf ? null : person
  const database = await openExisting(databaseName(other ? dataIdOf(other.id) : known.id))
  if (!database) return null
  try {
    if (database.version !== DATABASE_VERSION) return null
    const transaction = database.transaction(['medications', 'doseEvents', 'state'])
    const states = transaction.objectStore('state')
    const [state, profile, medications] = await Promise.all([
      answer<{ value: SyncState } | undefined>(states.get('sync')),
      answer<{ value: StoredProfile } | undefined>(states.get('profile')),
      answer<Medication[]>(transaction.objectStore('medications').getAll()),
    ])
    if (!state?.value.syncedAt) return null
    const user = other ? known : withProfile(known, profile?.value)
    const zone = other?.timeZone ?? user.timeZone ?? browserZone()
    const { date } = localAt(now, zone)
    const range = { from: addDays(date, -1), to: date }
    const log = transaction.objectStore('doseEvents')
    const readAll = (index: string, of: IDBKeyRange | LocalDate) => answer<DoseEvent[]>(log.index(index).getAll(of))
    const ofDates = await readAll('snapshot.date', IDBKeyRange.bound(range.from, range.to))
    const counting = countFromLog(medications)
    const logs = await Promise.all([
      ...counting.map((id) => readAll('[medicationId+at]', IDBKeyRange.bound([id], [id, []]))),
      ...datesBeside(range, medications).map((beside) => readAll('snapshot.date', beside)),
    ])
    const events = [...new Map([...ofDates, ...logs.flat()].map((event) => [event.id, event])).values()]
    return { user, zone, date, medications, events }
  } finally {
    // If it stayed open, it would block an upgrade.
    database.close()
  }
}

/** Opens the existing database as it is; returns null, without creating one, if there is none. */
async function openExisting(name: string): Promise<IDBDatabase | null> {
  const early = await takeEarly(name)
  if (early) return early
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
