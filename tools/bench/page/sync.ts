import { type LoggableSlot, takeSlot } from '#domain/commands/dose-verbs.ts'
import type { DoseEventId, UserId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { DosesAnswer } from '#domain/protocol/doses.ts'
import type { LoggedDoseEvent } from '#domain/records/dose-event.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import { readKnownUser, rememberUser } from '#src/data/device-store.ts'
import { readSyncState } from '#src/data/sync-state.ts'
import { createSyncStore } from '#src/data/sync-store.ts'
import { write } from '#src/data/write.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { createDrainLock } from '#src/platform/drain-lock.ts'
import { createHttpTransport } from '#src/platform/http-transport.ts'
import { ownData } from '#src/platform/whose.ts'
import { syncPass } from '#src/sync/engine.ts'
import { digestOf } from '../events.ts'
import { author, contextOf, freshDatabase, freshDexie, type Offline, offlineSlots } from './device.ts'

const PLAIN = 'bench-dexie' as UserId

let db: DosewellDatabase | null = null

const opened = (): DosewellDatabase => {
  if (!db) throw new Error('firstSync comes first')
  return db
}

/** Runs one pass as the app does: with its transport, its lock, and its check that the user is still signed in. */
async function pass(user: UserId, options: { pull: boolean }): Promise<void> {
  const end = await syncPass(
    {
      store: createSyncStore(opened(), deviceClock),
      transport: createHttpTransport(ownData(user)),
      lock: createDrainLock(user, 0),
      clock: deviceClock,
      user,
      mayGoOn: async () => (await readKnownUser())?.id === user,
    },
    options,
  )
  if (end.kind !== 'synced') throw new Error(`The pass ended with ${JSON.stringify(end)}`)
}

export interface FirstSync {
  ms: number
  /** Compressed bytes of the answers on the wire, and how many answers. */
  bytes: number
  requests: number
  events: number
  digest: string
}

/** Fetches everything, on a device that never held anything. */
export async function firstSync(user: CurrentUser): Promise<FirstSync> {
  await rememberUser(user)
  db?.close()
  db = await freshDatabase(user.id)
  performance.clearResourceTimings()
  const begun = performance.now()
  await pass(user.id, { pull: true })
  const ms = performance.now() - begun
  const answers = performance
    .getEntriesByType('resource')
    .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
  const events = (await db.doseEvents.toArray()) as LoggedDoseEvent[]
  return {
    ms,
    bytes: answers.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    requests: answers.length,
    events: events.length,
    digest: await digestOf(events),
  }
}

/** Puts the records of the last first sync into an empty database of the same shape in one step. */
export async function plainBulkPut(): Promise<{ ms: number; digest: string }> {
  const events = await opened().doseEvents.toArray()
  const plain = await freshDexie(PLAIN)
  const begun = performance.now()
  await plain.table('doseEvents').bulkPut(events)
  const ms = performance.now() - begun
  const digest = await digestOf((await plain.table<LoggedDoseEvent>('doseEvents').toArray()) as LoggedDoseEvent[])
  plain.close()
  return { ms, digest }
}

/** Writes what a user does without a network: each dose its own entry in the outbox. Not timed. */
async function writeOffline(slots: readonly LoggableSlot[], zone: string): Promise<DoseEventId[]> {
  const commands = slots.map((slot) => takeSlot(author, slot, { at: toInstant(slot.slot.at) }))
  const saved = await write(contextOf(opened(), zone), commands)
  if (!saved.ok) throw new Error(saved.error.error)
  return commands.map((command) => command.args.id)
}

/** Delivers that many offline writes; returns the milliseconds until the outbox is empty. */
export async function drainOffline(user: UserId, offline: Offline): Promise<number> {
  const ids = await writeOffline(offlineSlots(offline), offline.zone)
  const { dosesCursor } = await readSyncState(opened())
  const begun = performance.now()
  await pass(user, { pull: false })
  const ms = performance.now() - begun
  await verifyDelivered(ids, dosesCursor)
  await pass(user, { pull: true })
  return ms
}

/** Checks that the outbox is empty, every dose has its place in the log, and the server's log has every dose. */
async function verifyDelivered(ids: DoseEventId[], cursor: number): Promise<void> {
  const waiting = await opened().outbox.count()
  if (waiting > 0) throw new Error(`${waiting} writes were not delivered`)
  const held = await opened().doseEvents.bulkGet(ids)
  if (held.some((event) => typeof event?.seq !== 'number')) throw new Error('A dose has no place in the log')
  const logged = new Set<string>()
  for (let since = cursor, more = true; more; ) {
    const answer = await fetch(`/api/doses?since=${since}`, { cache: 'no-store' })
    const page: DosesAnswer = await answer.json()
    for (const event of page.events) logged.add(event.id)
    since = page.cursor
    more = page.more
  }
  if (!ids.every((id) => logged.has(id))) throw new Error('The server does not hold every dose')
}

/** Returns the database of the last first sync, for later work on it. */
export const syncedDatabase = (): DosewellDatabase => opened()
