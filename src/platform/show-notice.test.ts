import { describe, expect, it } from 'vitest'
import { doseViews } from '#domain/doses/dose-views.ts'
import type { AppointmentId, MedicationId, SlotId, UserId } from '#domain/lib/ids.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import { dueReminders } from '#domain/reminders/alerts.ts'
import { appointmentReminders, appointmentTag } from '#domain/reminders/appointment-reminders.ts'
import { appointmentNotice, earlyNotice, reminderNotice, titleOf } from '#domain/reminders/notices.ts'
import { at, day, SYDNEY, sampleAppointment, sampleId, sampleMedication, times } from '#domain/testing/samples.ts'
import { closeAppointmentNotices, closeQuietNotices, noticeOptions, showNotice } from './show-notice.ts'

const USER = sampleId<UserId>(500)

/** Doses of Nov 20 with a reminder at 8:06: one planned for 8:00 and one for 8:05. */
function dueAtSixPast() {
  const medications = ['08:00', '08:05'].map((time, index) =>
    sampleMedication({ id: sampleId<MedicationId>(index + 1), name: `Medicine ${index + 1}` }, [
      { reminderTimes: times(time) },
    ]),
  )
  const today = day('2026-11-20')
  const now = at('2026-11-20 08:06')
  const { slots } = doseViews({ medications, events: [], from: today, to: today, zone: SYDNEY, now })
  return dueReminders(slots, now)
}

/** What a browser shows of a registration's notifications: one per tag. */
function notificationArea() {
  const shown = new Map<string, Notification>()
  const area: Parameters<typeof showNotice>[0] = {
    async showNotification(title, options = {}) {
      const tag = options.tag ?? ''
      shown.set(tag, { title, ...options, close: () => shown.delete(tag) } as unknown as Notification)
    },
    getNotifications: async () => [...shown.values()],
  }
  return { area, tags: () => [...shown.keys()] }
}

const [first, second] = dueAtSixPast()
if (!first || !second) throw new Error('Two doses should ring')
const OWNER = { user: USER, person: null }
const one = reminderNotice([first], OWNER, true)
const both = reminderNotice([first, second], OWNER, true)

describe('R9.6 the notice before a dose', () => {
  it('gives way to its reminder, and goes when the dose is logged although it does not stay by itself', async () => {
    const { area, tags } = notificationArea()
    const early = earlyNotice([first], OWNER)
    expect(noticeOptions(early)).toMatchObject({ silent: true, renotify: false, requireInteraction: false })
    await showNotice(area, early)
    expect(tags()).toEqual([one.tag])
    await showNotice(area, both)
    expect(tags()).toEqual([both.tag])
    await showNotice(area, early)
    await closeQuietNotices(area, (id) => id === first.view.slot.id)
    expect(tags()).toEqual([])
  })
})

describe('reminder notifications', () => {
  it('name a stage only when it is true of all of them', () => {
    expect([titleOf([first]), titleOf([second]), titleOf([first, second])]).toEqual([
      'Medication Reminder (5 min reminder)',
      'Medication Reminder',
      'Medication Reminder',
    ])
  })

  it('of a group take the place of the single ones, and the reverse', async () => {
    const { area, tags } = notificationArea()
    await showNotice(area, one)
    await showNotice(area, both)
    expect(tags()).toEqual(['at:2026-11-20T08:00'])
    await showNotice(area, one)
    expect(tags()).toEqual([one.tag])
  })

  it('of other doses stay', async () => {
    const { area, tags } = notificationArea()
    await showNotice(area, one)
    await showNotice(area, reminderNotice([second], OWNER, true))
    expect(tags()).toEqual([first.reminder.slotId, second.reminder.slotId])
  })

  it('close when all their doses are answered', async () => {
    const { area, tags } = notificationArea()
    const answered = new Set<SlotId>([first.reminder.slotId])
    await showNotice(area, both)
    await closeQuietNotices(area, (id) => answered.has(id))
    expect(tags()).toEqual([both.tag])
    answered.add(second.reminder.slotId)
    await closeQuietNotices(area, (id) => answered.has(id))
    expect(tags()).toEqual([])
  })

  it('that are news, such as "Already logged", do not close by themselves', async () => {
    const { area, tags } = notificationArea()
    await showNotice(area, { ...one, stays: false })
    await closeQuietNotices(area, () => true)
    expect(tags()).toEqual([one.tag])
  })

  it('stay until they are answered, each reminder under a tag of its own', () => {
    const other = reminderNotice([second], OWNER, true)
    expect(noticeOptions(one)).toMatchObject({ requireInteraction: true, tag: first.reminder.slotId })
    expect(noticeOptions(other)).toMatchObject({ requireInteraction: true, tag: second.reminder.slotId })
  })

  it('carry Taken and Snooze while they stay, and are never both silent and renotified', () => {
    const actions = noticeOptions(one).actions?.map(({ title }) => title)
    expect(actions).toEqual(['Taken', 'Snooze 10 min'])
    expect(noticeOptions({ ...one, stays: false }).actions).toBeUndefined()
    expect(noticeOptions({ ...one, silent: true, renotify: true })).toMatchObject({
      silent: true,
      renotify: false,
    })
  })
})

describe('reminders of appointments', () => {
  const appointment = sampleAppointment({ remindBefore: [120] })
  const now = at('2026-11-27 12:30')
  const noticeOf = (planned = appointment) => {
    const [reminder] = appointmentReminders(planned, SYDNEY)
    if (!reminder) throw new Error('The appointment should have a reminder')
    return appointmentNotice(reminder, { ...OWNER, zone: SYDNEY, now }, true)
  }

  it('R7.4 have one button, which opens the app', () => {
    expect(noticeOptions(noticeOf()).actions).toEqual([{ action: 'open', title: 'Open' }])
  })

  it('R7.4 of one appointment take each other’s place', async () => {
    const { area, tags } = notificationArea()
    await showNotice(area, noticeOf({ ...appointment, remindBefore: [1440] }))
    await showNotice(area, noticeOf())
    expect(tags()).toHaveLength(1)
  })

  it.each<[string, Appointment[], AppointmentId[], boolean]>([
    ['stay while it is planned', [appointment], [], true],
    ['stay where the appointment is not known yet', [], [], true],
    ['close when it is moved', [{ ...appointment, appointmentDate: day('2026-11-30') }], [], false],
    ['close when it is completed', [{ ...appointment, isCompleted: true }], [], false],
    ['close when it is deleted here', [], [appointment.id], false],
  ])('R7.6 %s', async (_what, held, written, stays) => {
    const { area, tags } = notificationArea()
    await showNotice(area, one)
    await showNotice(area, noticeOf())
    const planned = held.flatMap((appointment) => appointmentReminders(appointment, SYDNEY)).map(({ id }) => id)
    const known = [...held.map(({ id }) => id), ...written].map(appointmentTag)
    await closeAppointmentNotices(area, { known: new Set(known), planned: new Set(planned) })
    expect(tags()).toEqual(stays ? [one.tag, appointmentTag(appointment.id)] : [one.tag])
  })
})
