import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AppointmentId } from '../lib/ids.ts'
import { slotIdSchema } from '../lib/ids-schema.ts'
import { toInstant } from '../lib/instant.ts'
import { addDays, HOUR, localTimeOf, MINUTE } from '../lib/local-time.ts'
import { instantAt, localAt } from '../lib/zone.ts'
import { type Appointment, REMIND_BEFORE, type RemindBefore } from '../records/appointment.ts'
import { at, day, instant, SYDNEY, sampleAppointment, sampleId, times } from '../testing/samples.ts'
import {
  appointmentBody,
  appointmentReminderId,
  appointmentReminders,
  appointmentTag,
  dueAppointments,
  effectiveReminders,
} from './appointment-reminders.ts'

const both: RemindBefore[] = [120, 1440]
/** Friday, November 27, 14:30. */
const appointment = sampleAppointment({ remindBefore: both })
const [DAY_BEFORE, HOURS_BEFORE] = [at('2026-11-26 14:30'), at('2026-11-27 12:30')]

const moved = (date: string, time: string, fields: Partial<Appointment> = {}): Appointment => {
  const [appointmentTime = appointment.appointmentTime] = times(time)
  return { ...appointment, appointmentDate: day(date), appointmentTime, ...fields }
}
const instantsOf = (appointment: Appointment, zone = SYDNEY) =>
  appointmentReminders(appointment, zone).map((reminder) => toInstant(reminder.at))

describe('the reminders of an appointment', () => {
  it('R7.1 are a day and two hours before it, each for at most two hours', () => {
    expect(appointmentReminders(appointment, SYDNEY).map(({ minutes, at, until }) => [minutes, at, until])).toEqual([
      [1440, DAY_BEFORE, DAY_BEFORE + 2 * HOUR],
      [120, HOURS_BEFORE, HOURS_BEFORE + 2 * HOUR],
    ])
    expect(appointmentReminders({ ...appointment, remindBefore: [] }, SYDNEY)).toEqual([])
  })

  it('R7.1 have the same names everywhere, in the form of slot ids; none two', () => {
    expect(appointmentReminderId(appointment, 120)).toBe('JJJ1upm9qo4ym90JkG2fCw')
    const others = [moved('2026-11-28', '14:30'), moved('2026-11-27', '14:31')]
    const names = [appointment, ...others, { ...appointment, id: sampleId<AppointmentId>(51) }].flatMap((one) =>
      REMIND_BEFORE.map((minutes) => appointmentReminderId(one, minutes)),
    )
    expect(new Set(names).size).toBe(8)
    for (const name of names) expect(slotIdSchema.safeParse(name).success).toBe(true)
  })

  it('R1.2 R7.1 a day before means the same time on the wall; one that is skipped moves forward, one that occurs twice is the first', () => {
    // Sydney's clocks go forward on October 4, 2026 at 2:00, and back on April 5, 2026 at 3:00.
    expect(instantsOf(moved('2026-10-04', '14:30'))).toEqual(['2026-10-03T04:30:00.000Z', '2026-10-04T01:30:00.000Z'])
    expect(instantsOf(moved('2026-10-05', '02:30'))[0]).toBe('2026-10-03T16:30:00.000Z')
    expect(instantsOf(moved('2026-04-06', '02:30'))[0]).toBe('2026-04-04T15:30:00.000Z')
    // Two hours are two hours, although local time moves by three, from 0:30 to 3:30.
    expect(instantsOf(moved('2026-10-04', '03:30'))[1]).toBe('2026-10-03T14:30:00.000Z')
  })

  it('R7.1 in any zone they come before the appointment, a day before at its time where the wall shows it then', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          'Australia/Sydney',
          'Australia/Lord_Howe',
          'Africa/Casablanca',
          'America/Scoresbysund',
          'America/St_Johns',
          'Asia/Kathmandu',
          'Europe/Dublin',
          'Pacific/Chatham',
          'UTC',
        ),
        fc.integer({ min: 0, max: 1800 }),
        fc.integer({ min: 0, max: 1439 }),
        (zone, days, minute) => {
          const [date, time] = [addDays(day('2025-01-01'), days), localTimeOf(minute)]
          const one = moved(date, time)
          const begins = instantAt(date, time, zone)
          for (const reminder of appointmentReminders(one, zone)) {
            expect(reminder.at).toBeLessThan(reminder.until)
            expect(reminder.until).toBeLessThanOrEqual(begins)
            if (reminder.minutes === 120) {
              expect(reminder.at).toBe(begins - 120 * MINUTE)
            } else {
              const before = addDays(date, -1)
              const isShown = [reminder.at, reminder.at - HOUR].some((instant) => {
                const wall = localAt(instant, zone)
                return wall.date === before && wall.time === time
              })
              const wall = localAt(reminder.at, zone)
              if (isShown) expect(wall).toEqual({ date: before, time })
              else expect([before, date]).toContain(wall.date)
            }
          }
        },
      ),
    )
  })
})

describe('which of them ring', () => {
  it('R7.3 none of a completed appointment, and none whose time was past when it was entered or changed', () => {
    const ringing = (fields: Partial<Appointment>) =>
      effectiveReminders({ ...appointment, ...fields }, SYDNEY).map(({ minutes }) => minutes)
    expect(ringing({})).toEqual([1440, 120])
    expect(ringing({ isCompleted: true })).toEqual([])
    expect(ringing({ updatedAt: toInstant(DAY_BEFORE) })).toEqual([1440, 120])
    expect(ringing({ updatedAt: toInstant(DAY_BEFORE + 1) })).toEqual([120])
    expect(ringing({ updatedAt: instant('2026-11-27 13:00') })).toEqual([])
  })

  it('R7.3 also those whose time passed before the server heard of an appointment that was entered in time', () => {
    const heard = { ...appointment, updatedAt: instant('2026-11-27 13:00') }
    const ringing = (changedAt: string) =>
      effectiveReminders({ ...heard, changedAt: instant(changedAt) }, SYDNEY).map(({ minutes }) => minutes)
    expect(ringing('2026-11-26 09:00')).toEqual([1440, 120])
    expect(ringing('2026-11-27 12:30')).toEqual([120])
    expect(ringing('2026-11-27 12:31')).toEqual([])
  })

  it.each([
    ['2026-11-26 14:29', []],
    ['2026-11-26 14:30', [1440]],
    ['2026-11-26 16:29', [1440]],
    ['2026-11-26 16:30', []],
    ['2026-11-27 12:30', [120]],
    ['2026-11-27 14:29', [120]],
    ['2026-11-27 14:30', []],
  ])('R7.4 at %s: %j', (now, minutes) => {
    expect(dueAppointments([appointment], SYDNEY, at(now)).map((reminder) => reminder.minutes)).toEqual(minutes)
  })
})

describe('the words', () => {
  const [first, second] = appointmentReminders(appointment, SYDNEY)
  it.each([
    [first, '2026-11-26 14:30', 'Appointment with Dr. Ivy Lee tomorrow at 2:30 PM\nCity Clinic'],
    [second, '2026-11-27 12:30', 'Appointment with Dr. Ivy Lee in 2 hours, at 2:30 PM\nCity Clinic'],
    [second, '2026-11-27 12:35', 'Appointment with Dr. Ivy Lee today at 2:30 PM\nCity Clinic'],
  ])('R7.4 are right when they are said', (reminder, now, body) => {
    expect(reminder && appointmentBody(reminder, at(now), SYDNEY)).toBe(body)
  })

  it('R7.4 around midnight', () => {
    const [, early] = appointmentReminders(moved('2026-11-27', '00:30', { location: '' }), SYDNEY)
    const [late] = appointmentReminders(moved('2026-11-27', '23:00', { location: '' }), SYDNEY)
    const said = (reminder: typeof early, now: string) => reminder && appointmentBody(reminder, at(now), SYDNEY)
    expect(said(early, '2026-11-26 23:30')).toBe('Appointment with Dr. Ivy Lee tomorrow at 12:30 AM')
    expect(said(late, '2026-11-27 00:10')).toBe('Appointment with Dr. Ivy Lee today at 11:00 PM')
  })
})

it('R7.4 the tag of an appointment is a topic of a push message', () => {
  expect(appointmentTag(appointment.id)).toMatch(/^[0-9a-f]{32}$/)
})
