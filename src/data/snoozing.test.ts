import { expect, it } from 'vitest'
import { type DoseAuthor, doseCommands } from '#domain/commands/dose-verbs.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import type { DeviceId } from '#domain/lib/ids.ts'
import { HOUR, MINUTE } from '#domain/lib/local-time.ts'
import { at, SYDNEY, sampleId, sampleMedication, times } from '#domain/testing/samples.ts'
import { testDevice, testSource } from '#src/testing/device.ts'
import { readReminderViews } from './notification-log.ts'
import { write } from './write.ts'

const EIGHT = at('2026-11-20 08:00')

/** A device with one dose at 8:00, seen two minutes later. */
async function deviceWithDose() {
  const { db } = await testDevice()
  await db.medications.put(sampleMedication({}, [{ reminderTimes: times('08:00') }]))
  const source = testSource(EIGHT + 2 * MINUTE)
  const author: DoseAuthor = { device: { id: sampleId<DeviceId>(900), name: 'Phone' }, source }
  const view = async (): Promise<SlotView> => {
    const views = await readReminderViews(db, SYDNEY, source.now())
    return views.find(({ slot }) => slot.at === EIGHT) as SlotView
  }
  const snooze = async (minutes: number) => {
    const commands = doseCommands(author, { verb: 'snooze', doses: [await view()], minutes })
    const saved = await write({ db, source, zone: SYDNEY }, commands)
    expect(saved.ok).toBe(true)
  }
  const dueIn = async () => ((await view()).ringStart - source.now()) / MINUTE
  return { source, view, snooze, dueIn }
}

it('a shorter snooze takes the place of a longer one, and of none that is over', async () => {
  const { source, snooze, dueIn } = await deviceWithDose()
  await snooze(60)
  expect(await dueIn()).toBe(60)
  await snooze(5)
  expect(await dueIn()).toBe(5)
  source.advance(6 * MINUTE)
  await snooze(10)
  expect(await dueIn()).toBe(10)
})

it('R5.9 a reminder that rests until the app is opened is called back at once', async () => {
  const { source, view, snooze, dueIn } = await deviceWithDose()
  await snooze(720)
  source.advance(3 * HOUR)
  expect((await view()).state).toBe('snoozed')
  await snooze(0)
  expect(await dueIn()).toBe(0)
  expect((await view()).state).toBe('due')
})
