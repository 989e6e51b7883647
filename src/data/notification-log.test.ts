import { describe, expect, it } from 'vitest'
import { doseViews, type SlotView } from '#domain/doses/dose-views.ts'
import type { MedicationId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { DAY, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Lister } from '#domain/reminders/decision.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import { at, day, instant, SYDNEY, sampleEvent, sampleId, sampleMedication, times } from '#domain/testing/samples.ts'
import { testDevice } from '#src/testing/device.ts'
import { createDatabase, type DosewellDatabase } from './database.ts'
import { askForReminders, dismissReminders, LOG_MEMORY } from './notification-log.ts'

const NOW = at('2026-11-20 08:00')

/** An open dose that is due, or snoozed until then. */
const dose = (start = '2026-11-20 08:00', slot = 'a') =>
  ({ slot: { id: slot.repeat(22) }, outcome: { kind: 'open' }, ringStart: at(start) }) as SlotView

const ask = (db: DosewellDatabase, doses: SlotView[], now: number) =>
  askForReminders(db, { now, doses, appointments: [] })

/** Returns the reminders the caller is told to announce: `slot|start|stage`, the slot by its letter. */
const given = async (db: DosewellDatabase, doses: SlotView[], now = NOW) =>
  [...(await ask(db, doses, now)).fresh].map((key) => key.slice(21))

const dismiss = (db: DosewellDatabase, { slot, ringStart }: SlotView, now = NOW) =>
  dismissReminders(db, [{ slotId: slot.id, start: toInstant(ringStart), stage: 0 }], now)

const named = (start: string, stage: number, slot = 'a') => `${slot}|${instant(start)}|${stage}`
const EIGHT = named('2026-11-20 08:00', 0)

/** Opens the same device's database in another tab. */
async function otherTabOf(db: DosewellDatabase): Promise<DosewellDatabase> {
  const tab = createDatabase(db.name.replace('dosewell-', '') as Parameters<typeof createDatabase>[0])
  await tab.open()
  return tab
}

describe('notification log', () => {
  it('gives a reminder to the first caller only', async () => {
    const { db } = await testDevice()
    expect(await given(db, [dose()])).toEqual([EIGHT])
    expect(await given(db, [dose()])).toEqual([])
  })

  it('gives a reminder to one of two tabs that ask at the same moment', async () => {
    const { db } = await testDevice()
    const otherTab = await otherTabOf(db)
    expect((await Promise.all([db, otherTab].map((tab) => given(tab, [dose()])))).flat()).toEqual([EIGHT])
    otherTab.close()
  })

  it('keeps a reminder for the next caller when this one may not announce it', async () => {
    const { db } = await testDevice()
    const question = { now: NOW, doses: [dose()], appointments: [], mayAnnounce: () => false }
    const { doses, fresh } = await askForReminders(db, question)
    expect([doses.length, fresh.size]).toEqual([1, 0])
    expect(await given(db, [dose()])).toEqual([EIGHT])
  })

  it('tells stages, starts and slots apart', async () => {
    const { db } = await testDevice()
    const later = NOW + 5 * MINUTE
    await given(db, [dose()])
    const others = [dose(), dose('2026-11-20 08:03'), dose('2026-11-20 08:00', 'b')]
    expect(await given(db, others, later)).toEqual([
      named('2026-11-20 08:00', 5),
      named('2026-11-20 08:03', 0),
      named('2026-11-20 08:00', 5, 'b'),
    ])
  })

  it('gives out no later stage of what was dismissed, but a snooze of it', async () => {
    const { db } = await testDevice()
    await dismiss(db, dose())
    for (const minutes of [5, 10]) expect(await given(db, [dose()], NOW + minutes * MINUTE)).toEqual([])
    const snoozed = '2026-11-20 08:12'
    expect(await given(db, [dose(snoozed)], at(snoozed))).toEqual([named(snoozed, 0)])
  })

  it('leaves out of what is due what was dismissed', async () => {
    const { db } = await testDevice()
    await dismiss(db, dose())
    const other = dose('2026-11-20 08:00', 'b')
    expect((await ask(db, [dose(), other], NOW)).doses.map(({ view }) => view)).toEqual([other])
  })

  it('forgets what is older than two days when the next reminder is announced', async () => {
    const { db } = await testDevice()
    await given(db, [{ ...dose(), ringStart: NOW - LOG_MEMORY - 1 }], NOW - LOG_MEMORY - 1)
    await given(db, [{ ...dose(), ringStart: NOW - DAY - 5 * MINUTE }], NOW - DAY)
    await given(db, [{ ...dose(), ringStart: NOW - 10 * MINUTE }])
    const held = (await db.rings.toArray()).map(({ key }) => key.split('|').at(-1))
    expect(held.sort()).toEqual(['10', '5'])
  })

  describe('R6.2 what nothing announced', () => {
    const today = day('2026-11-20')
    const now = at('2026-11-20 08:05')

    /** One dose of today at each of the times; the first medication has number 1. */
    function dosesAt(clocks: readonly string[], events: DoseEvent[] = []): SlotView[] {
      const medications = clocks.map((time, index) =>
        sampleMedication({ id: sampleId<MedicationId>(index + 1) }, [{ reminderTimes: times(time) }]),
      )
      return doseViews({ medications, events, from: today, to: today, zone: SYDNEY, now }).slots
    }
    const timesOf = (views: readonly SlotView[]) => views.map(({ slot }) => slot.time)
    const unannounced = async (db: DosewellDatabase, doses: readonly SlotView[], now: number, lister: Lister) =>
      (await askForReminders(db, { now, doses, appointments: [], lister, mayAnnounce: () => false })).unannounced
    const announce = async (db: DosewellDatabase, view: SlotView, minutes = 0) =>
      expect(await given(db, [view], view.ringStart + minutes * MINUTE)).toHaveLength(1)

    /** A device whose log began in the night. */
    async function knownDevice() {
      const { db } = await testDevice()
      await unannounced(db, [], at('2026-11-20 01:00'), 'launch')
      return db
    }

    it('is given out once; not what rang, was dismissed, logged or is not over', async () => {
      const db = await knownDevice()
      const medicationId = sampleId<MedicationId>(1)
      const slotId = slotIdOf(medicationId, today, '07:00' as LocalTime)
      const slots = dosesAt(
        ['07:00', '07:05', '07:10', '07:15', '08:00'],
        [sampleEvent(1, { kind: 'taken', medicationId, slotId })],
      )
      const [, rang, dismissed] = slots as [SlotView, SlotView, SlotView]
      await announce(db, rang, 10)
      await dismiss(db, dismissed, now)
      expect(timesOf(await unannounced(db, slots, now, 'launch'))).toEqual(['07:15'])
      expect(timesOf(await unannounced(db, slots, now, 'launch'))).toEqual([])
    })

    it('is listed at the launch although a quiet notification named it, but not the other way round', async () => {
      const db = await knownDevice()
      const slots = dosesAt(['07:00', '07:15'])
      const [first] = slots as [SlotView]
      expect(timesOf(await unannounced(db, [first], now, 'check'))).toEqual(['07:00'])
      expect(timesOf(await unannounced(db, [first], now, 'check'))).toEqual([])
      expect(timesOf(await unannounced(db, slots, now, 'launch'))).toEqual(['07:00', '07:15'])
      expect(timesOf(await unannounced(db, slots, now, 'check'))).toEqual([])
    })

    it('goes to one of two tabs that launch at the same moment', async () => {
      const db = await knownDevice()
      const otherTab = await otherTabOf(db)
      const slots = dosesAt(['07:00'])
      const listed = await Promise.all([db, otherTab].map((tab) => unannounced(tab, slots, now, 'launch')))
      expect(timesOf(listed.flat())).toEqual(['07:00'])
      otherTab.close()
    })

    it('of before the log began is no matter of this device, however long ago that was', async () => {
      const { db } = await testDevice()
      const slots = dosesAt(['07:00', '07:30'])
      expect(await unannounced(db, slots, at('2026-11-20 07:10'), 'launch')).toEqual([])
      expect(timesOf(await unannounced(db, slots, now, 'launch'))).toEqual(['07:30'])
      const later = now + LOG_MEMORY + DAY
      await announce(db, { ...dose(), ringStart: later })
      const tomorrow = slots.map((view) => ({ ...view, ringStart: later - DAY / 2 }))
      expect(await unannounced(db, tomorrow, later, 'launch')).toHaveLength(2)
    })

    it('rings anew after a snooze, and is listed anew when nothing announced that', async () => {
      const db = await knownDevice()
      const [seven] = dosesAt(['07:00']) as [SlotView]
      await announce(db, seven)
      const snoozed = { ...seven, ringStart: at('2026-11-20 07:40') }
      expect(await unannounced(db, [snoozed], now, 'launch')).toEqual([snoozed])
    })
  })
})
