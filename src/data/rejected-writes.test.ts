import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Command } from '#domain/commands/command.ts'
import { readCommand } from '#domain/commands/read-command.ts'
import type { DoseEventId, MedicationId, UserId } from '#domain/lib/ids.ts'
import type { LocalTime } from '#domain/lib/local-time.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import {
  at,
  day,
  instant,
  METFORMIN,
  SYDNEY,
  sampleEvent,
  sampleId,
  sampleMedication,
  samplePlan,
} from '#domain/testing/samples.ts'
import { createDatabase, type DosewellDatabase } from './database.ts'
import { readSlotEvents } from './reads.ts'
import { amendEntry, discardAndMove, goneMedication, replaceRecord } from './rejected-writes.ts'
import { storedDose } from './stored-dose.ts'
import { createSyncStore } from './sync-store.ts'
import { type WriteContext, write } from './write.ts'

type Add = Extract<Command, { name: 'medication.add' }>

const NOW = at('2026-11-20 12:00')
const TWIN = sampleId<MedicationId>(2)
const SLOT_TIME = '08:00' as LocalTime
const NEW = sampleId<MedicationId>(3)
let db: DosewellDatabase
let context: WriteContext

const add = (args: Partial<Add['args']> = {}): Add => ({
  name: 'medication.add',
  args: {
    id: METFORMIN,
    name: 'Metformin XR',
    dosage: '1000 mg',
    frequency: '',
    instructions: '',
    important: false,
    ...samplePlan(),
    createdAt: instant('2026-11-20 07:00'),
    allowDuplicate: false,
    ...args,
  },
})
const dose = (number: number, fields: Parameters<typeof sampleEvent>[1] = {}): Command => ({
  name: 'dose.record',
  args: sampleEvent(number, fields),
})

const refuse = async (position: number, code: 'duplicate' | 'invalid' | 'medication_gone') => {
  const row = await db.outbox.get(position)
  if (!row) throw new Error(`there is no entry ${position}`)
  const refusal = { status: 409, code, error: 'refused', field: null }
  await createSyncStore(db, context.source).settle([
    { entry: { ...row, command: readCommand(row.command) }, kind: 'refused', refusal },
  ])
}
const outbox = async () =>
  (await db.outbox.orderBy('position').toArray()).map(({ state, command }) => ({
    state,
    command: readCommand(command),
  }))

let turn = 0
beforeEach(async () => {
  turn += 1
  let count = 0
  db = createDatabase(sampleId<UserId>(turn))
  await db.open()
  const randomBytes = (length: number) => {
    count += 1
    return new Uint8Array(length).map((_, index) => (index === length - 1 ? count : 0))
  }
  context = { db, zone: SYDNEY, source: { now: () => NOW, randomBytes } }
})
afterEach(() => db.delete())

describe('a refused medication that the person corrected', () => {
  test('takes the place of the old entry, so that its doses still come after it', async () => {
    await write(context, [add(), dose(1)])
    await refuse(1, 'invalid')
    expect(await db.medications.count()).toBe(0)

    const amended = await amendEntry(context, 1, add({ dosage: '500 mg' }))

    expect(amended.ok).toBe(true)
    expect((await db.medications.get(METFORMIN))?.dosage).toBe('500 mg')
    expect(await outbox()).toMatchObject([
      { state: 'waiting', command: { name: 'medication.add', args: { dosage: '500 mg' } } },
      { state: 'waiting', command: { name: 'dose.record' } },
    ])
  })

  test('goes out under a new key: the old one would repeat its refusal', async () => {
    const [key] = (await write(context, [add()])).ok ? await keys() : []
    await refuse(1, 'invalid')
    await amendEntry(context, 1, add({ dosage: '500 mg' }))
    expect(await keys()).not.toContain(key)
  })

  test('stays as it was where this device sees that it would be refused again', async () => {
    await write(context, [add({ id: TWIN, dosage: '500 mg' }), add()])
    await refuse(2, 'invalid')
    const amended = await amendEntry(context, 2, add({ dosage: '500mg' }))
    expect(amended).toMatchObject({ ok: false, error: { code: 'duplicate' } })
    expect((await outbox())[1]).toMatchObject({
      state: 'attention',
      command: { args: { dosage: '1000 mg' } },
    })
  })

  test('that was settled in another tab is not written twice', async () => {
    await write(context, [add()])
    expect(await amendEntry(context, 1, add())).toMatchObject({ ok: false, error: { code: 'not_found' } })
    expect(await outbox()).toHaveLength(1)
  })
})

const keys = async () => (await db.outbox.toArray()).map((row) => row.key)

describe('a medication in the place of one that is gone', () => {
  beforeEach(async () => {
    await db.medications.put(sampleMedication())
    await write(context, [
      dose(1),
      dose(2, { slot: null }),
      dose(3, { kind: 'undone', undoes: sampleId<DoseEventId>(2), slot: null }),
      dose(4, { kind: 'undone', undoes: sampleId<DoseEventId>(99) }),
    ])
    await db.medications.delete(METFORMIN)
    await refuse(1, 'medication_gone')
  })

  test('takes over the doses of this device, after itself in the queue', async () => {
    const replaced = await replaceRecord(context, 1, add({ id: NEW }))
    expect(replaced.ok).toBe(true)
    expect(await outbox()).toMatchObject([
      { state: 'waiting', command: { name: 'medication.add', args: { id: NEW } } },
      { state: 'waiting', command: { args: { id: sampleId(1), medicationId: NEW } } },
      { state: 'waiting', command: { args: { id: sampleId(2), medicationId: NEW, slotId: null } } },
      { state: 'waiting', command: { args: { id: sampleId(3), medicationId: NEW, undoes: sampleId(2) } } },
    ])
    expect(
      await readSlotEvents(db, {
        id: slotIdOf(NEW, day('2026-11-20'), SLOT_TIME),
        date: day('2026-11-20'),
      }),
    ).toHaveLength(1)
  })

  test('leaves out the undo of a dose that went with the old one', async () => {
    await replaceRecord(context, 1, add({ id: NEW }))
    expect(await db.doseEvents.get(sampleId<DoseEventId>(4))).toBeUndefined()
    expect(await db.doseEvents.count()).toBe(3)
  })
})

describe('a medication that was edited here and deleted elsewhere', () => {
  const edit = (changes: Extract<Command, { name: 'medication.edit' }>['args']['changes']): Command => ({
    name: 'medication.edit',
    args: { id: METFORMIN, changes, editedAt: instant('2026-11-20 11:00') },
  })
  const entries = () => db.outbox.orderBy('position').toArray()

  beforeEach(async () => {
    await db.medications.put(sampleMedication())
    await db.medicationBase.put(sampleMedication())
  })
  const deletedElsewhere = async (...refused: number[]) => {
    for (const position of refused) await refuse(position, 'medication_gone')
    await createSyncStore(db, context.source).replaceList('medications', [], { etag: null, seq: 9 })
    expect(await db.medications.count()).toBe(0)
  }

  test('S6.8 is added again as it was, with every edit that was typed', async () => {
    await write(context, [edit({ dosage: '500 mg' }), edit({ instructions: 'After dinner' })])
    await deletedElsewhere(1, 2)
    expect(goneMedication(METFORMIN, await entries(), NOW)).toMatchObject({
      name: 'Metformin XR',
      dosage: '500 mg',
      frequency: 'twice a day',
      instructions: 'After dinner',
      reminderTimes: ['08:00', '20:00'],
    })
  })

  test('S6.8 is known from its refused dose too, with its times', async () => {
    await write(context, [dose(1)])
    await deletedElsewhere(1)
    expect(goneMedication(METFORMIN, await entries(), NOW)).toMatchObject({
      name: 'Metformin XR',
      instructions: 'With food',
      reminderTimes: ['08:00', '20:00'],
    })
  })

  test('S6.8 that nobody knows any more has what the dose and the edit say', async () => {
    await write(context, [dose(1), edit({ instructions: 'After dinner' })])
    await db.outbox.toCollection().modify({ subject: undefined })
    await db.medicationBase.clear()
    await deletedElsewhere(1, 2)
    expect(goneMedication(METFORMIN, await entries(), NOW)).toMatchObject({
      name: 'Metformin XR',
      dosage: '1000 mg',
      instructions: 'After dinner',
    })
  })

  test('S6.8 added again from any of its entries settles all of them, and takes its doses along', async () => {
    await write(context, [edit({ dosage: '500 mg' }), dose(1), edit({ instructions: 'After dinner' })])
    await deletedElsewhere(1, 2, 3)
    const replaced = await replaceRecord(context, 3, add({ id: NEW, dosage: '500 mg' }))
    expect(replaced.ok).toBe(true)
    expect(await outbox()).toMatchObject([
      { state: 'waiting', command: { name: 'medication.add', args: { id: NEW } } },
      { state: 'waiting', command: { name: 'dose.record', args: { medicationId: NEW } } },
    ])
  })
})

test('a medication whose id is taken is added under another one', async () => {
  await write(context, [add(), dose(1)])
  await refuse(1, 'invalid')
  await replaceRecord(context, 1, add({ id: NEW }))
  expect(await outbox()).toMatchObject([
    { command: { name: 'medication.add', args: { id: NEW } } },
    { command: { name: 'dose.record', args: { medicationId: NEW } } },
  ])
  expect(await db.medications.toCollection().primaryKeys()).toEqual([NEW])
})

test('a discarded twin leaves its doses to the medication that is there', async () => {
  await db.medications.put(sampleMedication({ id: TWIN }))
  await write(context, [add({ allowDuplicate: true }), dose(1)])
  await refuse(1, 'duplicate')
  const moved = await discardAndMove(context, 1, TWIN)
  expect(moved.ok).toBe(true)
  expect(await outbox()).toMatchObject([
    { state: 'waiting', command: { name: 'dose.record', args: { medicationId: TWIN } } },
  ])
  expect((await db.doseEvents.get(sampleId<DoseEventId>(1)))?.medicationId).toBe(TWIN)
})

/** After a restore a proxy refused this device's replay of a dose, and another device's was taken. */
test('S4.2 a dose that the log has by now stays as it is there when its medication is added again', async () => {
  await write(context, [
    add(),
    dose(1),
    dose(2, { slot: null }),
    dose(3, { kind: 'undone', undoes: sampleId<DoseEventId>(1) }),
  ])
  await refuse(1, 'medication_gone')
  await refuse(2, 'medication_gone')
  const logged = storedDose({ ...sampleEvent(1), seq: 7 })
  await db.doseEvents.put(logged)
  await replaceRecord(context, 1, add({ id: NEW }))
  expect(await db.doseEvents.get(logged.id)).toEqual(logged)
  expect(await outbox()).toMatchObject([
    { state: 'waiting', command: { name: 'medication.add', args: { id: NEW } } },
    { state: 'waiting', command: { args: { id: sampleId(2), medicationId: NEW } } },
  ])
})

/** Another device replayed the record to a restored server, which refused this device's own addition of it. */
test('S3.1 what waited for a discarded addition leaves the view of a record that is there all the same', async () => {
  const record = sampleMedication({ id: METFORMIN })
  await write(context, [
    add(),
    { name: 'medication.stop', args: { id: METFORMIN, stoppedAt: instant('2026-11-20 11:00') } },
  ])
  await refuse(1, 'invalid')
  await db.medicationBase.put(record)
  await db.medications.put({ ...record, stoppedAt: instant('2026-11-20 11:00') })
  await discardAndMove(context, 1, TWIN)
  expect(await outbox()).toEqual([])
  expect(await db.medications.toArray()).toEqual([record])
})
