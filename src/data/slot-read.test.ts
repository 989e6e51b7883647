import { expect, test } from 'vitest'
import type { LocalDateTime, LocalTime } from '#domain/lib/local-time.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import { at, day, instant, METFORMIN, SYDNEY, sampleEvent, sampleMedication } from '#domain/testing/samples.ts'
import { testDevice } from '#src/testing/device.ts'
import { readSlotView } from './slot-read.ts'
import { storedDose } from './stored-dose.ts'

const NOW = at('2026-11-20 18:04')
const slotOf = (date: string) => slotIdOf(METFORMIN, day(date), '08:00' as LocalTime)

async function deviceWith(
  events: ReturnType<typeof sampleEvent>[],
  plan: Parameters<typeof sampleMedication>[1] = [{}],
) {
  const { db } = await testDevice()
  await db.medications.put(
    sampleMedication(
      {},
      plan.map((one) => ({ ...one, from: '2026-01-01 00:00' })),
    ),
  )
  await db.doseEvents.bulkPut(events.map((event) => storedDose({ ...event, seq: null })))
  return db
}

test.each(['2026-11-20', '2026-11-19', '2026-11-02', '2026-02-03', '2026-12-01'])(
  'the slot of %s is found in the plan without any event',
  async (date) => {
    const db = await deviceWith([])
    expect(await readSlotView(db, slotOf(date), SYDNEY, NOW)).toMatchObject({ slot: { date, time: '08:00' } })
  },
)

test('a slot that only the log knows is found by its events', async () => {
  const event = sampleEvent(1, { slot: '2024-03-01 09:15' })
  const db = await deviceWith([event])
  expect(event.slotId && (await readSlotView(db, event.slotId, SYDNEY, NOW))).toMatchObject({
    slot: { date: '2024-03-01', time: '09:15' },
    state: 'taken',
    planned: false,
  })
})

test('a slot whose entries count for the slot of another plan zone is that dose, on whatever date it is there', async () => {
  const plannedAt = instant('2026-11-20 01:40')
  const [counts, other] = [sampleEvent(1, { slot: '2026-11-20 01:40' }), sampleEvent(2, { slot: '2026-11-19 22:40' })]
  const later = { ...other, at: instant('2026-11-20 09:00') }
  const schedule = { kind: 'after-taken' as const, every: { hours: 24 }, first: '2026-11-01T08:00' as LocalDateTime }
  const events = [counts, later].map((event) => ({ ...event, snapshot: { ...event.snapshot, plannedAt } }))
  const db = await deviceWith(events, [{ schedule, reminderTimes: [] }])
  const view = other.slotId && (await readSlotView(db, other.slotId, SYDNEY, NOW))
  expect(view).toMatchObject({ slot: { id: counts.slotId }, events: [{ id: counts.id }, { id: other.id }] })
})

test('a slot of a medication that is not there any more is nothing', async () => {
  const { db } = await testDevice()
  expect(await readSlotView(db, slotOf('2026-11-20'), SYDNEY, NOW)).toBeNull()
})
