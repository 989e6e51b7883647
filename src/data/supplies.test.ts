import { describe, expect, it } from 'vitest'
import type { Amount } from '#domain/lib/amount.ts'
import { newId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { addCommand, addedPack, newMedication, serverRecord, testDevice, USER } from '#src/testing/device.ts'
import { discardEntry } from './attention.ts'
import { replaceRecord } from './rejected-writes.ts'
import { readSyncState } from './sync-state.ts'
import { createSyncStore } from './sync-store.ts'
import { write } from './write.ts'

const TABLETS = { amounts: { unit: 'tablet', each: '1' as Amount } }

async function deviceWith(fields = {}) {
  const device = await testDevice()
  const store = createSyncStore(device.db, device.source)
  const medication = newMedication(device.source, { ...TABLETS, ...fields })
  await store.replaceList('medications', [serverRecord(medication)], { etag: '"1"', seq: 1 })
  const pack = addedPack(device.source, medication)
  const logged = (seq: number, fields = {}) => ({
    ...addedPack(device.source, medication, fields).args,
    seq,
    receivedAt: toInstant(device.source.now()),
  })
  return { device, store, medication, pack, logged }
}

const REFUSED = { status: 410, code: 'medication_gone', error: 'Gone.', field: null } as const

describe('S13 a supply event', () => {
  it('S1.1 is stored with its outbox entry, and its answer gives it its place', async () => {
    const { device, store, pack } = await deviceWith()
    expect(await write(device, [pack])).toMatchObject({ ok: true })
    const [entry] = await store.nextEntries(10)
    expect(entry?.command).toEqual(pack)
    if (!entry) return
    await store.settle([{ entry, kind: 'taken', body: { ...pack.args, seq: 7, receivedAt: pack.args.at }, seq: 7 }])
    expect(await device.db.outbox.count()).toBe(0)
    expect(await device.db.supplyEvents.toArray()).toMatchObject([{ id: pack.args.id, seq: 7 }])
  })

  it('S1.3 of a medication that counts nothing is refused on the device, and leaves no trace', async () => {
    const { device, pack } = await deviceWith({ amounts: undefined })
    expect(await write(device, [pack])).toMatchObject({ ok: false, error: { status: 422, field: 'amounts.unit' } })
    expect([await device.db.outbox.count(), await device.db.supplyEvents.count()]).toEqual([0, 0])
  })

  it('S13.3 that is refused leaves the view and is kept, with what waits for it; discarded, all of it goes', async () => {
    const { device, store, medication, pack } = await deviceWith()
    const undo = addedPack(device.source, medication, { kind: 'undone', amount: null, undoes: pack.args.id })
    await write(device, [pack])
    await write(device, [undo])
    const [entry] = await store.nextEntries(10)
    if (!entry) throw new Error('nothing waits')
    await store.settle([{ entry, kind: 'refused', refusal: REFUSED }])
    expect(await device.db.outbox.toArray()).toMatchObject([
      { state: 'attention', subject: { name: 'Metformin' } },
      { state: 'waiting' },
    ])
    expect(await store.nextEntries(10)).toEqual([])
    expect(await device.db.supplyEvents.where('id').equals(pack.args.id).count()).toBe(0)
    await discardEntry(device, entry.position)
    expect([await device.db.outbox.count(), await device.db.supplyEvents.count()]).toEqual([0, 0])
  })

  it('S6.8 goes along when its medication is added again', async () => {
    const { device, store, medication, pack } = await deviceWith()
    await write(device, [pack])
    const [entry] = await store.nextEntries(10)
    if (!entry) throw new Error('nothing waits')
    await store.settle([{ entry, kind: 'refused', refusal: REFUSED }])
    const again = { ...medication, id: newId<typeof medication.id>(device.source) }
    await store.replaceList('medications', [], { etag: '"2"', seq: 2 })
    expect(await replaceRecord(device, entry.position, addCommand(again))).toMatchObject({ ok: true })
    expect(await device.db.supplyEvents.toArray()).toMatchObject([{ medicationId: again.id, amount: '28', seq: null }])
  })

  it('S3.4 goes with its medication, unless only this device has it', async () => {
    const { device, store, pack, logged } = await deviceWith()
    await store.appendSupplies([logged(2)], 2)
    await write(device, [pack])
    await store.replaceList('medications', [], { etag: '"3"', seq: 3 })
    expect(await device.db.supplyEvents.toArray()).toMatchObject([{ id: pack.args.id, seq: null }])
  })

  it('S3.4 of a medication that came and went between two lists is dropped', async () => {
    const { device, store, logged } = await deviceWith()
    const { id } = newMedication(device.source)
    await store.appendSupplies([logged(2, { medicationId: id }), logged(9, { medicationId: id })], 9)
    await store.replaceList('medications', [], { etag: '"5"', seq: 5 })
    expect(await device.db.supplyEvents.toArray()).toMatchObject([{ seq: 9 }])
  })

  it('S13.4 is replayed after a restore if it was lost, undos last, and renumbered', async () => {
    const { device, store, logged } = await deviceWith()
    await store.rememberEpoch('first')
    // Who made it, only the server may say (S14.6).
    const [kept, lost] = [logged(5), logged(12, { by: { id: USER, name: 'Ada' } })]
    const undo = logged(11, { kind: 'undone', amount: null, undoes: lost.id })
    await store.appendSupplies([kept, undo, lost], 12)
    await store.startEpoch({ epoch: 'second', restoredSeq: 10 })
    expect(await readSyncState(device.db)).toMatchObject({ supplyCursor: 10 })
    const replayed = await store.nextReplay(10)
    expect(replayed.map(({ key, originalSeq, what }) => [key, originalSeq, what.kind])).toEqual([
      [lost.id, 12, 'supply'],
      [undo.id, 11, 'supply'],
    ])
    expect(replayed[0]).not.toHaveProperty('what.event.by')
    const body = { ...lost, seq: 1001 }
    const [first, second] = replayed
    if (!first || !second) throw new Error('nothing to replay')
    await store.settleReplay([
      { entry: first, kind: 'taken', body, seq: 1001 },
      { entry: second, kind: 'refused', refusal: { ...REFUSED, status: 422 } },
    ])
    expect(await store.hasToReplay()).toBe(false)
    expect((await device.db.supplyEvents.toArray()).map(({ id, seq }) => [id, seq]).sort()).toEqual(
      [
        [kept.id, 5],
        [lost.id, 1001],
      ].sort(),
    )
    expect(await device.db.outbox.toArray()).toMatchObject([{ kind: 'supply', state: 'attention' }])
  })
})
