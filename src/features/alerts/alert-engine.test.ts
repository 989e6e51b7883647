import { describe, expect, it } from 'vitest'
import { type DoseAuthor, type LoggableSlot, snoozeSlot, takeSlot } from '#domain/commands/dose-verbs.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { DueReminder } from '#domain/reminders/alerts.ts'
import { at, SYDNEY, sampleId, sampleMedication, times } from '#domain/testing/samples.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import { askForReminders, dismissReminders, readReminderViews } from '#src/data/notification-log.ts'
import { write } from '#src/data/write.ts'
import { testDevice, testSource } from '#src/testing/device.ts'
import { AlertEngine } from './alert-engine.ts'

/** A tab on a database, with what it announced (`stage@minutes`), on a clock that the test moves. */
function tab(db: DosewellDatabase, clock: { now(): number }, isLookedAtElsewhere = async () => false) {
  const rung: string[] = []
  let hushed = 0
  const minutes = () => (clock.now() - EIGHT) / MINUTE
  const engine = new AlertEngine<DueReminder>({
    now: clock.now,
    async decide(mayAnnounce) {
      const doses = await readReminderViews(db, SYDNEY, clock.now())
      const decision = await askForReminders(db, { now: clock.now(), doses, appointments: [], mayAnnounce })
      return { due: decision.doses, fresh: decision.fresh }
    },
    dismiss: (reminders, now) => dismissReminders(db, reminders, now),
    isLookedAtElsewhere,
    announce: (fresh) => rung.push(...fresh.map(({ view, reminder }) => `${view.name} ${reminder.stage}@${minutes()}`)),
    hush: () => {
      hushed += 1
    },
    onChange: () => {},
  })
  const shown = () => engine.shown.map(({ view }) => view.name)
  return { engine, rung, shown, hushed: () => hushed }
}

const EIGHT = at('2026-11-20 08:00')

const metformin = sampleMedication({ name: 'Metformin' }, [{ reminderTimes: times('08:00') }])
const ramipril = sampleMedication({ id: sampleId(2), name: 'Ramipril' }, [{ reminderTimes: times('08:00') }])

async function deviceWith(...medications: Medication[]) {
  const { db } = await testDevice()
  await db.medications.bulkPut(medications)
  const source = testSource(EIGHT - 2 * MINUTE)
  const author: DoseAuthor = { device: { id: sampleId(900), name: 'Test' }, source }
  const log = async (make: (author: DoseAuthor, view: LoggableSlot) => ReturnType<typeof takeSlot>) => {
    const views = await readReminderViews(db, SYDNEY, source.now())
    const today = views.filter(({ slot }) => slot.at === EIGHT)
    const saved = await write(
      { db, source, zone: SYDNEY },
      today.map((view) => make(author, view)),
    )
    expect(saved.ok).toBe(true)
  }
  const goTo = (minutes: number) => source.advance(EIGHT + minutes * MINUTE - source.now())
  return { db, source, log, goTo }
}

describe('alerts of the open page', () => {
  it('ring at 0, 5 and 10 minutes, once each, however often the page looks', async () => {
    const { db, source, goTo } = await deviceWith(metformin)
    const page = tab(db, source)
    for (let minutes = -1; minutes <= 16; minutes += 0.5) {
      goTo(minutes)
      await page.engine.check()
    }
    expect(page.rung).toEqual(['Metformin 0@0', 'Metformin 5@5', 'Metformin 10@10'])
  })

  it('are over and quiet at 10.5 minutes', async () => {
    const { db, source, goTo } = await deviceWith(metformin)
    const page = tab(db, source)
    goTo(10)
    await page.engine.check()
    expect(page.shown()).toEqual(['Metformin'])
    goTo(10.5)
    await page.engine.check()
    expect([page.shown(), page.hushed()]).toEqual([[], 1])
  })

  it('of a page opened at 8:07 begin with the 5 minute reminder; of one opened at 8:12 not at all', async () => {
    const early = await deviceWith(metformin)
    early.goTo(7)
    const page = tab(early.db, early.source)
    await page.engine.check()
    expect(page.rung).toEqual(['Metformin 5@7'])

    const late = await deviceWith(metformin)
    late.goTo(12)
    const latePage = tab(late.db, late.source)
    await latePage.engine.check()
    expect(latePage.rung).toEqual([])
    expect(latePage.shown()).toEqual([])
  })

  it('catch up at once after a sleep, with the stage of the moment only', async () => {
    const { db, source, goTo } = await deviceWith(metformin)
    const page = tab(db, source)
    await page.engine.check()
    goTo(6)
    await page.engine.check()
    expect(page.rung).toEqual(['Metformin 5@6'])
  })

  it('ring in one of two tabs', async () => {
    const { db, source, goTo } = await deviceWith(metformin)
    const tabs = [tab(db, source), tab(db, source)]
    for (const minutes of [0, 5, 10]) {
      goTo(minutes)
      await Promise.all(tabs.map(({ engine }) => engine.check()))
    }
    const rung = tabs.flatMap((one) => one.rung).sort()
    expect(rung).toEqual(['Metformin 0@0', 'Metformin 10@10', 'Metformin 5@5'])
  })

  it('ring in the tab that is looked at, even if a hidden one checks first', async () => {
    const { db, source, goTo } = await deviceWith(metformin)
    const hidden = tab(db, source, async () => true)
    const seen = tab(db, source)
    goTo(0)
    await hidden.engine.check()
    goTo(0.5)
    await seen.engine.check()
    goTo(1)
    await hidden.engine.check()
    expect([hidden.rung, seen.rung]).toEqual([[], ['Metformin 0@0.5']])
  })

  it('ring in a hidden tab when the one that is looked at does not', async () => {
    const { db, source, goTo } = await deviceWith(metformin)
    const hidden = tab(db, source, async () => true)
    for (let minutes = 0; minutes <= 6; minutes += 0.5) {
      goTo(minutes)
      await hidden.engine.check()
    }
    expect(hidden.rung).toEqual(['Metformin 0@1', 'Metformin 5@6'])
  })

  it('list several doses of one moment together', async () => {
    const { db, source, goTo } = await deviceWith(metformin, ramipril)
    const page = tab(db, source)
    goTo(0)
    await page.engine.check()
    expect(page.rung).toEqual(['Metformin 0@0', 'Ramipril 0@0'])
    expect(page.shown()).toEqual(['Metformin', 'Ramipril'])
  })

  it('close when the dose is settled elsewhere', async () => {
    const { db, source, goTo, log } = await deviceWith(metformin)
    const page = tab(db, source)
    goTo(1)
    await page.engine.check()
    expect(page.shown()).toEqual(['Metformin'])
    await log(takeSlot)
    await page.engine.check()
    expect(page.shown()).toEqual([])
    expect(page.hushed()).toBe(1)
    goTo(5)
    await page.engine.check()
    expect(page.rung).toEqual(['Metformin 0@1'])
  })

  it('ring again 0, 5 and 10 minutes after a snooze', async () => {
    const { db, source, goTo, log } = await deviceWith(metformin)
    const page = tab(db, source)
    goTo(2)
    await page.engine.check()
    await log((author, view) => snoozeSlot(author, view, 10))
    for (let minutes = 2; minutes <= 28; minutes += 0.5) {
      goTo(minutes)
      await page.engine.check()
    }
    expect(page.rung).toEqual(['Metformin 0@2', 'Metformin 0@12', 'Metformin 5@17', 'Metformin 10@22'])
  })

  it('that were dismissed ring at no later stage, in no tab, and log nothing', async () => {
    const { db, source, goTo } = await deviceWith(metformin)
    const [page, other] = [tab(db, source), tab(db, source)]
    goTo(0)
    await page.engine.check()
    await page.engine.dismiss()
    expect(page.shown()).toEqual([])
    for (const minutes of [5, 10]) {
      goTo(minutes)
      await Promise.all([page.engine.check(), other.engine.check()])
    }
    expect([page.rung, other.rung]).toEqual([['Metformin 0@0'], []])
    expect(await db.doseEvents.count()).toBe(0)
  })

  it('that were dismissed from a notification close on the page', async () => {
    const { db, source, goTo } = await deviceWith(metformin)
    const page = tab(db, source)
    goTo(0)
    await page.engine.check()
    await dismissReminders(
      db,
      page.engine.shown.map(({ reminder }) => reminder),
      source.now(),
    )
    await page.engine.check()
    expect(page.shown()).toEqual([])
  })

  it('end when the engine is stopped, also amid a check', async () => {
    const { db, source, goTo } = await deviceWith(metformin)
    const page = tab(db, source)
    goTo(0)
    const check = page.engine.check()
    page.engine.stop()
    await check
    expect(page.rung).toEqual([])
  })
})
