import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { hearAppointment } from '../appointments.ts'

const TODAY = '2026-11-20' as LocalDate

/** Day and time of a card, with a question mark where they are a guess, and what is asked. */
function visit(text: string): string {
  const { read, asks } = hearAppointment(text, TODAY)
  return [
    ...[read.appointmentDate, read.appointmentTime]
      .filter((fact) => fact !== null)
      .map(({ value, confidence }) => (confidence === 'sure' ? value : `${value}?`)),
    ...asks,
  ].join(' ')
}

const HOURS = [
  'Opening hours Mon-Thu 8.30am - 5.30pm  Fri 8.30am - 1.00pm',
  'Mon-Fri 8-6, Sat 9-1',
  'Monday to Friday 08:30 - 18:00\nSaturday 09:00 - 12:30',
  'Opening times:\nMon 9.00-17.00\nTue 9.00-17.00\nWed closed',
  'We are open 9am to 5pm weekdays',
  'Hours: Mon/Wed/Fri 9:00-5:00',
  'Office open daily 8.30am-1pm and 2pm-6pm',
  'Reception is staffed from 8am until 6.30pm',
  'Mon 8.30am - 5.30pm   Tue 8.30am - 7.30pm   Wed 8.30am - 1.00pm',
  'Lunch 1pm-2pm',
  'Clinic runs 9am - 1pm',
  'Visiting 2pm-4pm and 6pm-8pm',
  'Hours\nMon-Fri  8:00 AM - 5:00 PM\nSat  9:00 AM - 12:00 PM',
]
const CARDS: readonly ((hours: string) => string)[] = [
  (hours) => `Elm Dental Surgery\n${hours}\nMiss Ann Low\nFriday 4 December 2026   11:50am\nDr Roe`,
  (hours) => `Elm Dental Surgery\nDr Roe\nDate: Friday 4 December 2026\nTime: 11:50\n${hours}`,
  (hours) => `Elm Dental Surgery\nDr Roe\nFri 4 Dec at 11.50am\nTel 0116 496 0002\n${hours}`,
]

describe('the hours of a place are never the time of the visit, wherever they stand', () => {
  test.each(HOURS)('%j', (hours) => {
    for (const card of CARDS) expect(visit(card(hours))).toBe('2026-12-04 11:50')
  })
})

describe('the time of a visit that looks like opening hours is read where there is no other', () => {
  test.each([
    ['Elm Clinic\nTuesday 8 December 2026\n10:00 - 10:30\nDr Roe', '2026-12-08 10:00'],
    ['Elm Clinic\nTuesday 8 December 2026 9am - 1pm\nDr Roe', '2026-12-08 09:00'],
    ['Opening hours Mon-Fri 9-5\nTue 8 Dec 2026\n2pm - 2.30pm\nDr Roe', '2026-12-08 14:00'],
  ])('%j: %s', (text, expected) => {
    expect(visit(text)).toBe(expected)
  })
})

describe('what is sold, and until when, is no visit', () => {
  test.each([
    '2nd pair half price until 31/12/2026',
    'Offer ends 31 December 2026',
    '20% off all frames until 31/12/2026',
    'Our winter sale ends 31 December',
    'Prices change from 1 January 2027',
    'Free hearing test before 31/12/2026',
    'We are moving to new premises on 11 January 2027',
    'Vouchers are valid until 31/12/26',
  ])('%j', (offer) => {
    expect(visit(`Elm Opticians\nEye test\n8 December 2026 11:50am\n${offer}`)).toBe('2026-12-08 11:50')
    expect(visit(`Elm Opticians\nEye test\n${offer}`)).toBe('')
  })
})
