import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { type ReadAppointment, readAppointment } from './appointments.ts'

const TODAY = '2026-11-20' as LocalDate

/** Every value of a card that was read, with a question mark where it is a guess. */
function readCard(...lines: string[]): Partial<Record<keyof ReadAppointment, string>> {
  const read = readAppointment(lines.join('\n'), TODAY)
  const facts = Object.entries(read).filter(([, fact]) => fact !== null)
  return Object.fromEntries(
    facts.map(([field, { value, confidence }]) => [field, `${value}${confidence === 'guess' ? '?' : ''}`]),
  )
}

describe('a line of a card ends names and places', () => {
  test.each([
    [['Dr Anna Reed', 'Tel: 02 9555 1234'], 'Anna Reed'],
    [['Consultant: Dr P. Shah', 'Date: 12 January 2027'], 'P. Shah'],
    [['Dr N Green', 'Thu 03 Dec 2026 17:10'], 'N Green'],
    [['Dr Green Date 03/12/2026 Time 17:10'], 'Green'],
    [['Dr Ruth Vale MBBS FRACGP', 'City Hospital'], 'Ruth Vale'],
    [['Prof. Gerald Moss FRACS', 'General Surgeon'], 'Gerald Moss'],
    [['Appointment with', 'Dr Hannah Cole'], 'Hannah Cole'],
    [['Dr Emily Sun', 'Eye Clinic'], 'Emily Sun'],
  ])('%j is with %s', (lines, doctorName) => {
    expect(readCard(...lines)).toMatchObject({ doctorName })
  })

  test.each([
    [['Dr Paul West', 'Arthritis Clinic'], 'Arthritis Clinic'],
    [['Northern Infirmary', 'Clinic: Dermatology'], 'Northern Infirmary?'],
    [['Location: Level 2, 14 Queen St, Perth', 'Ask at the desk'], 'Level 2, 14 Queen St, Perth'],
    [['Dr Paul West', 'Suite 2, 40 Park Rd', 'Hobart'], '40 Park Rd?'],
  ])('%j is at %s', (lines, location) => {
    expect(readCard(...lines)).toMatchObject({ location })
  })

  test('whoever is seen may stand in a field of their own, without a title: sure where the name is known to be one', () => {
    expect(readCard('Midwife: Laura Hill', '9 Dec 2026 at 10:00 am')).toMatchObject({
      doctorName: 'Laura Hill',
    })
    expect(readCard('Provider: Tran, Mai MD')).toMatchObject({ doctorName: 'Mai Tran' })
    expect(readCard('Move Plus', 'Adam Hart - Physiotherapist')).toMatchObject({ doctorName: 'Adam Hart?' })
    expect(readCard('Name: Peter Hall', 'Patient: Laura Hill')).toEqual({})
  })
})

describe('what a card says of itself is no visit', () => {
  test.each([
    [['Printed: 19/11/2026 14:22', 'Appointment: 11/12/2026 16:00']],
    [['Patient DOB: 02/03/1958', 'Appointment 11/12/2026 4:00 pm']],
    [['Date printed: 19 Nov 2026', '11 Dec 2026 4pm']],
    [['Letter date 5 November 2026', 'Friday 11 December at 4pm']],
    [['Referral dated 1/10/26. Dr Lee Fri 11/12/26 4.00pm']],
    [['Appointment confirmed 18/11/2026', '11 December 2026', '4 pm']],
    [['Appointment confirmed 24/11/2026', '11 December 2026', '4 pm']],
    [['Valid until 30/06/2027', '11 December 2026, 4 pm']],
    [['Open Mon-Fri 8:30am - 5:30pm', '11 Dec 2026 16:00']],
    [['Reception hours 8am - 6pm', '11 Dec 2026 16:00']],
    [['Cancel before 5pm the day before', '11 Dec 2026 16:00']],
    [['Do not eat from midnight', '11 Dec 2026 16:00']],
    [['Nothing to eat or drink', 'after 10pm on 10 December 2026', '11 Dec 2026 16:00']],
    [['Moved from Monday 7 December 10:00am to Friday 11 December 4:00pm']],
    [['Rescheduled from 1/12/2026 2pm to 11/12/2026 4pm']],
    [['11/12/2026 4pm', 'Appointment changed from 1/12/2026']],
  ])('%j is on 11 December at 4 pm', (lines) => {
    const { appointmentDate = '', appointmentTime = '' } = readCard(...lines)
    expect([appointmentDate.replace('?', ''), appointmentTime]).toEqual(['2026-12-11', '16:00'])
  })

  test.each([[['DOB: 02/03/1958', 'Dr Lee']], [['Issued 01/11/2026 09:30']], [['Opening hours: 8am - 6pm']]])(
    '%j has no day and no time',
    (lines) => {
      const { appointmentDate, appointmentTime } = readCard(...lines)
      expect([appointmentDate, appointmentTime]).toEqual([undefined, undefined])
    },
  )

  test('a day that is over is a guess', () => {
    expect(readCard('Dr Lee', '8 Dec 2025 9:30am')).toMatchObject({ appointmentDate: '2025-12-08?' })
  })
})

describe('what a card says in a field of its own comes before everything else', () => {
  test.each([
    [['Hill Cardiology', 'Date: 9/12/26 Check-in: 9:15 AM Appt time: 9:30 AM'], '09:30'],
    [['Arrive 8:45 am', 'Appointment time 9.00 am'], '09:00'],
    [['Timings 9 am - 1 pm, 4 pm - 7 pm', 'Token no 8 time 5:45 pm', 'Date: 9/12/26'], '17:45'],
    [['OPD timings 9 am - 1 pm', 'Visit time: 11:40 am'], '11:40'],
    [['Date: 9/12/26', 'Time: 07:45'], '07:45'],
    [['Date: 9/12/26', 'Time: 7:45'], '07:45?'],
    [['Time: 9:00 am 9/12/26', 'Time: 10:00 am 10/12/26'], '09:00?'],
    [['Appt time 10:00 9/12/26', 'Second visit 10 Dec 11:00'], '10:00?'],
    [['02/11/26 Mon 9.00 Ann', '09/11/26 Mon 9.30 Ann', '07/12/26 Mon 9.00 Tom'], '09:00'],
  ])('%j is at %s', (lines, appointmentTime) => {
    expect(readCard(...lines)).toMatchObject({ appointmentTime })
  })

  test.each([
    [['Urology clinic', 'Date: 9/12/26', 'At: Leigh Hospital, Block B'], 'Leigh Hospital, Block B'],
    [['STATE XRAY', 'Site: Northgate', 'Date: 9/12/26'], 'Northgate'],
    [['STATE XRAY', 'Clinic location: 4 High Street', 'Date: 9/12/26'], '4 High Street'],
  ])('%j is at %s', (lines, location) => {
    expect(readCard(...lines)).toMatchObject({ location })
  })

  test.each([
    [['Dr Ann Kelly & Dr Tom Walsh', 'Your appointment is with Dr Walsh', '9 December 9 am'], 'Walsh'],
    [['Dr Ann Kelly', 'Dr Tom Walsh', 'With: Dr Walsh', '9 December 9 am'], 'Walsh'],
    [['Dr Ann Kelly', 'Dr Tom Walsh', '9 December 9 am'], 'Ann Kelly?'],
    [['Cardiology', 'on 9 December 9 am with Mr Singh'], 'Singh?'],
  ])('%j is with %s', (lines, doctorName) => {
    expect(readCard(...lines)).toMatchObject({ doctorName })
  })

  test('a next visit is its date, the others are asked for', () => {
    const [lines, appointmentDate] = [['Review 12/1/27', 'Next visit: 9/12/26'], '2026-12-09?']
    expect(readCard(...lines)).toMatchObject({ appointmentDate })
  })
})
