import { Dexie } from 'dexie'
import { byMoment } from '#domain/doses/slot-outcome.ts'
import { type IdSource, newId, type UserId } from '#domain/lib/ids.ts'
import { type AnyRecord, LIST_NAMES, type ListName } from '#domain/protocol/lists.ts'
import { createDatabase, type DatabaseEngine, type DosewellDatabase } from './database.ts'
import { databaseName } from './database-names.ts'
import { recomputeProfile } from './profile-view.ts'
import { recompute, storedList } from './record-view.ts'
import { type StoredDoseEvent, storedDose } from './stored-dose.ts'
import type { StoredEntry, StoredReplay } from './stored-rows.ts'
import type { StoredSupplyEvent } from './stored-supply.ts'
import { addPictures, type HeldDocuments, heldDocumentsOf, readPictures } from './transfer-pictures.ts'
import { readDocumentCounts } from './unsent.ts'

type NewReplay = Omit<StoredReplay, 'position'>

/** What this device holds of an account that the server lost in a restore (S11.11). */
export interface HeldData extends HeldDocuments {
  medications: number
  appointments: number
  doses: number
  /** Pictures waiting to be read. */
  scans: number
  /** Everything entered but never accepted by the server: all of the above, plus the profile. */
  changes: number
}

/** Returns null if this device has no database of that user, or nothing in it. */
export async function heldOf(user: UserId): Promise<HeldData | null> {
  return withDatabase(user, {}, async (old) => {
    const { waiting, refused } = await readDocumentCounts(old)
    const kept: HeldData = {
      medications: await old.medications.count(),
      appointments: await old.appointments.count(),
      doses: await old.doseEvents.count(),
      ...(await heldDocumentsOf(old)),
      scans: await old.keptScans.count(),
      changes: (await old.outbox.count()) + waiting + refused,
    }
    const { lostDocuments, ...counts } = kept
    return lostDocuments.length > 0 || Object.values(counts).some((count) => count > 0) ? kept : null
  })
}

/** Returns the same of several; null if there is nothing in any. */
export async function heldOfAll(users: readonly UserId[]): Promise<HeldData | null> {
  const all: HeldData[] = []
  for (const user of users) {
    const held = await heldOf(user)
    if (held) all.push(held)
  }
  const sum = (count: (held: HeldData) => number) => all.reduce((total, held) => total + count(held), 0)
  if (all.length === 0) return null
  return {
    medications: sum(({ medications }) => medications),
    appointments: sum(({ appointments }) => appointments),
    doses: sum(({ doses }) => doses),
    documents: sum(({ documents }) => documents),
    lostDocuments: all.flatMap(({ lostDocuments }) => lostDocuments),
    scans: sum(({ scans }) => scans),
    changes: sum(({ changes }) => changes),
  }
}

/**
 * Moves everything from the lost account's database into `db`: what the server had accepted is replayed as after any
 * restore, and what still waits is sent as usual, pictures included (S12.5). One transaction, after which the old
 * database is deleted. If it was interrupted in between, calling it again moves nothing twice.
 */
export async function transferLocalData(
  from: UserId,
  db: DosewellDatabase,
  source: IdSource,
  engine: DatabaseEngine = {},
): Promise<void> {
  await withDatabase(from, engine, (old) => copy(old, db, { from, source }))
  await new Dexie(databaseName(from), engine).delete()
}

async function withDatabase<T>(
  user: UserId,
  engine: DatabaseEngine,
  work: (db: DosewellDatabase) => Promise<T>,
): Promise<T | null> {
  if (!(await exists(user, engine))) return null
  const db = createDatabase(user, engine)
  await db.open()
  try {
    return await work(db)
  } finally {
    db.close()
  }
}

/** Returns whether the database exists: without a version, Dexie opens only an existing one. */
async function exists(user: UserId, engine: DatabaseEngine): Promise<boolean> {
  const db = new Dexie(databaseName(user), engine)
  try {
    await db.open()
    return true
  } catch (error) {
    if (error instanceof Dexie.NoSuchDatabaseError) return false
    throw error
  } finally {
    db.close()
  }
}

async function copy(
  old: DosewellDatabase,
  db: DosewellDatabase,
  { from, source }: { from: UserId; source: IdSource },
): Promise<void> {
  const records = await Promise.all(
    LIST_NAMES.map(async (list) => ({ list, records: await storedList(old, list).base.toArray() })),
  )
  const events = (await old.doseEvents.toArray()).sort(byMoment)
  const supplies = await old.supplyEvents.toArray()
  const entries = await old.outbox.orderBy('position').toArray()
  const pictures = await readPictures(old)
  await db.transaction('rw', db.tables, async () => {
    // By now it may be at the server, or deleted again.
    const before = await transferredTo(db)
    if (before.includes(from)) return
    await db.state.put({ key: 'transferred', value: [...before, from] })
    const isNew = await lookFor(db)
    const moved = entries.filter(isNew.entry)
    const back = records.flatMap(({ list, records: own }) =>
      own.filter(isNew.record).map((record: AnyRecord) => ({ list, record })),
    )
    const log = events.filter(isNew.event)
    const counted = supplies.filter(isNew.event)
    const logs = [...replayRows(log, 'dose'), ...replayRows(counted, 'supply')]
    await db.giveBack.bulkAdd([...back.map((one) => recordRow(one, source)), ...logs])
    for (const { list, record } of back) await storedList(db, list).base.put(record)
    await db.doseEvents.bulkPut(log.map((event) => storedDose({ ...event, seq: null })))
    await db.supplyEvents.bulkPut(counted.map((event) => ({ ...event, seq: null })))
    await db.outbox.bulkAdd(moved.map(({ position: _old, ...entry }) => entry))
    await addPictures(db, pictures)
    for (const list of LIST_NAMES) {
      const { kind } = storedList(db, list)
      const touched = [
        ...back.flatMap((one) => (one.list === list ? [one.record.id] : [])),
        ...moved.flatMap((entry) => (entry.kind === kind ? [entry.recordId] : [])),
      ]
      for (const id of new Set<string>(touched)) await recompute(db, list, id, source.now())
    }
    if (moved.some(({ kind }) => kind === 'profile')) await recomputeProfile(db)
  })
}

/** Returns the lost accounts whose data was moved here. */
async function transferredTo(db: DosewellDatabase): Promise<readonly UserId[]> {
  const row = await db.state.get('transferred')
  return row?.key === 'transferred' ? row.value : []
}

/** Returns what is not here yet: another device of the lost account may have brought some of it to the server. */
async function lookFor(db: DosewellDatabase) {
  const keys = new Set((await db.outbox.toArray()).map(({ key }) => key))
  const records = new Set<string>()
  for (const list of LIST_NAMES) {
    for (const id of await storedList(db, list).base.toCollection().primaryKeys()) records.add(id)
  }
  const events = new Set<string>([
    ...(await db.doseEvents.toCollection().primaryKeys()),
    ...(await db.supplyEvents.toCollection().primaryKeys()),
  ])
  return {
    entry: ({ key }: StoredEntry) => !keys.has(key),
    record: ({ id }: AnyRecord) => !records.has(id),
    event: ({ id }: { id: string }) => !events.has(id),
  }
}

const recordRow = (one: { list: ListName; record: AnyRecord }, source: IdSource): NewReplay => ({
  key: newId(source),
  what: { kind: 'record', ...one, seq: 1 },
})

/**
 * Returns what the server had accepted of a log; the rest is still in the outbox. Undos come after everything they may
 * undo.
 */
function replayRows(events: (StoredDoseEvent | StoredSupplyEvent)[], kind: 'dose' | 'supply'): NewReplay[] {
  const logged = events.filter(({ seq }) => seq !== null)
  const ordered = [...logged.filter(({ undoes }) => undoes === null), ...logged.filter(({ undoes }) => undoes !== null)]
  return ordered.map(({ id }) => ({ key: id, what: { kind } }))
}
