import { expect, test } from 'vitest'
import { doseViews } from '#domain/doses/dose-views.ts'
import type { AppointmentId, MedicationId } from '#domain/lib/ids.ts'
import {
  at,
  day,
  instant,
  SYDNEY,
  sampleAppointment,
  sampleEvent,
  sampleId,
  sampleMedication,
  times,
} from '#domain/testing/samples.ts'
import { nextAppointments, recentMedications, upcomingReminders } from './summaries.ts'

test('the newest five medications, active ones before inactive ones', () => {
  const listed = Array.from({ length: 7 }, (_, index) => ({
    ...sampleMedication({ id: sampleId<MedicationId>(index) }),
    isActive: index !== 0,
  }))
  expect(recentMedications(listed).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5].map((id) => sampleId(id)))
  expect(recentMedications(listed.slice(0, 2)).map(({ isActive }) => isActive)).toEqual([true, false])
})

test('the next five doses by the time they ring; late and settled ones are not among them', () => {
  const now = at('2026-11-20 08:20')
  const { slots } = doseViews({
    medications: [
      sampleMedication({}, [
        {
          reminderTimes: times('07:00', '08:00', '08:10', '09:00', '10:00', '11:00', '12:00', '13:00'),
        },
      ]),
    ],
    events: [
      sampleEvent(1, { slot: '2026-11-20 10:00' }),
      sampleEvent(2, { kind: 'snoozed', until: instant('2026-11-20 09:30') }),
    ],
    from: day('2026-11-20'),
    to: day('2026-11-20'),
    zone: SYDNEY,
    now,
  })
  expect(upcomingReminders(slots).map(({ slot }) => slot.time)).toEqual(
    times('08:10', '09:00', '08:00', '11:00', '12:00'),
  )
})

test('the next five appointments, the first one first; neither completed ones nor those of earlier days', () => {
  const appointment = (number: number, date: string, isCompleted = false) =>
    sampleAppointment({ id: sampleId<AppointmentId>(number), appointmentDate: day(date), isCompleted })
  const appointments = [
    appointment(1, '2026-12-05'),
    appointment(2, '2026-11-20'),
    appointment(3, '2026-11-19'),
    appointment(4, '2026-11-25', true),
    ...[5, 6, 7, 8].map((number) => appointment(number, `2026-12-2${number}`)),
  ]
  expect(nextAppointments(appointments, day('2026-11-20')).map(({ id }) => id)).toEqual(
    [2, 1, 5, 6, 7].map((id) => sampleId(id)),
  )
})
