import { describe, expect, it } from 'vitest'
import { doseViews, type SlotView } from '#domain/doses/dose-views.ts'
import type { MedicationId, SlotId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { DAY, type LocalTime } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Ring } from '#domain/reminders/alerts.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import { at, day, instant, SYDNEY, sampleEvent, sampleId, sampleMedication, times } from '#domain/testing/samples.ts'
import { testDevice } from '#src/testing/device.ts'
import { createDatabase } from './database.ts'
import { claimRings, claimUnannounced, dismissRings, RING_MEMORY, withoutDismissed } from './ring-ledger.ts'

const NOW = at('2026-11-20 08:00')

const ring = (stage: Ring['stage'] = 0, start = '2026-11-20 08:00', slot = 'a'): Ring => ({
  slotId: slot.repeat(22) as SlotId,
  start: instant(start),
  stage,
})

describe('ring ledger', () => {
  it('gives a ring to the first caller only', async () => {
    const { db } = await testDevice()
    expect(await claimRings(db, [ring()], NOW)).toEqual([ring()])
    expect(await claimRings(db, [ring()], NOW)).toEqual([])
  })

  it('gives a ring to one of two tabs that ask at the same moment', async () => {
    const { db } = await testDevice()
    const user = db.name.replace('dosewell-', '') as Parameters<typeof createDatabase>[0]
    const otherTab = createDatabase(user)
    await otherTab.open()
    const granted = await Promise.all([claimRings(db, [ring()], NOW), claimRings(otherTab, [ring()], NOW)])
    expect(granted.flat()).toEqual([ring()])
    otherTab.close()
  })

  it('tells stages, starts and slots apart', async () => {
    const { db } = await testDevice()
    await claimRings(db, [ring(0)], NOW)
    const others = [ring(5), ring(0, '2026-11-20 08:10'), ring(0, '2026-11-20 08:00', 'b')]
    expect(await claimRings(db, [ring(0), ...others], NOW)).toEqual(others)
  })

  it('gives out no later stage of what was dismissed, but a snooze of it', async () => {
    const { db } = await testDevice()
    await dismissRings(db, [ring(0)], NOW)
    expect(await claimRings(db, [ring(5), ring(10)], NOW)).toEqual([])
    const snoozed = ring(0, '2026-11-20 08:12')
    expect(await claimRings(db, [snoozed], NOW)).toEqual([snoozed])
  })

  it('leaves out of a list what was dismissed', async () => {
    const { db } = await testDevice()
    await dismissRings(db, [ring(0)], NOW)
    const other = ring(0, '2026-11-20 08:00', 'b')
    expect(await withoutDismissed(db, [{ ring: ring(5) }, { ring: other }])).toEqual([{ ring: other }])
  })

  it('forgets what is older than two days when the next ring is claimed', async () => {
    const { db } = await testDevice()
    await claimRings(db, [ring(0)], NOW - RING_MEMORY - 1)
    await claimRings(db, [ring(5)], NOW - DAY)
    await claimRings(db, [ring(10)], NOW)
    const kept = (await db.rings.toArray()).map(({ key }) => key.split('|').at(-1))
    expect(kept.sort()).toEqual(['10', '5'])
  })

  describe('R6.2 what nothing announced', () => {
    const today = day('2026-11-20')
    const now = at('2026-11-20 08:05')

    /** One dose of today at each of the times; the first medication has the number 1. */
    function dosesAt(clocks: readonly string[], events: DoseEvent[] = []): SlotView[] {
      const medications = clocks.map((time, index) =>
        sampleMedication({ id: sampleId<MedicationId>(index + 1) }, [{ reminderTimes: times(time) }]),
      )
      return doseViews({ medications, events, from: today, to: today, zone: SYDNEY, now }).slots
    }
    const timesOf = (views: readonly SlotView[]) => views.map(({ slot }) => slot.time)
    const ringOf = ({ slot }: SlotView) => ({
      slotId: slot.id,
      start: toInstant(slot.at),
      stage: 0 as const,
    })

    /** A device whose ledger began in the night. */
    async function knownDevice() {
      const { db } = await testDevice()
      await claimUnannounced(db, [], at('2026-11-20 01:00'), 'launch')
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
      await claimRings(db, [{ ...ringOf(rang), stage: 10 }], now)
      await dismissRings(db, [ringOf(dismissed)], now)
      expect(timesOf(await claimUnannounced(db, slots, now, 'launch'))).toEqual(['07:15'])
      expect(timesOf(await claimUnannounced(db, slots, now, 'launch'))).toEqual([])
    })

    it('is listed at the launch although a quiet notification named it, but not the other way round', async () => {
      const db = await knownDevice()
      const slots = dosesAt(['07:00', '07:15'])
      const [first] = slots as [SlotView]
      expect(timesOf(await claimUnannounced(db, [first], now, 'check'))).toEqual(['07:00'])
      expect(timesOf(await claimUnannounced(db, [first], now, 'check'))).toEqual([])
      expect(timesOf(await claimUnannounced(db, slots, now, 'launch'))).toEqual(['07:00', '07:15'])
      expect(timesOf(await claimUnannounced(db, slots, now, 'check'))).toEqual([])
    })

    it('goes to one of two tabs that launch at the same moment', async () => {
      const db = await knownDevice()
      const user = db.name.replace('dosewell-', '') as Parameters<typeof createDatabase>[0]
      const otherTab = createDatabase(user)
      await otherTab.open()
      const slots = dosesAt(['07:00'])
      const given = await Promise.all([db, otherTab].map((tab) => claimUnannounced(tab, slots, now, 'launch')))
      expect(timesOf(given.flat())).toEqual(['07:00'])
      otherTab.close()
    })

    it('of before the ledger began is no matter of this device, however long ago that was', async () => {
      const { db } = await testDevice()
      const slots = dosesAt(['07:00', '07:30'])
      expect(await claimUnannounced(db, slots, at('2026-11-20 07:10'), 'launch')).toEqual([])
      expect(timesOf(await claimUnannounced(db, slots, now, 'launch'))).toEqual(['07:30'])
      const later = now + RING_MEMORY + DAY
      await claimRings(db, [ring()], later)
      const tomorrow = slots.map((view) => ({ ...view, ringStart: later - DAY / 2 }))
      expect(await claimUnannounced(db, tomorrow, later, 'launch')).toHaveLength(2)
    })

    it('rings anew after a snooze, and is listed anew when nothing announced that', async () => {
      const db = await knownDevice()
      const [dose] = dosesAt(['07:00']) as [SlotView]
      await claimRings(db, [ringOf(dose)], now)
      const snoozed = { ...dose, ringStart: at('2026-11-20 07:40') }
      expect(await claimUnannounced(db, [snoozed], now, 'launch')).toEqual([snoozed])
    })
  })
})
