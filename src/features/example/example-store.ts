import { Dexie } from 'dexie'
import { type Command, isOfList, listOf } from '#domain/commands/command.ts'
import type { IdSource, UserId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { createDatabase, type DosewellDatabase } from '#src/data/database.ts'
import { databaseName } from '#src/data/database-names.ts'
import { storedList } from '#src/data/record-view.ts'
import { createSyncStore } from '#src/data/sync-store.ts'
import { withLock } from '#src/platform/locks.ts'
import type { Settled } from '#src/sync/ports.ts'
import { exampleData } from './example-data.ts'

/** The databases of examples begin with it, and no account's does. */
const PREFIX = 'example-'

/** Where a tab notes which database its example has: it is there again after a reload, and no other tab's. */
const TAB_KEY = 'dosewell-example'

/** More than anybody writes before it is taken over. */
const MANY = 1000

/** Places in the logs after those of the example itself. */
const AFTERWARDS = 1_000_000

/** Returns the id under which this tab's example is stored. */
export function idOfExample(): UserId {
  const noted = sessionStorage.getItem(TAB_KEY)
  const id = noted ?? `${PREFIX}${crypto.randomUUID()}`
  if (noted === null) sessionStorage.setItem(TAB_KEY, id)
  return id as UserId
}

/** Opens this tab's example, and fills it where it is new. Rejects with what IndexedDB says against it. */
export async function openExample(id: UserId, source: IdSource, zone: string): Promise<DosewellDatabase> {
  const db = createDatabase(id)
  await db.open()
  if ((await db.state.get('sync')) === undefined) await fill(db, source, zone)
  return db
}

async function fill(db: DosewellDatabase, source: IdSource, zone: string): Promise<void> {
  const { medications, doses, supplies, appointments } = exampleData(source, zone)
  const store = createSyncStore(db, source)
  await store.replaceList('medications', medications, { etag: null, seq: 1 })
  await store.replaceList('appointments', appointments, { etag: null, seq: 1 })
  await store.appendDoses(doses, doses.length)
  await store.appendSupplies(supplies, supplies.length)
  await store.markSynced(toInstant(source.now()))
}

/** Takes over what was written, as a server would that refuses nothing. */
export async function takeOver(db: DosewellDatabase, source: IdSource): Promise<void> {
  const store = createSyncStore(db, source)
  const entries = await store.nextEntries(MANY)
  const settled = entries.map(
    async (entry): Promise<Settled> => ({
      entry,
      kind: 'taken',
      body: entry.command && (await recordOf(db, entry.command)),
      seq: AFTERWARDS + entry.position,
    }),
  )
  await store.settle(await Promise.all(settled))
}

/** Returns the record as the device shows it; null for what is no record of a list. */
const recordOf = async (db: DosewellDatabase, command: Command): Promise<unknown> =>
  isOfList(command) ? ((await storedList(db, listOf(command)).view.get(command.args.id)) ?? null) : null

/**
 * Deletes what closed tabs left, and holds on to this tab's example for as long as the tab lives, so that no other tab
 * takes it for such.
 */
export async function tidyExamples(own: UserId): Promise<void> {
  void withLock(databaseName(own), {}, () => new Promise(() => {}))
  const names = (await indexedDB.databases()).map(({ name = '' }) => name)
  const others = names.filter((name) => name.startsWith(databaseName(PREFIX as UserId)) && name !== databaseName(own))
  for (const name of others)
    await withLock(name, { ifAvailable: true }, async (isFree) => void (isFree && (await Dexie.delete(name))))
}

/** Deletes this tab's example with everything that was typed in it. */
export async function deleteExample(db: DosewellDatabase, id: UserId): Promise<void> {
  db.close()
  for (const key of Object.keys(sessionStorage)) if (key.includes(id)) sessionStorage.removeItem(key)
  sessionStorage.removeItem(TAB_KEY)
  await Dexie.delete(databaseName(id))
}
