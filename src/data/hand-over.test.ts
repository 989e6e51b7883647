import { Dexie } from 'dexie'
import { expect, it } from 'vitest'
import type { UserId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { LoggedDoseEvent } from '#domain/records/dose-event.ts'
import { sampleId } from '#domain/testing/samples.ts'
import { addCommand, extraDose, NOW, newMedication, serverRecord, testDevice } from '#src/testing/device.ts'
import { createDatabase } from './database.ts'
import { databaseName } from './database-name.ts'
import { handOver, keptOf } from './hand-over.ts'
import { createSyncStore } from './sync-store.ts'
import { write } from './write.ts'

let count = 0

/** The database of an account that was lost: a medication and a dose the server had, an undo of it, and one of each that waits. */
async function lost() {
  count += 1
  const user = sampleId<UserId>(7000 + count)
  const { source } = await testDevice()
  const db = createDatabase(user)
  await db.open()
  const store = createSyncStore(db, source)
  const input = newMedication(source)
  await store.replaceList('medications', [serverRecord(input)], { etag: '"1"', seq: 40 })
  const dose = extraDose(source, input)
  const undo = extraDose(source, input, { kind: 'undone', undoes: dose.args.id as never })
  const logged = [undo, dose].map(
    ({ args }, index) => ({ ...args, seq: 41 + index, receivedAt: toInstant(NOW) }) as LoggedDoseEvent,
  )
  await store.appendDoses(logged, 42)
  const added = newMedication(source, { name: 'Apixaban' })
  await write({ db, source, zone: 'UTC' }, [addCommand(added), extraDose(source, added)])
  db.close()
  return { user, input, added, dose, undo }
}

it('S11.11 what the server had is given back, undos last; what waited still waits; the old database is gone', async () => {
  const { user, input, added, dose, undo } = await lost()
  const device = await testDevice()
  expect(await keptOf(user)).toEqual({ medications: 2, appointments: 0, doses: 3 })
  await handOver(user, device.db, device.source)
  const store = createSyncStore(device.db, device.source)
  const given = await store.nextGiveBack(10)
  expect(given.map(({ what }) => (what.kind === 'dose' ? what.event.id : what.kind))).toEqual([
    'record',
    dose.args.id,
    undo.args.id,
  ])
  expect((await store.nextEntries(10)).map(({ command }) => command?.name)).toEqual([
    'medication.add',
    'dose.record',
  ])
  expect((await device.db.medications.toArray()).map(({ id }) => id).sort()).toEqual(
    [input.id, added.id].sort(),
  )
  expect(await Dexie.exists(databaseName(user))).toBe(false)
  expect(await keptOf(user)).toBeNull()
})

it('S11.11 interrupted before the old database was deleted, the same again moves nothing twice', async () => {
  const { user } = await lost()
  const device = await testDevice()
  const kept = await Dexie.getDatabaseNames()
  expect(kept).toContain(databaseName(user))
  const copies = await snapshotOf(user)
  await handOver(user, device.db, device.source)
  const counts = async () => [
    await device.db.giveBack.count(),
    await device.db.outbox.count(),
    await device.db.doseEvents.count(),
  ]
  const before = await counts()
  await copies.putBack()
  await handOver(user, device.db, device.source)
  expect(await counts()).toEqual(before)
})

it('S11.11 a device that keeps nothing of that account offers nothing', async () => {
  const user = sampleId<UserId>(7999)
  expect(await keptOf(user)).toBeNull()
  const empty = createDatabase(user)
  await empty.open()
  empty.close()
  expect(await keptOf(user)).toBeNull()
})

/** The rows of the database as they are now, to be put back after it was deleted. */
async function snapshotOf(user: UserId) {
  const read = createDatabase(user)
  await read.open()
  const rows = await Promise.all(
    read.tables.map(async (table) => [table.name, await table.toArray()] as const),
  )
  read.close()
  return {
    async putBack() {
      const db = createDatabase(user)
      await db.open()
      for (const [name, values] of rows) await db.table(name).bulkPut(values)
      db.close()
    },
  }
}
