import { describe, expect, it } from 'vitest'
import { MINUTE } from '#domain/lib/local-time.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import { appointmentReminders, reminderOfAppointment } from '#domain/reminders/appointment-reminders.ts'
import type { DueAppointment } from '#domain/reminders/decision.ts'
import { at, day, SYDNEY, sampleAppointment } from '#domain/testing/samples.ts'
import { readAppointments } from '#src/data/appointment-reminders.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import { askForReminders, dismissReminders } from '#src/data/notification-log.ts'
import { testDevice, testSource } from '#src/testing/device.ts'
import { AlertEngine } from './alert-engine.ts'

/** Friday, November 27, 14:30, with a reminder two hours before. */
const appointment = sampleAppointment({ remindBefore: [120] })
const HALF_PAST = at('2026-11-27 12:30')

function tab(db: DosewellDatabase, clock: { now(): number }, isLookedAtElsewhere = async () => false) {
  const rung: string[] = []
  let shown: string[] = []
  const nameOf = ({ appointment }: DueAppointment) => appointment.appointment.doctorName
  const engine = new AlertEngine<DueAppointment>({
    now: clock.now,
    async decide(mayAnnounce) {
      const now = clock.now()
      const { due } = await readAppointments(db, SYDNEY, now)
      const decision = await askForReminders(db, { now, doses: [], appointments: due, mayAnnounce })
      return { due: decision.appointments, fresh: decision.fresh }
    },
    dismiss: (reminders, now) => dismissReminders(db, reminders, now),
    isLookedAtElsewhere,
    announce: (fresh) => rung.push(...fresh.map((due) => `${nameOf(due)}@${minutes(clock)}`)),
    hush: () => undefined,
    onChange: (due) => {
      shown = due.map(nameOf)
    },
  })
  return { engine, rung, shown: () => shown }
}

const minutes = (clock: { now(): number }): number => (clock.now() - HALF_PAST) / MINUTE

async function deviceWith(...appointments: Appointment[]) {
  const { db } = await testDevice()
  await db.appointments.bulkPut(appointments)
  const source = testSource(HALF_PAST)
  return {
    db,
    source,
    goTo: (minute: number) => source.advance(minute * MINUTE - (source.now() - HALF_PAST)),
  }
}

describe('reminders of appointments on the open page', () => {
  it('R7.4 R7.5 ring once, stay in sight until the appointment begins, and never come again', async () => {
    const { db, source, goTo } = await deviceWith(appointment)
    const { engine, rung, shown } = tab(db, source)
    goTo(-1)
    await engine.check()
    expect([rung, shown()]).toEqual([[], []])
    for (const minute of [0, 1, 5, 10, 119]) {
      goTo(minute)
      await engine.check()
    }
    expect([rung, shown()]).toEqual([['Dr. Ivy Lee@0'], ['Dr. Ivy Lee']])
    goTo(120)
    await engine.check()
    expect(shown()).toEqual([])
  })

  it('R7.5 a page that was not open at its time rings later, as long as it is of use', async () => {
    const { db, source, goTo } = await deviceWith(appointment)
    const { engine, rung } = tab(db, source)
    goTo(90)
    await engine.check()
    expect(rung).toEqual(['Dr. Ivy Lee@90'])
  })

  it('R5.1 R7.5 ring in one tab, or in the worker', async () => {
    const { db, source } = await deviceWith(appointment)
    const [one, other] = [tab(db, source), tab(db, source)]
    await Promise.all([one.engine.check(), other.engine.check()])
    expect([...one.rung, ...other.rung]).toEqual(['Dr. Ivy Lee@0'])
    const pushed = await deviceWith(appointment)
    const page = tab(pushed.db, pushed.source)
    await askForReminders(pushed.db, {
      now: pushed.source.now(),
      doses: [],
      appointments: appointmentReminders(appointment, SYDNEY),
    })
    await page.engine.check()
    expect([page.rung, page.shown()]).toEqual([[], []])
  })

  it('R7.5 a hidden tab lets the one that is looked at ring; when that does not, it does', async () => {
    const { db, source, goTo } = await deviceWith(appointment)
    const { engine, rung } = tab(db, source, async () => true)
    await engine.check()
    expect(rung).toEqual([])
    goTo(1)
    await engine.check()
    expect(rung).toEqual(['Dr. Ivy Lee@1'])
  })

  it('R7.6 go when they are waved away here or on a notification', async () => {
    const { db, source } = await deviceWith(appointment)
    const { engine, shown } = tab(db, source)
    await engine.check()
    await engine.dismiss()
    expect(shown()).toEqual([])
    const clicked = await deviceWith(appointment)
    const page = tab(clicked.db, clicked.source)
    await page.engine.check()
    await dismissReminders(
      clicked.db,
      appointmentReminders(appointment, SYDNEY).map(reminderOfAppointment),
      clicked.source.now(),
    )
    await page.engine.check()
    expect(page.shown()).toEqual([])
  })

  it.each<[string, Partial<Appointment> | null]>([
    ['completed', { isCompleted: true }],
    ['moved', { appointmentDate: day('2026-11-30') }],
    ['deleted', null],
  ])('R7.6 go when the appointment is %s', async (_what, fields) => {
    const { db, source } = await deviceWith(appointment)
    const { engine, shown } = tab(db, source)
    await engine.check()
    if (fields) await db.appointments.put({ ...appointment, ...fields })
    else await db.appointments.delete(appointment.id)
    await engine.check()
    expect(shown()).toEqual([])
  })

  it('R7.4 several appointments ring together, each once', async () => {
    const other = sampleAppointment({
      id: '01900000-0000-7000-8000-000000000051' as Appointment['id'],
      doctorName: 'Dr. Other',
      remindBefore: [120],
    })
    const { db, source } = await deviceWith(appointment, other)
    const { engine, rung, shown } = tab(db, source)
    await engine.check()
    expect(rung.sort()).toEqual(['Dr. Ivy Lee@0', 'Dr. Other@0'])
    expect(shown()).toHaveLength(2)
  })
})
