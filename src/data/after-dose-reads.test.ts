import { expect, test } from 'vitest'
import type { MedicationId } from '#domain/lib/ids.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import {
  at,
  day,
  instant,
  METFORMIN,
  SYDNEY,
  sampleEvent,
  sampleId,
  sampleMedication,
} from '#domain/testing/samples.ts'
import { newMedication, testDevice } from '#src/testing/device.ts'
import { readDoseViews } from './reads.ts'
import { readSlotView } from './slot-read.ts'
import { storedDose } from './stored-dose.ts'
import { write } from './write.ts'
import { readLog } from './year-read.ts'

const FOLLOWING = sampleId<MedicationId>(2)
const TODAY = { from: day('2026-11-20'), to: day('2026-11-20'), zone: SYDNEY }
const NOW = at('2026-11-20 18:04')
const follows = (medicationId: MedicationId) => ({ kind: 'after-dose' as const, medicationId, minutes: 30 })

/** A device with Metformin, and a medicine that follows it. */
async function deviceWith(events: DoseEvent[]) {
  const device = await testDevice()
  const plan = { schedule: follows(METFORMIN), reminderTimes: [] }
  const following = sampleMedication({ id: FOLLOWING, name: 'Vitamin D' }, [plan])
  await device.db.medications.bulkPut([sampleMedication(), following])
  await device.db.doseEvents.bulkPut(events.map((event) => storedDose({ ...event, seq: null })))
  const shown = async () =>
    (await readDoseViews(device.db, TODAY, NOW)).slots
      .filter(({ slot }) => slot.medicationId === FOLLOWING)
      .map(({ slot, state }) => `${slot.time} ${state}`)
  return { ...device, shown }
}

const evening = sampleEvent(1, { slot: '2026-11-19 20:00', at: instant('2026-11-19 23:45') })
const extra = sampleEvent(2, { slot: null, at: instant('2026-11-20 09:00') })

test('a dose follows what was logged of the other medicine, on the evening before too', async () => {
  const { db, shown } = await deviceWith([evening, extra])
  expect(await shown()).toEqual(['00:15 missed', '09:30 late'])
  const { slots } = await readDoseViews(db, TODAY, NOW)
  const [first] = slots.filter(({ slot }) => slot.medicationId === FOLLOWING)
  expect(first && (await readSlotView(db, first.slot.id, SYDNEY, NOW))).toMatchObject({
    state: 'missed',
  })
  const { events, log } = await readLog(db, TODAY)
  expect(events.map(({ id }) => id).sort()).toEqual([sampleId(1), sampleId(2)])
  const [medication] = (await db.medications.toArray()).filter(({ id }) => id === FOLLOWING)
  expect(medication && log.timetablesOf(medication, SYDNEY).ofVersions[0]?.(day('2026-11-20'))).toHaveLength(2)
})

test('it goes when that is undone, and when the other medicine is deleted, whose log stays behind here', async () => {
  const { db, shown } = await deviceWith([evening, extra])
  const undone = { kind: 'undone' as const, slot: null, at: instant('2026-11-20 10:00') }
  await db.doseEvents.put(storedDose({ ...sampleEvent(3, { ...undone, undoes: extra.id }), seq: null }))
  expect(await shown()).toEqual(['00:15 late'])
  await db.medications.delete(METFORMIN)
  expect(await shown()).toEqual([])
})

test('R1.5 a dose that was taken is not asked for again on the day to which a correction moved it', async () => {
  const other = (number: number, taken: string) => sampleEvent(number, { slot: '2026-11-20 23:00', at: instant(taken) })
  const early = other(1, '2026-11-20 23:40')
  const undone = sampleEvent(2, { slot: null, kind: 'undone', undoes: early.id })
  const own = { medicationId: FOLLOWING, slot: '2026-11-21 00:10', at: instant('2026-11-20 23:50') }
  const corrected = [early, { ...undone, slotId: early.slotId, snapshot: early.snapshot }, other(3, '2026-11-20 23:20')]
  const { db, shown } = await deviceWith([...corrected, sampleEvent(4, own)])
  expect(await shown()).toEqual([])
  await db.doseEvents.delete(sampleId(4))
  expect(await shown()).toEqual(['23:50 upcoming'])
})

test('a plan that follows what is not there, or leads back, is refused before it is saved', async () => {
  const device = await deviceWith([])
  const { source } = device
  const add = (schedule: ReturnType<typeof follows>) =>
    write(device, [
      {
        name: 'medication.add',
        args: { ...newMedication(source, { name: 'Zinc', schedule, reminderTimes: [] }), allowDuplicate: true },
      },
    ])
  expect(await add(follows(sampleId<MedicationId>(77)))).toMatchObject({
    ok: false,
    error: { status: 422, field: 'schedule.medicationId' },
  })
  expect((await add(follows(FOLLOWING))).ok).toBe(true)
  const { startDate, endDate } = sampleMedication()
  const plan = { schedule: follows(FOLLOWING), reminderTimes: [], startDate, endDate }
  const args = { id: METFORMIN, changes: { plan }, editedAt: instant('2026-11-20 10:00') }
  expect(await write(device, [{ name: 'medication.edit', args }])).toMatchObject({
    ok: false,
    error: { status: 422, field: 'schedule.medicationId' },
  })
})
