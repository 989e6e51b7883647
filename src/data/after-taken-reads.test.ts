import { expect, test } from 'vitest'
import type { Amount } from '#domain/lib/amount.ts'
import type { DoseEventId, MedicationId } from '#domain/lib/ids.ts'
import type { LocalDateTime, LocalTime } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
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
} from '#domain/testing/samples.ts'
import { testDevice } from '#src/testing/device.ts'
import { readDoseViews } from './reads.ts'
import { readSlotView } from './slot-read.ts'
import { storedDose } from './stored-dose.ts'
import { readLog } from './year-read.ts'

const TODAY = { from: day('2026-11-20'), to: day('2026-11-20'), zone: SYDNEY }
const NOW = at('2026-11-20 18:04')
const WEEKLY = { kind: 'after-taken' as const, every: { days: 7 }, first: '2026-11-02T08:00' as LocalDateTime }

/** A device with a weekly medicine that counts from the last dose, and Metformin. */
async function deviceWith(events: DoseEvent[]) {
  const { db } = await testDevice()
  const other = sampleMedication({ id: sampleId<MedicationId>(2) }, [{ schedule: WEEKLY, reminderTimes: [] }])
  await db.medications.bulkPut([sampleMedication(), other])
  await db.doseEvents.bulkPut(events.map((event) => storedDose({ ...event, seq: null })))
  return db
}

const weekly = (number: number, slot: string | null, taken: string, fields: Partial<DoseEvent> = {}) =>
  sampleEvent(number, { medicationId: sampleId<MedicationId>(2), slot, at: instant(taken), ...fields })

test('a dose that counts from the last one is known by what was logged weeks ago, and undone since', async () => {
  const undone = weekly(3, null, '2026-11-18 10:00')
  const undoes = sampleId<DoseEventId>(3)
  const db = await deviceWith([
    sampleEvent(1),
    weekly(2, '2026-11-02 08:00', '2026-11-13 10:00'),
    undone,
    weekly(4, null, '2026-11-19 10:00', { kind: 'undone', undoes }),
  ])
  const { slots } = await readDoseViews(db, TODAY, NOW)
  expect(slots.map(({ slot, state }) => [slot.medicationId === METFORMIN, slot.time, state])).toEqual([
    [true, '08:00', 'taken'],
    [false, '08:00', 'late'],
    [true, '20:00', 'upcoming'],
  ])
})

test('one that waits is shown today, however long ago it was due, and on its own day', async () => {
  const db = await deviceWith([])
  const waiting = async (range: typeof TODAY) =>
    (await readDoseViews(db, range, NOW)).slots
      .filter(({ slot }) => slot.medicationId !== METFORMIN)
      .map(({ slot, state }) => `${slot.date} ${slot.time} ${state}`)
  expect(await waiting(TODAY)).toEqual(['2026-11-02 08:00 late'])
  expect(await waiting({ ...TODAY, from: day('2026-11-02'), to: day('2026-11-02') })).toEqual(['2026-11-02 08:00 late'])
  expect(await waiting({ ...TODAY, from: day('2026-11-10'), to: day('2026-11-19') })).toEqual([])
  const slotId = slotIdOf(sampleId<MedicationId>(2), day('2026-11-02'), '08:00' as LocalTime)
  expect(await readSlotView(db, slotId, SYDNEY, NOW)).toMatchObject({ state: 'late' })
})

test('its whole log is read once, with that of the dates', async () => {
  const own = [weekly(2, '2026-11-02 08:00', '2026-11-13 10:00'), weekly(3, '2026-11-20 08:00', '2026-11-20 10:00')]
  const db = await deviceWith([sampleEvent(1), sampleEvent(9, { slot: '2026-11-02 08:00' }), ...own])
  const { events } = await readLog(db, TODAY)
  expect(events.map(({ id }) => id).sort()).toEqual([1, 2, 3].map((number) => sampleId(number)))
})

test('S4.9 an entry that was replaced since is shown as it is now', async () => {
  const dose = weekly(2, '2026-11-20 08:00', '2026-11-20 10:00')
  const db = await deviceWith([])
  await db.doseEvents.put(storedDose({ ...dose, seq: 1 }))
  await readLog(db, TODAY)
  await db.doseEvents.put(storedDose({ ...dose, takenAmount: '1/3' as Amount, seq: 1 }))
  const { events } = await readLog(db, TODAY)
  expect(events.map(({ takenAmount }) => takenAmount)).toEqual(['1/3'])
})
