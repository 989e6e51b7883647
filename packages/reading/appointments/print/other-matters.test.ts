import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { hearAppointment } from '../appointments.ts'

const TODAY = '2026-11-20' as LocalDate

/** Day and time of a card, with a question mark where they are a guess, and how many questions are asked. */
function when(...lines: string[]): string {
  const { read, asks } = hearAppointment(lines.join('\n'), TODAY)
  const facts = [read.appointmentDate, read.appointmentTime].map((fact) =>
    fact ? `${fact.value}${fact.confidence === 'sure' ? '' : '?'}` : '-',
  )
  return [...facts, ...asks.map(() => 'asks')].join(' ')
}

const DAY = 'Tuesday 8 December 2026'
const VISIT = `${DAY} at 10:40`

describe('what a card or letter says beside the day and the time of the visit', () => {
  test.each([
    // Its own date and those of the person.
    [['20 November 2026', 'Dear Ms Low', VISIT]],
    [['Hill Hospital', 'Date: 23 November 2026', 'Dear Ms Low', VISIT]],
    [['Typed: 23/11/2026', VISIT]],
    [['Letter created 23.11.26   Clinic date 8.12.26', 'Appt time: 10.40']],
    [['Booked on: 23-Nov-2026 09:12 AM', VISIT]],
    [['Seen today: 20/11/26', VISIT]],
    [['EDD 08/05/2027', VISIT]],
    [['DOB 11/12/2019', VISIT]],
    [['Referral letter dated 12/08/2026', VISIT]],
    [['TODAY 08:02', `Hill Hosp: your appt is on ${VISIT}`]],
    [['Text message', 'Yesterday 17:45', `Your appt on ${VISIT} is confirmed`]],
    [['Home visits: before 10am', VISIT]],
    [['Booked on: 23-Nov-2026   09:12', VISIT]],
    [['09:14', 'Sat 21 Nov', `Hill Hosp: your appt is on ${VISIT}`]],
    // When somebody answers the telephone, and when a place is open.
    [[VISIT, 'Enquiries 0116 496 0001 (9am - 4pm)']],
    [[VISIT, 'If you cannot come ring 0116 496 0001, Monday to Friday 8.30am to 5pm.']],
    [[VISIT, 'To change it ring 0116 496 0001 between 9:00 and 12:30.']],
    [[VISIT, 'Lines are open 8am to 1pm on Saturday']],
    [['Store hours 9-5.30 Mon to Sat', VISIT]],
    [['Surgery: Mon-Thu 8.30-5.30, Fri 8.30-1.00', VISIT]],
    // What is done before, and by when.
    [[VISIT, 'Arrive by   10:25']],
    [['Please arrive at 10:25 for your appointment', VISIT]],
    [[VISIT, 'Nothing to eat from 10pm the night before.']],
    [[DAY, 'Appt time: 10.40 (please book in from 10.25)']],
    [[VISIT, 'Please confirm by 30 November 2026.']],
    [[VISIT, 'Results are sent within 2 weeks.']],
    [['Your blood test on 12 November 2026 was normal.', VISIT]],
    // Only their field, or nothing beside them, says that they are times.
    [[DAY, 'Time of appointment: 10.40']],
    [[DAY, '10.40']],
    [[DAY, '10:40-11:00', '31 weeks']],
    [['Visit summary 20/11/2026', `Return visit: ${VISIT}`]],
    [[DAY, 'Time: 10.40', 'Unit 4 Station Yard']],
    [['2026/12/08', '1040', 'Tel 0116 496 0001']],
  ])('%j is on 8 December at 10:40', (lines) => {
    expect(when(...lines)).toBe('2026-12-08 10:40')
  })
})

describe('an appointment that another one replaces', () => {
  test.each([
    [['Your appointment on Wednesday 2 December 2026 at 9:15 has had to be changed.', `Your new one is on ${VISIT}.`]],
    [[`Your appointment on 2 December 2026 at 9:15 has been moved to ${VISIT}.`, 'Sorry']],
    [['We have had to cancel your appointment on 2 December 2026 at 9.15.', `We have rebooked you for ${VISIT}.`]],
    [[`We have had to move your visit from 2 December 2026 at 9:15 to ${VISIT}.`, 'Sorry']],
    [['Old appointment: 2 December 2026 9:15', `New appointment: ${VISIT}`]],
    [['Your visit', 'originally booked for 2 December 2026 at 9:15', `is now on ${VISIT}`]],
    [['Old date: 2 December 2026   at 9:15', `New date: ${VISIT}`]],
    [['From: 2 December 2026 9:15', `To: ${VISIT}`]],
    [['was: 02/12/2026 at 9:15', 'now: 08/12/2026 at 10:40']],
    [['This replaces your appointment of 2 December 2026 at 9:15.', VISIT]],
    [['02/12/26   9.15   Dr Low   cancelled', '08/12/26   10.40   Dr Low']],
    [['12/11/26   9.15   Dr Low   attended', '08/12/26   10.40   Dr Low']],
  ])('%j is on 8 December at 10:40', (lines) => {
    expect(when(...lines)).toBe('2026-12-08 10:40')
  })

  test.each([
    [['Your appointment on 2 December 2026 at 9:15 has been cancelled.', 'We will write to you again.']],
    [['CANCELLED', 'We have had to cancel your visit on 2 December 2026 at 9:15.']],
    [['The clinic on 2 December 2026 at 9:15 will not take place.', 'Ring 0116 496 0001']],
    [['We are no longer able to see you on 2 December 2026 at 9:15.', 'Sorry']],
    [['We could not reach you on 7 November 2026.', 'Please ring us.']],
    [['You did not attend your appointment on 2 November 2026 at 9:15.', 'Please ring us']],
    [['3 November 2026', 'Dear Ms Low', 'You are on our waiting list and will be seen within 18 weeks.']],
    [['3 November 2026', 'Dear Ms Low', 'Your last test was on 1 March 2025. Please ring 0116 496 0001 (9am to 1pm).']],
  ])('%j has none in its place', (lines) => {
    expect(when(...lines)).toBe('- -')
  })

  test.each([
    [[VISIT, 'Appointments can be cancelled up to 24 hours before.']],
    [[VISIT, 'To cancel or change it ring 0116 496 0001']],
    [[VISIT, 'If you no longer need this appointment please ring us.']],
    [[`Your appointment on ${VISIT} has been changed to a telephone call.`, 'Please be by your phone']],
    [[`Your appointment has been changed to ${VISIT}.`, 'Sorry']],
  ])('%j takes place', (lines) => {
    expect(when(...lines)).toBe('2026-12-08 10:40')
  })

  test.each([
    [[`Your appointment on ${VISIT} has been moved to another building.`, 'Sorry'], '2026-12-08 10:40'],
    [[`The place of your appointment on ${VISIT} has been changed.`, 'Sorry'], '2026-12-08? 10:40?'],
    [[`The time of your appointment on ${DAY} has been changed to 10:40.`, 'Sorry'], '2026-12-08? 10:40'],
  ])('what else is changed leaves the day: %j', (lines, expected) => {
    expect(when(...lines)).toBe(expected)
  })

  test('a time that stands with another day is a guess', () => {
    expect(when('Friday 11 December 2026', 'Day Unit', `Blood test: ${VISIT}`)).toBe('2026-12-11? 10:40? asks')
  })

  test('rows that are to come are asked for', () => {
    expect(when('Mon 30/11/26 9.15', 'Mon 7/12/26 9.15')).toBe('2026-11-30? 09:15 asks')
  })
})
