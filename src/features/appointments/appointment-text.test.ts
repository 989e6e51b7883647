import { describe, expect, test } from 'vitest'
import type { LocalDate, LocalTime } from '#domain/lib/local-time.ts'
import { type Deed, dayText, failureTitle, reminderText, telephoneLink, whichText } from './appointment-text.ts'

describe('the title of a failure (specification, section 8)', () => {
  test.each<[Deed, string, string]>([
    ['added', 'Duplicate appointment', 'Duplicate Appointment'],
    ['added', 'You already have an appointment with Sarah Lee', 'Duplicate Appointment'],
    ['added', '500: broken', 'Failed to add appointment'],
    ['updated', 'You already have an appointment with Sarah Lee', 'Failed to update appointment'],
    ['completed', '404: gone', 'Failed to update appointment'],
    ['deleted', '500: broken', 'Failed to delete appointment'],
  ])('%s, “%s”: %s', (deed, message, title) => {
    expect(failureTitle(deed, message)).toBe(title)
  })
})

test('an appointment is told by doctor, date and 12-hour time', () => {
  const appointment = {
    doctorName: 'Sarah Lee',
    appointmentDate: '2026-11-20' as LocalDate,
    appointmentTime: '14:30' as LocalTime,
  }
  expect(whichText(appointment)).toBe('Sarah Lee, Nov 20, 2026 at 2:30 PM')
  expect(dayText(appointment)).toBe('Fri, Nov 20, 2026')
})

test('the reminders of an appointment stand on its card in the order in which they come', () => {
  expect(reminderText({ remindBefore: [120, 1440] })).toBe('Reminder 1 day before and 2 hours before')
  expect(reminderText({ remindBefore: [120] })).toBe('Reminder 2 hours before')
})

test.each([
  ['(03) 9342 7000', 'tel:0393427000'],
  ['+61 412 345 678', 'tel:+61412345678'],
  ['ask at the desk', null],
  ['ext. 12', null],
])('“%s” is dialled as %s', (phone, link) => {
  expect(telephoneLink(phone)).toBe(link)
})
