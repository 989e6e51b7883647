import { describe, expect, it } from 'vitest'
import type { Command } from '#domain/commands/command.ts'
import { newId } from '#domain/lib/ids.ts'
import { addCommand, extraDose, newMedication, testDevice } from '#src/testing/device.ts'
import { discardEntry, retryEntry } from './attention.ts'
import { storedDose } from './stored-dose.ts'
import { createSyncStore } from './sync-store.ts'
import { write } from './write.ts'

const REFUSAL = { status: 409, code: 'duplicate', error: 'No.', field: null } as const

/** A device whose first entry was refused and whose others wait for it. */
async function refusedFirst(make: (device: Awaited<ReturnType<typeof testDevice>>) => Command[]) {
  const device = await testDevice()
  await write(device, make(device))
  const store = createSyncStore(device.db, device.source)
  const [first] = await store.nextEntries(1)
  if (!first) throw new Error('nothing waits')
  await store.settle([{ entry: first, kind: 'refused', refusal: REFUSAL }])
  return { device, first }
}

describe('what needs attention', () => {
  it('S6.3 discarding a medication discards what waits for it', async () => {
    const { device, first } = await refusedFirst(({ source }) => {
      const medication = newMedication(source)
      return [addCommand(medication), extraDose(source, medication)]
    })
    await discardEntry(device, first.position)
    expect(await device.db.outbox.count()).toBe(0)
    expect(await device.db.doseEvents.count()).toBe(0)
  })

  it('S6.3 discarding a dose discards the undo that waits for it', async () => {
    const device = await testDevice()
    const medication = newMedication(device.source)
    await write(device, [addCommand(medication)])
    await device.db.outbox.clear()
    const dose = extraDose(device.source, medication)
    if (dose.name !== 'dose.record') throw new Error('no dose')
    const undo = { ...dose.args, id: newId(device.source), kind: 'undone', undoes: dose.args.id } as const
    await write(device, [dose, { name: 'dose.record', args: undo as typeof dose.args }])
    const store = createSyncStore(device.db, device.source)
    const [first] = await store.nextEntries(1)
    if (!first) throw new Error('nothing waits')
    await store.settle([{ entry: first, kind: 'refused', refusal: REFUSAL }])
    await discardEntry(device, first.position)
    expect(await device.db.outbox.count()).toBe(0)
    expect(await device.db.doseEvents.count()).toBe(0)
  })

  it('S2.2 what another tab has sent again is neither discarded nor sent a third time', async () => {
    const { device, first } = await refusedFirst(({ source }) => [addCommand(newMedication(source))])
    await retryEntry(device, first.position, { allowDuplicate: true })
    const onItsWay = await device.db.outbox.toArray()
    expect(onItsWay).toMatchObject([{ state: 'waiting', command: { args: { allowDuplicate: true } } }])
    await retryEntry(device, first.position)
    await discardEntry(device, first.position)
    expect(await device.db.outbox.toArray()).toEqual(onItsWay)
    expect(await device.db.medications.count()).toBe(1)
  })

  /** A dose of another device, which that device moved to another medicine meanwhile, or brought back itself. */
  it('S4.2 a dose that the log has by now stays as it is there when it is sent again and refused again', async () => {
    const device = await testDevice()
    const medication = newMedication(device.source)
    await write(device, [addCommand(medication)])
    await device.db.outbox.clear()
    const dose = extraDose(device.source, medication)
    await write(device, [dose])
    const store = createSyncStore(device.db, device.source)
    const refuseNext = async () => {
      const [next] = await store.nextEntries(1)
      if (!next) throw new Error('nothing waits')
      await store.settle([{ entry: next, kind: 'refused', refusal: REFUSAL }])
      return next
    }
    const { position } = await refuseNext()
    const logged = storedDose({ ...dose.args, medicationId: newMedication(device.source).id, seq: 7 })
    await device.db.doseEvents.put(logged)

    await retryEntry(device, position)
    expect(await device.db.doseEvents.toArray()).toEqual([logged])
    await refuseNext()
    expect(await device.db.doseEvents.toArray()).toEqual([logged])
  })
})
