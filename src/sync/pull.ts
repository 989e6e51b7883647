import * as z from 'zod/mini'
import type { Versions } from '#domain/protocol/events.ts'
import { type ListName, readList } from '#domain/protocol/lists.ts'
import { supplyEventsAnswer } from '#domain/protocol/supply.ts'
import { readCurrentUser } from '#domain/records/read-user.ts'
import { ask, type PullEnd } from './ask.ts'
import type { DrainPorts } from './drain.ts'
import { askForDoses, columnsReader, readPage } from './log-pages.ts'
import type { SyncState } from './ports.ts'

/** A list older than an acknowledged write is fetched again, at most this often per pass. */
const LIST_TRIES = 3

/**
 * Brings the device up to date with the server: the lists (conditional requests) and the logs from their cursors on. If
 * a change notification gave versions, only what this device does not have yet is fetched: usually nothing after its
 * own write, one part after another device's. Today's data comes first: the medications, then what was logged for them.
 */
export async function pull(ports: DrainPorts, upTo?: Versions): Promise<PullEnd> {
  // Once for all parts: nobody else fetches while the drain lock is held, and no part moves what another one compares.
  const state = await ports.store.readState()
  const told = upTo && upTo.epoch === (state.epoch ?? upTo.epoch) ? upTo : undefined
  const parts = [
    () => pullBehind(ports, 'medications', state, told),
    () => pullProfileBehind(ports, state, told),
    () => pullLog(ports, state, told),
    () => pullBehind(ports, 'appointments', state, told),
    () => pullSupplies(ports, state, told),
  ]
  for (const part of parts) {
    const end = await part()
    if (end.kind !== 'fresh') return end
  }
  return { kind: 'fresh' }
}

async function pullBehind(
  ports: DrainPorts,
  list: ListName,
  { epoch, lists }: SyncState,
  told: Versions | undefined,
): Promise<PullEnd> {
  if (!told) return pullList(ports, list, 0)
  const { held } = lists[list]
  const version = told[list]
  // Absent: the server is older than this list.
  const isHeld = version === undefined || (held?.epoch === epoch && held.version >= version)
  return isHeld ? { kind: 'fresh' } : pullList(ports, list, told.seq)
}

/**
 * Fetches the profile if this device is behind. A device that never learned of a change has the profile of the user
 * that the page fetches at start-up.
 */
async function pullProfileBehind(
  ports: DrainPorts,
  { profileSeq }: SyncState,
  told: Versions | undefined,
): Promise<PullEnd> {
  if (ports.withoutProfile) return { kind: 'fresh' }
  const isBehind = told ? (told.profile ?? 0) > (profileSeq ?? 0) : profileSeq !== undefined
  return isBehind ? pullProfile(ports) : { kind: 'fresh' }
}

async function pullLog(ports: DrainPorts, { dosesCursor }: SyncState, told: Versions | undefined): Promise<PullEnd> {
  if (!told) return pullDoses(ports, dosesCursor)
  return dosesCursor >= told.doses ? { kind: 'fresh' } : pullDoses(ports, dosesCursor)
}

/** Fetches the log of supplies, page by page. A server that is older than it answers 404. */
async function pullSupplies(
  ports: DrainPorts,
  { supplyCursor }: SyncState,
  told: Versions | undefined,
): Promise<PullEnd> {
  let since = supplyCursor ?? 0
  if (told && since >= (told.supply ?? 0)) return { kind: 'fresh' }
  for (;;) {
    const got = await ask(ports, { method: 'GET', path: `/api/supply-events?since=${since}` })
    if ('end' in got) return got.status === 404 ? { kind: 'fresh' } : got.end
    const page = z.safeParse(supplyEventsAnswer, got.answer.body)
    if (!page.success) return UNREADABLE
    const { events, cursor, more } = page.data
    if (events.length > 0 || cursor !== since) await ports.store.appendSupplies(events, cursor)
    if (!more) return { kind: 'fresh' }
    since = cursor
  }
}

/** Fetches changes that other devices made to the name and the plan zone. */
async function pullProfile(ports: DrainPorts): Promise<PullEnd> {
  const got = await ask(ports, { method: 'GET', path: '/api/auth/user' })
  if ('end' in got) return got.end
  const user = readCurrentUser(got.answer.body)
  if (!user) return UNREADABLE
  await ports.store.replaceProfile(user, got.answer.seq)
  return { kind: 'fresh' }
}

/** @param atLeast the commit from a change notification: an older list comes from some cache and is out of date */
async function pullList(ports: DrainPorts, list: ListName, atLeast: number): Promise<PullEnd> {
  for (let tries = 0; tries < LIST_TRIES; tries += 1) {
    const { etag } = (await ports.store.readState()).lists[list]
    const got = await ask(ports, { method: 'GET', path: `/api/${list}`, etag })
    if ('end' in got) return got.status === 404 && list !== 'medications' ? { kind: 'fresh' } : got.end
    const isOld = got.answer.seq < atLeast
    if (got.answer.status === 304) {
      if (isOld) continue
      return { kind: 'fresh' }
    }
    const read = readList(list, got.answer.body)
    if (!read) return UNREADABLE
    const { etag: newEtag, seq } = got.answer
    // Without an ETag the list is sent again each time, so that an updated app reads what this one cannot.
    const from = { etag: read.unread.length > 0 ? null : newEtag, seq, unread: read.unread }
    const taken = await ports.store.replaceList(list, read.records, from)
    if (taken && !isOld) return { kind: 'fresh' }
  }
  return tellOfCommits(ports, list)
}

/**
 * Tells the server which commit this device knows, because the list stays older than that. If the server's database was
 * replaced by an older one, the server notices that it never reached this `since` and begins a new epoch (S11.3).
 */
async function tellOfCommits(ports: DrainPorts, list: ListName): Promise<PullEnd> {
  const { seq } = (await ports.store.readState()).lists[list]
  const got = await ask(ports, { method: 'GET', path: `/api/doses?since=${seq}&limit=1` })
  return 'end' in got ? got.end : { kind: 'temporary', after: null }
}

/**
 * Fetches the log in three overlapping steps: while one page is stored, the next is parsed and the one after it
 * downloads. A long log takes as long as the slowest step, with three pages in memory. No page starts being stored
 * before the previous one is (S4.1).
 */
async function pullDoses(ports: DrainPorts, from: number): Promise<PullEnd> {
  let since = from
  let reader = since === 0 ? await columnsReader() : null
  let asked = askForDoses(ports, since, reader)
  let stored = Promise.resolve()
  try {
    for (;;) {
      const got = await asked
      if ('end' in got) return await after(stored, got.end)
      const page = readPage(got.answer.body, reader)
      if (!page) return await after(stored, UNREADABLE)
      const { cursor, more } = page
      if (more) {
        reader ??= await columnsReader()
        asked = askForDoses(ports, cursor, reader)
      }
      const events = page.events()
      await stored
      if (!events) return UNREADABLE
      if (events.length > 0 || cursor !== since) stored = ports.store.appendDoses(events, cursor)
      // Awaited later; until then its failure must not count as unhandled.
      stored.catch(() => {})
      since = cursor
      if (!more) return await after(stored, { kind: 'fresh' })
    }
  } finally {
    // However this ends, nothing of this pass may still be running when its lock is released.
    await Promise.allSettled([stored, asked])
  }
}

const UNREADABLE: PullEnd = { kind: 'temporary', after: null }

async function after(stored: Promise<void>, end: PullEnd): Promise<PullEnd> {
  await stored
  return end
}
