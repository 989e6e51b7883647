import { expect, it } from 'vitest'
import type { DoseCommand } from '#domain/commands/command.ts'
import type { DoseAuthor } from '#domain/commands/dose-verbs.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import { ok } from '#domain/lib/result.ts'
import { at, SYDNEY, sampleId, sampleMedication, times } from '#domain/testing/samples.ts'
import { readReminderViews } from '#src/data/notification-log.ts'
import { write } from '#src/data/write.ts'
import { testDevice, testSource } from '#src/testing/device.ts'
import { logDoseOf } from './doses.ts'

const EIGHT = at('2026-11-20 08:00')

/** A screen with the buttons of two doses; `redraw` gives it the buttons of a new session. */
async function screenWithDose() {
  const { db } = await testDevice()
  await db.medications.put(sampleMedication({}, [{ reminderTimes: times('07:30', '08:00') }]))
  const source = testSource(EIGHT + MINUTE)
  const author = { device: { id: sampleId<never>(900), name: 'Phone' }, source }
  const record = async (make: (author: DoseAuthor) => DoseCommand[]) => {
    const made = make(author)
    const saved = await write({ db, source, zone: SYDNEY }, made)
    return saved.ok ? ok({ keys: saved.value, events: made.map(({ args }) => args) }) : saved
  }
  const busy = new Set<string>()
  const views = await readReminderViews(db, SYDNEY, source.now())
  return {
    view: views.find(({ slot }) => slot.at === EIGHT) as SlotView,
    other: views.find(({ slot }) => slot.at === EIGHT - 30 * MINUTE) as SlotView,
    redraw: () => {
      const log = logDoseOf({ db, zone: SYDNEY, forWhom: null, record, busy })
      return { take: (doses: readonly SlotView[]) => log({ verb: 'take', doses }) }
    },
    logged: async () => (await db.doseEvents.toArray()).map(({ kind }) => kind),
  }
}

it('R5.13 a double press on Taken logs once, also when the screen is drawn anew between the presses', async () => {
  const { view, redraw, logged } = await screenWithDose()
  await Promise.all([redraw().take([view]), redraw().take([view])])
  expect(await logged()).toEqual(['taken'])
})

it('R5.13 a press on Taken that comes after the first was saved, on a screen that has not heard of it, logs nothing', async () => {
  const { view, redraw, logged } = await screenWithDose()
  await redraw().take([view])
  await redraw().take([view])
  expect(await logged()).toEqual(['taken'])
})

it('R5.13 a press on another dose while the first is still being written logs that one too', async () => {
  const { view, other, redraw, logged } = await screenWithDose()
  const buttons = redraw()
  await Promise.all([buttons.take([view]), buttons.take([other]), buttons.take([view, other])])
  expect(await logged()).toEqual(['taken', 'taken'])
})
