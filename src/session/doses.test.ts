import { beforeEach, expect, it, vi } from 'vitest'
import type { DoseCommand } from '#domain/commands/command.ts'
import type { DoseAuthor } from '#domain/commands/dose-verbs.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import { fail, ok } from '#domain/lib/result.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { at, SYDNEY, sampleId, sampleMedication, times } from '#domain/testing/samples.ts'
import { readReminderViews } from '#src/data/notification-log.ts'
import { write } from '#src/data/write.ts'
import { testDevice, testSource } from '#src/testing/device.ts'
import { logDoseOf } from './doses.ts'
import { useDosesAhead } from './doses-ahead.ts'

const EIGHT = at('2026-11-20 08:00')

beforeEach(() => useDosesAhead.setState({ doses: [] }))

const kindsAhead = () => useDosesAhead.getState().doses.map(({ event }) => event.kind)

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
  const busy: Parameters<typeof logDoseOf>[0]['busy'] = new Map()
  const views = await readReminderViews(db, SYDNEY, source.now())
  return {
    db,
    author,
    view: views.find(({ slot }) => slot.at === EIGHT) as SlotView,
    other: views.find(({ slot }) => slot.at === EIGHT - 30 * MINUTE) as SlotView,
    redraw: () => {
      const log = logDoseOf({ db, zone: SYDNEY, author, forWhom: null, record, busy })
      return {
        take: (doses: readonly SlotView[]) => log({ verb: 'take', doses }),
        undo: (events: readonly DoseEvent[]) => log({ verb: 'undo', events }),
      }
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

it('R5.13 Taken right after Undo, which shows before it is saved, waits for it and logs the dose again', async () => {
  const { db, view, redraw, logged } = await screenWithDose()
  const buttons = redraw()
  await buttons.take([view])
  const [taken] = await db.doseEvents.toArray()
  await Promise.all([buttons.undo(taken ? [taken] : []), buttons.take([view])])
  expect((await logged()).toSorted()).toEqual(['taken', 'taken', 'undone'])
})

it('a press shows before it is saved', async () => {
  const { db, author, view } = await screenWithDose()
  const record = vi.fn(() => {
    expect(kindsAhead()).toEqual(['taken'])
    return Promise.resolve(ok({ keys: [], events: [] }))
  })
  const log = logDoseOf({ db, zone: SYDNEY, author, forWhom: null, record, busy: new Map(), tell: () => {} })
  const pressed = log({ verb: 'take', doses: [view] })
  expect(kindsAhead()).toEqual(['taken'])
  await pressed
  expect(record).toHaveBeenCalledOnce()
})

it('a press that cannot be saved is taken back on screen, and says why', async () => {
  const { db, author, view } = await screenWithDose()
  const tell = vi.fn()
  const record = () => Promise.resolve(fail({ code: 'storage_full' as const, error: 'No space is left.' }))
  const log = logDoseOf({ db, zone: SYDNEY, author, forWhom: null, record, busy: new Map(), tell })
  expect(await log({ verb: 'take', doses: [view] })).toBe(false)
  expect(kindsAhead()).toEqual([])
  expect(tell).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ description: 'No space is left.' }))
})

it('a press on a dose that is settled by now shows nothing of its own', async () => {
  const { view, redraw } = await screenWithDose()
  await redraw().take([view])
  useDosesAhead.setState({ doses: [] })
  await redraw().take([view])
  expect(kindsAhead()).toEqual([])
})

it('a press on a medicine with limits shows nothing before they were looked at', async () => {
  const { view, redraw, logged } = await screenWithDose()
  const taken = redraw().take([{ ...view, isLimited: true }])
  expect(kindsAhead()).toEqual([])
  await taken
  expect(await logged()).toEqual(['taken'])
})
