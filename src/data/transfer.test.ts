import { Dexie } from 'dexie'
import { describe, expect, it } from 'vitest'
import { readDocumentCommand } from '#domain/commands/document-command.ts'
import { newId, type PrescriptionId, type UserId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { MedicalDocument } from '#domain/records/document.ts'
import type { LoggedDoseEvent } from '#domain/records/dose-event.ts'
import { day, sampleDocument, sampleId } from '#domain/testing/samples.ts'
import { addCommand, extraDose, NOW, newMedication, serverRecord, testDevice } from '#src/testing/device.ts'
import { createDatabase } from './database.ts'
import { databaseName } from './database-names.ts'
import { changeDocument, deleteDocument, readDocuments, saveDocument } from './document-writes.ts'
import { createSyncStore } from './sync-store.ts'
import { type HeldData, heldOf, transferLocalData } from './transfer.ts'
import { createUploadStore, keepScan, readKeptScans } from './upload-queue.ts'
import { write } from './write.ts'

let count = 0

/**
 * The database of a lost account: a medication and a dose the server had, an undo of it, and one of each that waits.
 */
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
  expect(await heldOf(user)).toEqual({ ...NOTHING, medications: 2, doses: 3, changes: 2 })
  await transferLocalData(user, device.db, device.source)
  const store = createSyncStore(device.db, device.source)
  const given = await store.nextReplay(10)
  expect(given.map(({ what }) => (what.kind === 'dose' ? what.event.id : what.kind))).toEqual([
    'record',
    dose.args.id,
    undo.args.id,
  ])
  expect((await store.nextEntries(10)).map(({ command }) => command?.name)).toEqual(['medication.add', 'dose.record'])
  expect((await device.db.medications.toArray()).map(({ id }) => id).sort()).toEqual([input.id, added.id].sort())
  expect(await Dexie.exists(databaseName(user))).toBe(false)
  expect(await heldOf(user)).toBeNull()
})

it('S11.11 interrupted before the old database was deleted, the same again moves nothing twice', async () => {
  const { user } = await lost()
  const device = await testDevice()
  const kept = await Dexie.getDatabaseNames()
  expect(kept).toContain(databaseName(user))
  const copies = await snapshotOf(user)
  await transferLocalData(user, device.db, device.source)
  const counts = async () => [
    await device.db.giveBack.count(),
    await device.db.outbox.count(),
    await device.db.doseEvents.count(),
  ]
  const before = await counts()
  await copies.putBack()
  await transferLocalData(user, device.db, device.source)
  expect(await counts()).toEqual(before)
})

it('S11.11 also after what was moved has reached the server, and some of it was deleted there since', async () => {
  const { user } = await lost()
  const { db, source } = await testDevice()
  const copies = await snapshotOf(user)
  await transferLocalData(user, db, source)
  for (const table of [db.outbox, db.giveBack, db.medicationBase, db.medications, db.doseEvents]) await table.clear()
  await copies.putBack()
  await transferLocalData(user, db, source)
  const left = [await db.outbox.count(), await db.giveBack.count(), await db.medications.count()]
  expect(left).toEqual([0, 0, 0])
  expect(await Dexie.exists(databaseName(user))).toBe(false)
})

it('S11.11 a device that keeps nothing of that account offers nothing', async () => {
  const user = sampleId<UserId>(7999)
  expect(await heldOf(user)).toBeNull()
  const empty = createDatabase(user)
  await empty.open()
  empty.close()
  expect(await heldOf(user)).toBeNull()
})

describe('S11.11 pictures of the lost account', () => {
  it('S11.11 are offered even when there is nothing else: documents, scans, and by name what has no whole picture here', async () => {
    const { user } = await lostPictures()
    expect(await heldOf(user)).toEqual({
      ...NOTHING,
      documents: 4,
      scans: 2,
      changes: 3,
      lostDocuments: ['Saved elsewhere'],
    })
  })

  it('S11.11, S12.5 wait again under their old keys and in order, whole, what was refused under "Needs attention"', async () => {
    const { user, rows, refused } = await lostPictures()
    const device = await testDevice()
    // Its ids are from a later moment than those of the lost account.
    device.source.advance(1000)
    await saveDocument(device, fieldsOf('New already'), PICTURES)
    const [own] = await device.db.documentQueue.toArray()
    await transferLocalData(user, device.db, device.source)
    const moved = await device.db.documentQueue.orderBy('position').toArray()
    expect(moved.map(({ key, state }) => ({ key, state }))).toEqual([
      { key: own?.key, state: 'waiting' },
      ...rows.map(({ key }) => ({ key, state: key === refused ? 'attention' : 'waiting' })),
    ])
    expect(moved.filter(({ sent, isBegun }) => sent || isBegun)).toEqual([])
    const { documents } = await readDocuments(device.db)
    expect(documents.map(({ documentName, waiting }) => `${documentName}: ${waiting}`).sort()).toEqual([
      'Blood test, corrected: upload',
      'Never sent: upload',
      'New already: upload',
      'On its way: upload',
    ])
    for (const { documentId } of moved.filter(({ command }) => isUpload(command))) {
      const pictures = await device.db.documentPictures.get(documentId)
      expect([await pictures?.image?.text(), await pictures?.thumbnail?.text()]).toEqual(['whole', 'small'])
    }
    expect(await readKeptScans(device.db)).toMatchObject([{ problem: null }, { problem: 'No.' }])
    expect(await (await readKeptScans(device.db))[0]?.image.text()).toBe('a label')
    expect(await Dexie.exists(databaseName(user))).toBe(false)
  })

  it('S11.11 that were deleted or taken back do not come back; what deletes them is sent', async () => {
    const { user, db, device } = await lostDatabase()
    const kept = { db, source: device.source }
    const store = createUploadStore(db, device.source)
    const { id: sent } = await saveDocument(kept, fieldsOf('Sent and deleted'), PICTURES)
    await deliver(store)
    await deleteDocument(kept, sent)
    const { id: begun } = await saveDocument(kept, fieldsOf('Taken back'), PICTURES)
    const entry = await db.documentQueue.where('documentId').equals(begun).first()
    await store.begin({ position: entry?.position ?? 0, key: entry?.key ?? '', command: null })
    await deleteDocument(kept, begun)
    db.close()
    expect(await heldOf(user)).toMatchObject({ documents: 0, lostDocuments: [] })
    await transferLocalData(user, device.db, device.source)
    const moved = await device.db.documentQueue.toArray()
    expect(moved.map(({ documentId, command }) => [documentId, (command as { name: string }).name])).toEqual([
      [sent, 'document.delete'],
      [begun, 'document.delete'],
    ])
    expect(await device.db.documentPictures.count()).toBe(0)
  })

  it('S11.11 interrupted before the old database was deleted, the same again moves none of them twice', async () => {
    const { user } = await lostPictures()
    const device = await testDevice()
    const copies = await snapshotOf(user)
    await transferLocalData(user, device.db, device.source)
    const rows = async () => [
      await device.db.documentQueue.toArray(),
      await device.db.documentPictures.toCollection().primaryKeys(),
      await device.db.keptScans.toCollection().primaryKeys(),
    ]
    const store = createUploadStore(device.db, device.source)
    await deliver(store)
    const before = await rows()
    await copies.putBack()
    await transferLocalData(user, device.db, device.source)
    expect(await rows()).toEqual(before)
  })
})

const NOTHING: HeldData = {
  medications: 0,
  appointments: 0,
  doses: 0,
  documents: 0,
  scans: 0,
  changes: 0,
  lostDocuments: [],
}
const PICTURES = { image: new Blob(['whole']), thumbnail: new Blob(['small']) }
const fieldsOf = (documentName: string) => ({
  documentName,
  documentType: 'test_record' as const,
  documentDate: day('2026-11-10'),
})
const isUpload = (command: unknown) => readDocumentCommand(command)?.name === 'document.upload'

async function lostDatabase() {
  count += 1
  const user = sampleId<UserId>(7000 + count)
  const db = createDatabase(user)
  await db.open()
  return { user, db, device: await testDevice() }
}

/** The server accepts the next change unchanged. */
async function deliver(store: ReturnType<typeof createUploadStore>): Promise<void> {
  const entry = await store.next()
  if (!entry?.command) throw new Error('Nothing waits')
  const { name: _name, ...fields } = entry.command
  await store.taken(entry, sampleDocument(fields as Partial<MedicalDocument>), 41)
}

/**
 * The database of an account with only documents and scans: one document that was sent and one whose upload was
 * interrupted, both corrected or not, one that waits, one that was refused, one that another device saved, and two
 * scans.
 */
async function lostPictures() {
  const { user, db, device } = await lostDatabase()
  const kept = { db, source: device.source }
  const store = createUploadStore(db, device.source)
  const elsewhere = sampleDocument({ id: sampleId(7998), documentName: 'Saved elsewhere' })
  await store.replaceList([elsewhere], { etag: '"40"', seq: 40 })
  const { id: sent } = await saveDocument(kept, fieldsOf('Blood test'), PICTURES)
  await deliver(store)
  await changeDocument(kept, sent, { documentName: 'Blood test, corrected' })
  await deliver(store)
  await saveDocument(kept, fieldsOf('Refused'), PICTURES)
  const refused = await store.next()
  if (!refused) throw new Error('Nothing waits')
  await store.refused(refused, { status: 413, code: 'too_large', error: 'No.', field: null })
  await saveDocument(kept, fieldsOf('On its way'), PICTURES)
  const begun = await store.next()
  if (begun) await store.begin(begun)
  await saveDocument(kept, fieldsOf('Never sent'), PICTURES)
  for (const problem of [null, 'No.']) {
    await keepScan(db, {
      id: newId<PrescriptionId>(device.source),
      scanType: 'prescription',
      uploadMethod: 'camera',
      createdAt: toInstant(NOW),
      image: new Blob(['a label']),
      problem,
    })
  }
  const rows = await db.documentQueue.orderBy('position').toArray()
  db.close()
  return { user, rows, refused: refused.key }
}

/** Returns the database's current rows, to be restored after it was deleted. */
async function snapshotOf(user: UserId) {
  const read = createDatabase(user)
  await read.open()
  const rows = await Promise.all(read.tables.map(async (table) => [table.name, await table.toArray()] as const))
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
