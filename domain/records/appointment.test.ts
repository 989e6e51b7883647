import { expect, test } from 'vitest'
import type { AppointmentId } from '../lib/ids.ts'
import { day, sampleAppointment, sampleId, times } from '../testing/samples.ts'
import { completedAppointments, isSameVisit, upcomingAppointments } from './appointment.ts'

const [nine, ten] = times('09:00', '10:00')
const visit = (number: number, date: string, appointmentTime = nine, isCompleted = false) =>
  sampleAppointment({
    id: sampleId<AppointmentId>(number),
    appointmentDate: day(date),
    ...(appointmentTime ? { appointmentTime } : {}),
    isCompleted,
  })
const numbers = (visits: readonly { id: string }[]) => visits.map(({ id }) => id)
const ids = (...of: number[]) => of.map((number) => sampleId(number))

test('upcoming visits stand by date and time, the next one first', () => {
  const visits = [visit(1, '2026-12-02'), visit(2, '2026-12-01', ten), visit(3, '2026-12-01'), visit(4, '2027-01-01')]
  expect(numbers(upcomingAppointments([...visits, visit(5, '2026-11-01', nine, true)]))).toEqual(ids(3, 2, 1, 4))
})

test('completed visits stand by date and time, the last one first', () => {
  const visits = [
    visit(1, '2026-12-02', nine, true),
    visit(2, '2026-12-01', ten, true),
    visit(3, '2026-12-01', nine, true),
  ]
  expect(numbers(completedAppointments([...visits, visit(4, '2026-12-05')]))).toEqual(ids(1, 2, 3))
})

test.each([
  ['sarah  LEE', '2026-12-01', nine, true],
  ['Sarah Leé', '2026-12-01', nine, false],
  ['Sarah Lee', '2026-12-02', nine, false],
  ['Sarah Lee', '2026-12-01', ten, false],
])('%s on %s at %s is the same visit as Sarah Lee on 2026-12-01 at 09:00: %s', (doctorName, date, time, same) => {
  const one = { ...visit(1, '2026-12-01'), doctorName: 'Sarah Lee' }
  expect(isSameVisit(one, { ...visit(2, date, time), doctorName })).toBe(same)
})
