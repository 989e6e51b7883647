import { Dexie } from 'dexie'
import { describe, expect, it } from 'vitest'
import type { Command } from '#domain/commands/command.ts'
import { newId, type UserId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { day, sampleAppointment, sampleDocument, sampleId, samplePrescription } from '#domain/testing/samples.ts'
import { addCommand, addedPack, extraDose, newMedication, serverRecord, testSource } from '#src/testing/device.ts'
import { createDatabase } from './database.ts'
import { DATABASE_VERSION, databaseName } from './database-names.ts'
import { NewerDatabaseError } from './newer-database.ts'
import { recordOf } from './outbox-entry.ts'
import { readDoseViews } from './reads.ts'
import { readSyncState } from './sync-state.ts'
import { createSyncStore } from './sync-store.ts'
import { write } from './write.ts'

/**
 * The stores of every version that devices may still have, as they were then. Never edit them: a new version of the
 * schema adds an entry, otherwise the upgrade of real devices is not tested.
 */
const VERSIONS: { version: number; stores: Record<string, string> }[] = [
  {
    version: 1,
    stores: {
      medications: 'id',
      medicationBase: 'id',
      doseEvents: 'id, seq, slotId, [medicationId+at], undoes, snapshot.date, at',
      outbox: '++position, &key, recordId, [state+kind], state',
      acknowledged: 'key, seq, at',
      rings: 'key, at',
      state: 'key',
    },
  },
  { version: 2, stores: { giveBack: '++position, &key', deletions: 'id, at' } },
  { version: 3, stores: { doseEvents: 'id, seq, [medicationId+at], undoes, snapshot.date, looseAt' } },
  {
    version: 4,
    stores: {
      documentBase: 'id',
      documentQueue: '++position, &key, documentId, state',
      documentPictures: 'id',
      appointments: 'id',
      appointmentBase: 'id',
    },
  },
  { version: 5, stores: { keptScans: 'id' } },
  { version: 6, stores: { prescriptions: 'id' } },
  { version: 7, stores: {} },
  { version: 8, stores: { supplyEvents: 'id, seq, medicationId, undoes' } },
  { version: 9, stores: {} },
  { version: 10, stores: {} },
  { version: 11, stores: {} },
  { version: 12, stores: {} },
]

const source = testSource()
const input = newMedication(source)
const record = serverRecord(input)
const dose = extraDose(source, input)
const waitingDose = extraDose(source, input)
const laterDose = extraDose(source, input)
const at = toInstant(source.now())

const entry = (command: Command, state: 'waiting' | 'attention') => ({
  key: newId(source),
  command,
  recordId: recordOf(command).recordId,
  kind: 'dose',
  madeAt: at,
  state,
  refusal: state === 'attention' ? { status: 410, code: 'medication_gone', error: 'No.', field: null } : null,
})

/** At least one row for each store of each version, as that version wrote them. */
const ROWS: Record<number, Record<string, object[]>> = {
  1: {
    medications: [record],
    medicationBase: [record],
    doseEvents: [
      { ...dose.args, seq: 4, receivedAt: at },
      { ...waitingDose.args, seq: null },
    ],
    outbox: [entry(waitingDose, 'waiting'), entry(dose, 'attention')],
    acknowledged: [{ key: newId(source), command: addCommand(input), seq: 3, position: 1, at }],
    rings: [{ key: 'a ring', at }],
    state: [
      {
        key: 'sync',
        value: {
          epoch: 'first',
          medicationsEtag: '"3"',
          medicationsSeq: 3,
          dosesCursor: 4,
          syncedAt: at,
        },
      },
    ],
  },
  2: {
    giveBack: [{ key: newId(source), what: { kind: 'deletion', id: sampleId(70) } }],
    deletions: [{ id: sampleId(70), seq: 2, at }],
  },
  3: {
    doseEvents: [{ ...laterDose.args, seq: 5, receivedAt: at, looseAt: at }],
  },
  4: {
    documentBase: [sampleDocument()],
    documentQueue: [
      {
        key: newId(source),
        documentId: sampleDocument().id,
        command: { name: 'document.edit', id: sampleDocument().id, documentName: 'X-ray' },
        madeAt: at,
        state: 'waiting',
        refusal: null,
      },
    ],
    documentPictures: [{ id: sampleDocument().id, image: null, thumbnail: null }],
    appointments: [sampleAppointment()],
    appointmentBase: [sampleAppointment()],
    state: [
      {
        key: 'sync',
        value: {
          epoch: 'first',
          lists: {
            medications: { etag: '"3"', seq: 3, listSeq: 3, held: null },
            appointments: { etag: null, seq: 0, listSeq: 0, held: null },
          },
          dosesCursor: 4,
          syncedAt: at,
        },
      },
    ],
  },
  6: { prescriptions: [samplePrescription()] },
  8: { supplyEvents: [{ ...addedPack(source, input).args, seq: 6 }] },
}

let users = 5000
const newUser = (): UserId => {
  users += 1
  return sampleId<UserId>(users)
}

/** The database as that version of the app declared it. */
function appOf(user: UserId, version: number): Dexie {
  const db = new Dexie(databaseName(user))
  for (const known of VERSIONS) if (known.version <= version) db.version(known.version).stores(known.stores)
  return db
}

/** A device that went through every version of the schema up to that one and used each. */
async function deviceOf(version: number): Promise<UserId> {
  const user = newUser()
  for (const last of VERSIONS.filter((known) => known.version <= version)) {
    const old = appOf(user, last.version)
    await old.open()
    for (const [store, rows] of Object.entries(ROWS[last.version] ?? {})) await old.table(store).bulkPut(rows)
    old.close()
  }
  return user
}

const rowsOf = async (db: Dexie): Promise<Record<string, unknown[]>> =>
  Object.fromEntries(await Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()])))

describe('S10.2 the local database lives through updates of the app', () => {
  it.each(VERSIONS.map(({ version }) => version))(
    'S10.2 version %i opens in this version with every row it had',
    async (version) => {
      const user = await deviceOf(version)
      const old = new Dexie(databaseName(user))
      await old.open()
      const before = await rowsOf(old)
      old.close()
      const db = createDatabase(user)
      await db.open()
      const { state: _before, ...kept } = before
      expect(await rowsOf(db)).toMatchObject(kept)
      expect(await readSyncState(db)).toMatchObject({
        epoch: 'first',
        lists: { medications: { seq: 3 }, appointments: { seq: 0, etag: null } },
        dosesCursor: 4,
      })
      db.close()
    },
  )

  it('S10.2 the fixtures end with the schema of today', async () => {
    const user = await deviceOf(Number.POSITIVE_INFINITY)
    const old = new Dexie(databaseName(user))
    await old.open()
    const today = createDatabase(newUser())
    await today.open()
    const shape = (db: Dexie) =>
      Object.fromEntries(
        db.tables.map(({ name, schema }) => [
          name,
          [schema.primKey.src, ...schema.indexes.map(({ src }) => src).sort()],
        ]),
      )
    expect(shape(old)).toEqual(shape(today))
    expect(old.verno).toBe(today.verno)
    old.close()
    today.close()
  })

  it('S10.2 a dose without a slot is found by its moment, whichever version logged it', async () => {
    const db = createDatabase(await deviceOf(2))
    await db.open()
    const range = { from: day('2026-11-20'), to: day('2026-11-20'), zone: 'Australia/Sydney' }
    const { extras } = await readDoseViews(db, range, source.now())
    expect(extras.map(({ id }) => id).sort()).toEqual([dose.args.id, waitingDose.args.id].sort())
    db.close()
  })

  it('S11.5 an upgraded device gives back the list it holds, and the next list is taken over whole', async () => {
    const db = createDatabase(await deviceOf(1))
    await db.open()
    expect(await readSyncState(db)).toMatchObject({
      lists: { medications: { listSeq: 3, etag: null } },
    })
    const store = createSyncStore(db, source)
    await store.startEpoch({ epoch: 'second', restoredSeq: 1 })
    expect((await store.nextReplay(10)).map(({ what }) => what.kind)).toEqual(['record', 'command', 'dose'])
    db.close()
  })

  it.each([1, 10, 11])(
    'S4.9 the log of version %i, which dropped exact amounts and moves or planned instants, is read again',
    async (version) => {
      const db = createDatabase(await deviceOf(version))
      await db.open()
      expect(await readSyncState(db)).toMatchObject({ dosesCursor: 4, reread: { from: 0, to: 4 } })
      db.close()
      const fresh = createDatabase(newUser())
      await fresh.open()
      expect((await readSyncState(fresh)).reread).toBeUndefined()
      fresh.close()
    },
  )

  it('S10.2 the list of a version that dropped the mark of an important medication is asked for again', async () => {
    const user = await deviceOf(3)
    const old = appOf(user, 3)
    await old.open()
    await old.table('state').toCollection().modify({ 'value.medicationsEtag': '"9"' })
    old.close()
    const db = createDatabase(user)
    await db.open()
    expect((await readSyncState(db)).lists.medications.etag).toBeNull()
    db.close()
  })

  it('S10.2 the list of a version that dropped the barcodes of medications is asked for again', async () => {
    const db = createDatabase(await deviceOf(6))
    await db.open()
    expect((await readSyncState(db)).lists.medications).toMatchObject({ etag: null, seq: 3 })
    db.close()
  })

  it.each([
    [7, 'what is said about supplies'],
    [8, 'notices, strength and picture'],
    [9, 'photos'],
  ])('S10.2 the list of version %i, which dropped %s, is asked for again', async (version) => {
    const user = await deviceOf(version)
    const old = appOf(user, version)
    await old.open()
    await old.table('state').toCollection().modify({ 'value.lists.medications.etag': '"9"' })
    old.close()
    const db = createDatabase(user)
    await db.open()
    expect((await readSyncState(db)).lists.medications.etag).toBeNull()
    db.close()
  })

  it('S11.5 a deletion that an earlier version saw is one of the medications', async () => {
    const db = createDatabase(await deviceOf(2))
    await db.open()
    const [next] = await createSyncStore(db, source).nextReplay(1)
    expect(next?.what).toEqual({ kind: 'deletion', list: 'medications', id: sampleId(70) })
    db.close()
  })

  it('S2.1 what waited before the update is sent before what is written after it', async () => {
    const db = createDatabase(await deviceOf(1))
    await db.open()
    await write({ db, source, zone: 'Australia/Sydney' }, [extraDose(source, input)])
    const [first, second] = await createSyncStore(db, source).nextEntries(10)
    expect(first?.command).toEqual(waitingDose)
    expect(second?.position).toBeGreaterThan(first?.position ?? 0)
    db.close()
  })
})

describe('S10.3 two versions of the app on one device', () => {
  it('S10.3 an older app does not open what a newer one wrote, and changes nothing in it', async () => {
    const user = newUser()
    const newer = new Dexie(databaseName(user))
    newer.version(99).stores({ medications: 'id', moons: 'id' })
    await newer.open()
    await newer.table('moons').add({ id: 'Europa' })
    newer.close()
    await expect(createDatabase(user).open()).rejects.toBeInstanceOf(NewerDatabaseError)
    const again = new Dexie(databaseName(user))
    await again.open()
    expect(again.verno).toBe(99)
    expect(again.tables.map(({ name }) => name)).toEqual(['medications', 'moons'])
    expect(await again.table('moons').count()).toBe(1)
    again.close()
  })

  it('S10.3 an open database makes way for a newer version with all that was written before', async () => {
    const user = newUser()
    const older = createDatabase(user)
    await older.open()
    const writing = write({ db: older, source, zone: 'Australia/Sydney' }, [addCommand(newMedication(source))])
    const newer = appOf(user, Number.POSITIVE_INFINITY)
    newer.version(99).stores({ moons: 'id' })
    await Promise.all([writing, newer.open()])
    expect(await newer.table('outbox').count()).toBe(1)
    expect(older.isOpen()).toBe(false)
    newer.close()
  })
})

it('what reads the database without Dexie knows its version', async () => {
  const db = createDatabase('018f0000-0000-7000-8000-0000000000ff' as UserId)
  await db.open()
  expect(db.backendDB().version).toBe(DATABASE_VERSION)
  await db.delete()
})
