import { expect, test } from 'vitest'
import type { DeviceId, MedicationId } from '#domain/lib/ids.ts'
import { day, instant, sampleEvent, sampleId, sampleMedication } from '#domain/testing/samples.ts'
import { testDevice } from '#src/testing/device.ts'
import { readConflicts } from './reads.ts'
import { readConflict } from './slot-read.ts'
import { storedDose } from './stored-dose.ts'

const other = { deviceId: sampleId<DeviceId>(901) }

test('S4.4 the slots that several devices logged, the newest first, of medications that are still there', async () => {
  const { db } = await testDevice()
  await db.medications.put(sampleMedication())
  const gone = { medicationId: sampleId<MedicationId>(2) }
  const yesterday = { slot: '2026-11-19 08:00', at: instant('2026-11-19 08:02') }
  const longAgo = { slot: '2026-10-01 08:00', at: instant('2026-10-01 08:02') }
  const events = [
    sampleEvent(1, yesterday),
    sampleEvent(2, { ...yesterday, ...other }),
    sampleEvent(3),
    sampleEvent(4, other),
    sampleEvent(5, gone),
    sampleEvent(6, { ...gone, ...other }),
    sampleEvent(7, longAgo),
    sampleEvent(8, { ...longAgo, ...other }),
    sampleEvent(9, { slot: '2026-11-20 20:00' }),
  ]
  await db.doseEvents.bulkPut(events.map((event) => storedDose({ ...event, seq: null })))
  const conflicts = await readConflicts(db, day('2026-10-16'))
  expect(conflicts.map(({ kind, taken }) => [kind, taken[0]?.snapshot.date])).toEqual([
    ['twice', '2026-11-20'],
    ['twice', '2026-11-19'],
  ])
})

test('S4.4 R1.4 a dose that two devices logged in two plan zones is one question, until it is answered', async () => {
  const { db } = await testDevice()
  await db.medications.put(sampleMedication())
  const plannedAt = instant('2026-11-19 21:40')
  const zoned = (number: number, slot: string, fields: Parameters<typeof sampleEvent>[1] = {}) => {
    const event = sampleEvent(number, { slot, at: instant('2026-11-20 08:41'), ...fields })
    return storedDose({ ...event, snapshot: { ...event.snapshot, plannedAt }, seq: null })
  }
  await db.doseEvents.bulkPut([zoned(1, '2026-11-20 08:40'), zoned(2, '2026-11-19 11:40', other)])
  const [asked, ...more] = await readConflicts(db, day('2026-10-16'))
  expect([asked?.kind, asked?.taken.length, more]).toEqual(['twice', 2, []])
  expect(await readConflict(db, asked as never)).toEqual(asked)
  await db.doseEvents.put(zoned(3, '2026-11-19 11:40', { kind: 'undone', undoes: sampleId(2) }))
  expect([await readConflicts(db, day('2026-10-16')), await readConflict(db, asked as never)]).toEqual([[], null])
})
