import { liveQuery } from 'dexie'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DoseEventId, SlotId } from '#domain/lib/ids.ts'
import { addDays, type LocalDate } from '#domain/lib/local-time.ts'
import { at, day, instant, SYDNEY, sampleEvent, sampleId, sampleMedication } from '#domain/testing/samples.ts'
import { testDevice } from '#src/testing/device.ts'
import { until } from '#tests/support/wait.ts'
import type { DosewellDatabase } from './database.ts'
import { readDoses, readDoseViews, readEvents, readSlotEvents, readSlotOutcome } from './reads.ts'
import { storedDose } from './stored-dose.ts'

const NOW = at('2026-11-20 18:04')
const TODAY = { from: day('2026-11-20'), to: day('2026-11-20'), zone: SYDNEY }

async function deviceWith(events: ReturnType<typeof sampleEvent>[]): Promise<DosewellDatabase> {
  const { db } = await testDevice()
  await db.medications.put(sampleMedication())
  await db.doseEvents.bulkPut(events.map((event) => storedDose({ ...event, seq: null })))
  return db
}

const extrasOf = async (db: DosewellDatabase) => (await readDoseViews(db, TODAY, NOW)).extras.map(({ id }) => id)

test('a dose without a slot is listed on the day of its moment in the zone, from midnight to midnight', async () => {
  const moments = ['2026-11-19 23:59', '2026-11-20 00:00', '2026-11-20 23:59', '2026-11-21 00:00']
  const db = await deviceWith(
    moments.map((moment, index) => sampleEvent(index + 1, { slot: null, at: instant(moment) })),
  )
  expect(await extrasOf(db)).toEqual([sampleId(2), sampleId(3)])
})

test('the undo of a dose without a slot counts on the day of the dose, whenever it was made', async () => {
  const undoes = sampleId<DoseEventId>(1)
  const db = await deviceWith([
    sampleEvent(1, { slot: null }),
    sampleEvent(2, { slot: null, kind: 'undone', undoes, at: instant('2026-11-24 09:00') }),
    sampleEvent(3, { slot: null }),
  ])
  expect(await extrasOf(db)).toEqual([sampleId(3)])
})

test('a dose of a slot is read with the day of the slot, whenever it was taken, logged or taken back', async () => {
  const later = instant('2026-11-24 09:00')
  const undoes = sampleId<DoseEventId>(1)
  const db = await deviceWith([
    sampleEvent(1, { at: later, loggedAt: later }),
    sampleEvent(2, { kind: 'undone', undoes, at: later, loggedAt: later }),
    sampleEvent(3, { slot: '2026-11-20 20:00', at: later, loggedAt: later }),
  ])
  const { slots } = await readDoseViews(db, TODAY, NOW)
  expect(slots.map(({ slot, outcome }) => [slot.time, outcome.kind])).toEqual([
    ['08:00', 'open'],
    ['20:00', 'taken'],
  ])
})

test('a screen reads what its days show, not what was entered on them for other days', async () => {
  const entered = Array.from({ length: 30 }, (_, index) => sampleEvent(10 + index, { slot: '2026-10-01 08:00' }))
  const db = await deviceWith([sampleEvent(1), sampleEvent(2, { slot: null }), ...entered])
  const read = await db.transaction('r', db.doseEvents, () => readEvents(db, TODAY))
  expect(read).toHaveLength(2)
})

test('a live query of a day hears of every dose of it that comes, is written anew or goes', async () => {
  const db = await deviceWith([sampleEvent(1)])
  const heard: string[] = []
  const subscription = liveQuery(() => readDoses(db, TODAY)).subscribe(({ events }) => {
    heard.push(events.map(({ id, note }) => `${Number(id.slice(-2))}${note ?? ''}`).join(' '))
  })
  const next = (words: string) => until(() => heard.at(-1) === words, { what: words })
  await next('1')
  const second = storedDose({ ...sampleEvent(2), seq: null })
  await db.doseEvents.put(second)
  await next('1 2')
  await db.doseEvents.bulkPut([{ ...second, note: '!' }])
  await next('1 2!')
  await db.doseEvents.bulkDelete([sampleEvent(1).id])
  await next('2!')
  subscription.unsubscribe()
})

test('a live query of a day hears of its doses without a slot, and of medicines, too', async () => {
  const db = await deviceWith([sampleEvent(1, { slot: null })])
  const heard: string[] = []
  const subscription = liveQuery(() => readDoses(db, TODAY)).subscribe(({ events, medications }) => {
    const doses = events.map(({ id, note }) => `${Number(id.slice(-2))}${note ?? ''}`)
    heard.push([...doses, ...medications.map(({ name }) => name)].join(' '))
  })
  const next = (words: string) => until(() => heard.at(-1) === words, { what: words })
  await next('1 Metformin XR')
  await db.doseEvents.update(sampleEvent(1).id, { note: '!' })
  await next('1! Metformin XR')
  await db.medications.update(sampleMedication().id, { name: 'Diabex' })
  await next('1! Diabex')
  await db.doseEvents.put(storedDose({ ...sampleEvent(3, { slot: null }), seq: null }))
  await next('1! 3 Diabex')
  await db.doseEvents.delete(sampleEvent(1).id)
  await next('3 Diabex')
  await db.medications.clear()
  await next('3')
  subscription.unsubscribe()
})

test('a year is read in portions, each date once and in order', async () => {
  const dates = Array.from({ length: 130 }, (_, index) => addDays(day('2026-01-01'), index * 3))
  const db = await deviceWith(dates.map((date, index) => sampleEvent(index + 1, { slot: `${date} 08:00` })))
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: -3, max: 400 }), fc.integer({ min: 0, max: 400 }), async (after, days) => {
      const from = addDays(day('2026-01-01'), after)
      const to = addDays(from, days)
      const read = await db.transaction('r', db.doseEvents, () => readEvents(db, { from, to, zone: SYDNEY }))
      expect(read.map(({ snapshot }) => snapshot.date)).toEqual(dates.filter((date) => date >= from && date <= to))
    }),
    {
      numRuns: 40,
      examples: [
        [0, 39],
        [0, 40],
        [0, 41],
        [0, 400],
      ],
    },
  )
})

test('the events of a dose are those of all its names, where devices logged it in two plan zones', async () => {
  const planned = instant('2026-11-20 01:40')
  const loggedAs = (number: number, slot: string, fields: Parameters<typeof sampleEvent>[1] = {}) => {
    const event = sampleEvent(number, { slot, at: instant('2026-11-20 01:45'), ...fields })
    return { ...event, snapshot: { ...event.snapshot, plannedAt: planned } }
  }
  const [sydney, perth] = [loggedAs(1, '2026-11-20 01:40'), loggedAs(2, '2026-11-19 22:40')]
  const undone = sampleEvent(3, { kind: 'undone', undoes: perth.id, slot: '2026-11-19 22:40' })
  const another = sampleEvent(4, { slot: '2026-11-20 09:00' })
  const db = await deviceWith([sydney, perth, undone, another])
  const slotOf = ({ slotId, medicationId, snapshot }: typeof sydney) => ({
    id: slotId as SlotId,
    medicationId,
    date: snapshot.date as LocalDate,
    plannedAt: Date.parse(planned),
  })
  for (const slot of [slotOf(sydney), slotOf(perth)]) {
    expect((await readSlotEvents(db, slot)).map(({ id }) => id).sort()).toEqual([sydney.id, perth.id, undone.id])
    // Asked for in Perth, it was taken in Sydney.
    expect((await readSlotOutcome(db, slot)).kind).toBe('taken')
  }
  const { plannedAt: _ofNoInstant, ...daily } = slotOf(sydney)
  expect((await readSlotEvents(db, daily)).map(({ id }) => id)).toEqual([sydney.id])
})
