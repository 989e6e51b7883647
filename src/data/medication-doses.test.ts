import { expect, it } from 'vitest'
import type { DoseEventId } from '#domain/lib/ids.ts'
import { instant, METFORMIN, sampleEvent, sampleId } from '#domain/testing/samples.ts'
import { testDevice } from '#src/testing/device.ts'
import { lastTaken } from './medication-doses.ts'
import { storedDose } from './stored-dose.ts'

const lastOf = async (events: ReturnType<typeof sampleEvent>[]) => {
  const { db } = await testDevice()
  await db.doseEvents.bulkPut(events.map((event) => storedDose({ ...event, seq: null })))
  return (await lastTaken(db, METFORMIN))?.id ?? null
}
const taken = (number: number, wall: string) => sampleEvent(number, { slot: null, at: instant(wall) })
const undo = (number: number, of: number, wall: string) =>
  sampleEvent(number, { slot: null, kind: 'undone', undoes: sampleId<DoseEventId>(of), at: instant(wall) })

it('the last dose taken is the last that nobody undid, whenever that was', async () => {
  const first = taken(1, '2026-11-20 08:00')
  expect(await lastOf([])).toBeNull()
  expect(await lastOf([first, taken(2, '2026-11-20 12:00'), undo(3, 2, '2026-11-20 12:05')])).toBe(first.id)
  // By a device whose clock is behind, or of a time that was entered too late.
  expect(await lastOf([first, taken(2, '2026-11-20 12:00'), undo(3, 2, '2026-11-20 11:55')])).toBe(first.id)
  const many = Array.from({ length: 30 }, (_, index) => taken(index + 2, `2026-11-20 12:${10 + index}`))
  const undone = many.map((_, index) => undo(index + 100, index + 2, '2026-11-20 09:00'))
  expect(await lastOf([first, ...many, ...undone])).toBe(first.id)
})
