import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { readAppointment } from '../appointments.ts'

const TODAY = '2026-11-20' as LocalDate

/** The number of a card, with a question mark where it is a guess. */
function phone(...lines: string[]): string | undefined {
  const fact = readAppointment(['8 December 2026 10:40', ...lines].join('\n'), TODAY).phoneNumber
  return fact ? `${fact.value}${fact.confidence === 'sure' ? '' : '?'}` : undefined
}

describe('the number to ring is that of the bookings', () => {
  test.each([
    [['Switchboard 0116 496 0001', 'Appointments 0116 496 0002']],
    [['Main hospital number: 0116 496 0001', 'To rearrange: 0116 496 0002']],
    [['If you feel unwell ring 0116 496 0001.', 'If you cannot come ring 0116 496 0002.']],
    [['Ward 4: 0116 496 0001', 'Booking office: 0116 496 0002']],
    [['Prescriptions 0116 496 0001 Appointments 0116 496 0002']],
    [['0116 496 0001 (switchboard)', '0116 496 0002 (bookings)']],
    [['Transport 0116 496 0001', 'Not convenient? 0116 496 0002']],
    [['Emergencies: 0116 496 0001', 'Reception: 0116 496 0002']],
    [['Fax 0116 496 0001', 'Tel 0116 496 0002']],
    [['Tel 0116 496 0002 Fax 0116 496 0001']],
    [['T 0116 496 0002 F 0116 496 0001']],
    [['Results line 0116 496 0001', 'Unable to attend? Please call 0116 496 0002 or go online']],
    [['Appointments line', '0116 496 0002', 'Advice line', '0116 496 0001']],
    [['Textphone 0116 496 0001', 'Clinic office 0116 496 0002']],
    [['Triage 24h 0116 496 0001  Clinic desk 0116 496 0002']],
    [['Clinic desk 0116 496 0002', 'Maternity triage line 0116 496 0001']],
    [['Duty nurse 0116 496 0001', 'Desk: 0116 496 0002']],
    [['24 hour line 0116 496 0001', 'Tel 0116 496 0002']],
    [['On-call team 0116 496 0001. Office 0116 496 0002']],
    [['Please call 0116 496 0002 if you need to change this. Interpreters: 0116 496 0001.']],
  ])('%j', (lines) => {
    expect(phone(...lines)).toBe('0116 496 0002')
  })
})

describe('what is printed like a phone number and is none to ring', () => {
  test.each([
    [['MRN: 0044719023']],
    [['CHI 1203584411']],
    [['NHS No. 485 777 3451']],
    [['Hospital number 00447190']],
    [['Accession no. 774190233']],
    [['Practice no. 0458822']],
    [['Reg. No. 4482191']],
    [['Patient ID 30117743']],
    [['Your mobile: 07700 900143']],
    [['Mobile we hold: 07700 900143']],
    [['Tel we have for you 07700 900143']],
    [['We will ring you on 07700 900143']],
    [['Next of kin 07700 900143']],
    [['Patient: Ann Low 07700 900143']],
    [['Fax: 0116 496 0001']],
    [['Pt no 66-10-482']],
    [['Pt. No. 66 10 4821']],
    [['Oral Dept.   Pt no 66-1O-482']],
    [['Parcel no 4471 902 33']],
    [['Booking reference (UBRN): 0004 8812 9931']],
    [['Your number (NHS): 485 777 3452']],
    [['Locker # 447-19-0233']],
  ])('%j', (lines) => {
    expect(phone(...lines)).toBeUndefined()
  })

  test.each([
    [['Pain Clinic 0116 496 0002']],
    [['The Practice: 0116 496 0002']],
    [['Patients may ring 0116 496 0002']],
    [['If your number has changed ring 0116 496 0002']],
    [['Tel 0116 496 0002 (24 hrs notice please)']],
    [['OPD desk 0116 496 0002']],
    [['Rooms: 0116 496 0002']],
    [['Our no. 0116 496 0002']],
    [['Branch no 0116 496 0002']],
  ])('%j is one', (lines) => {
    expect(phone(...lines)).toBe('0116 496 0002')
  })
})

test('a number of the switchboard alone, and one of two for the same, are guesses', () => {
  expect(phone('Switchboard 0116 496 0001')).toBe('0116 496 0001?')
  expect(phone('Appointments 0116 496 0001', 'Bookings 0116 496 0002')).toBe('0116 496 0001?')
  expect(phone('Tel 0116 496 0002', 'To cancel ring 0116 496 0002')).toBe('0116 496 0002')
})

describe('a number of which a camera read a digit as something else', () => {
  test.each([
    ['Tel 0131 496 0|54', '0131 496 0154?'],
    ['Tel.1300 555 0I8', '1300 555 018?'],
    ['Tel 5O4.555.0133', '504.555.0133?'],
    ['phone504.555.0133', '504.555.0133'],
    ['Phone01632960845', '01632960845'],
    ['Tel 1800 555 01Z', '1800 555?'],
    ['Tel 0116 496 0002 Ext 4', '0116 496 0002'],
    ['Tel 0116 496 0002 Zone B', '0116 496 0002'],
    ['| Tel | 0116 496 0002 |', '0116 496 0002'],
  ])('%s: %s', (line, expected) => {
    expect(phone(line)).toBe(expected)
  })
})
