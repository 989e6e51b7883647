import { expect, test } from 'vitest'
import type { AppointmentId } from '../lib/ids.ts'
import { day, sampleAppointment, sampleId, times } from '../testing/samples.ts'
import { completedAppointments, isSameAppointment, upcomingAppointments } from './appointment.ts'

const [nine, ten] = times('09:00', '10:00')
const appointment = (number: number, date: string, appointmentTime = nine, isCompleted = false) =>
  sampleAppointment({
    id: sampleId<AppointmentId>(number),
    appointmentDate: day(date),
    ...(appointmentTime ? { appointmentTime } : {}),
    isCompleted,
  })
const numbers = (appointments: readonly { id: string }[]) => appointments.map(({ id }) => id)
const ids = (...of: number[]) => of.map((number) => sampleId(number))

test('upcoming appointments stand by date and time, the next one first', () => {
  const appointments = [
    appointment(1, '2026-12-02'),
    appointment(2, '2026-12-01', ten),
    appointment(3, '2026-12-01'),
    appointment(4, '2027-01-01'),
  ]
  expect(numbers(upcomingAppointments([...appointments, appointment(5, '2026-11-01', nine, true)]))).toEqual(
    ids(3, 2, 1, 4),
  )
})

test('completed appointments stand by date and time, the last one first', () => {
  const appointments = [
    appointment(1, '2026-12-02', nine, true),
    appointment(2, '2026-12-01', ten, true),
    appointment(3, '2026-12-01', nine, true),
  ]
  expect(numbers(completedAppointments([...appointments, appointment(4, '2026-12-05')]))).toEqual(ids(1, 2, 3))
})

test.each([
  ['sarah  LEE', '2026-12-01', nine, true],
  ['Sarah Leé', '2026-12-01', nine, false],
  ['Sarah Lee', '2026-12-02', nine, false],
  ['Sarah Lee', '2026-12-01', ten, false],
])('%s on %s at %s is the same appointment as Sarah Lee on 2026-12-01 at 09:00: %s', (doctorName, date, time, same) => {
  const one = { ...appointment(1, '2026-12-01'), doctorName: 'Sarah Lee' }
  expect(isSameAppointment(one, { ...appointment(2, date, time), doctorName })).toBe(same)
})
