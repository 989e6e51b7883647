import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isoWeekday, type LocalDate } from '../calendar.ts'
import { easterSunday } from '../dates-and-times/calendar-days.ts'
import { hearAppointment, readAppointment } from './appointments.ts'

/** A Friday. */
const TODAY = '2026-11-20' as LocalDate

const marked = (fact: { value: string; confidence: string } | null): string | null =>
  fact && `${fact.value}${fact.confidence === 'guess' ? '?' : ''}`
const date = (text: string): string | null => marked(readAppointment(text, TODAY).appointmentDate)
const phone = (text: string): string | null => marked(readAppointment(text, TODAY).phoneNumber)

describe('holidays', () => {
  test.each([
    ['dentist on good friday at 9', '2027-03-26'],
    ['dentist easter monday at 9', '2027-03-29'],
    ['dentist on Easter Sunday at 9', '2027-03-28'],
    ['easter tuesday 9 am doctor lee', '2027-03-30'],
    ['doctor lee on easter saturday', '2027-03-27'],
    ['dentist on christmas eve at 9', '2026-12-24'],
    ['dentist on boxing day', '2026-12-26'],
    ['dentist on new year’s day', '2027-01-01'],
    ['doctor lee on st patrick’s day at 9', '2027-03-17'],
    ['doctor lee on anzac day at 9', '2027-04-25'],
    ['the day after boxing day at 9', '2026-12-27?'],
    ['the day before good friday at 9', '2027-03-25?'],
  ])('%s: %s', (text, expected) => {
    expect(date(text)).toBe(expected)
  })

  test.each([
    ['dentist on bank holiday monday at 9'],
    ['dentist the tuesday after easter at 9'],
    ['dentist on the long weekend monday at 9'],
    ['thanksgiving thursday at 9'],
    ['dentist on monday the public holiday at 9'],
    ['labour day monday doctor lee at 9'],
    ['the friday before christmas at 9'],
    ['monday of the bank holiday weekend at 9'],
  ])('%s: no rule tells the day', (text) => {
    expect(date(text)).toBeNull()
  })

  test.each([
    ['dentist on monday at 9 before my holiday', '2026-11-23'],
    ['doctor easter on monday at 9', '2026-11-23'],
    ['a good appointment on friday the 27th', '2026-11-27'],
  ])('%s: %s', (text, expected) => {
    expect(date(text)).toBe(expected)
  })

  test('Easter is a Sunday from 22 March to 25 April', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2000, max: 2099 }), (year) => {
        const easter = easterSunday(year)
        expect(easter && isoWeekday(easter)).toBe(7)
        expect(easter && easter >= `${year}-03-22` && easter <= `${year}-04-25`).toBe(true)
      }),
    )
    expect([2000, 2008, 2011, 2024, 2038].map(easterSunday)).toEqual([
      '2000-04-23',
      '2008-03-23',
      '2011-04-24',
      '2024-03-31',
      '2038-04-25',
    ])
  })
})

describe('a day and a month that may be exchanged', () => {
  test.each([
    ['Dr Reed\nAustin, TX 78701\nDate 05/04/2027 9:00 AM', '2027-04-05?'],
    ['Dr Reed\n(512) 555-0114\nDate 05/04/2027 9:00 AM', '2027-04-05?'],
    ['Dr Reed 512-555-0114 on 5/4 at 9', '2027-04-05?'],
    ['Last visit 11/18/2026\nNext visit 05/04/2027', '2027-04-05?'],
    ['Dr Reed\nAustin, TX 78701\nDate 05/24/2027', '2027-05-24'],
    ['Dr Reed\nAustin, TX 78701\nDate 05/05/2027', '2027-05-05'],
    ['Dr Reed\nAustin, TX 78701\nMay 4, 2027', '2027-05-04'],
    ['Dr Reed\nCarlton VIC 3053\nDate 05/04/2027', '2027-04-05'],
    ['Dr Reed\n(03) 9555 1234\nDate 05/04/2027', '2027-04-05'],
    ['Dr Reed 05/04/2027', '2027-04-05'],
    ['Dr Reed Tue 5/4', '2027-04-05?'],
    ['Dr Reed Mon 5/4', '2027-04-05'],
    ['Wed 9 Dec 2026', '2026-12-09'],
    ['Thu 9 Dec 2026', '2026-12-09?'],
  ])('%j: %s', (text, expected) => {
    expect(date(text)).toBe(expected)
  })
})

describe('days as cards and people write them', () => {
  test.each([
    ['Appt: 7-Dec-2026 5 PM', '2026-12-07'],
    ['Appt: 07-Dec-26 5 PM', '2026-12-07'],
    ['Appt: 7/Dec/2026', '2026-12-07'],
    ['Dr Reed Thu 9am', '2026-11-26'],
    ['Dr Reed Tue 2:15 pm', '2026-11-24'],
    ['Dr Reed Wed at 9.30', '2026-11-25'],
    ['doctor lee at ten on the third not the fourth', '2026-12-03'],
    ['doctor lee on the 3rd sorry the 4th', '2026-12-04'],
    ['doctor lee on the 3rd no the 4th', '2026-12-04'],
    ['7-Dec-2026 5 PM\nToken No 21\nblood report dt 1-Dec-2026', '2026-12-07'],
    ['Mon 7 Dec 2026 9am\nFile No 12\nLast seen 2 Nov 2026', '2026-12-07'],
  ])('%s: %s', (text, expected) => {
    expect(date(text)).toBe(expected)
  })

  test.each([['Open Mon-Fri 9am - 5pm'], ['Mon to Fri 9am'], ['the cat sat 9 times'], ['the sun at 9 am']])(
    '%s: none',
    (text) => {
      expect(date(text)).toBeNull()
    },
  )
})

describe('a phone number and the numbers beside it', () => {
  test.each([
    ['Geelong VIC 3220\n(03) 5222 1234', '(03) 5222 1234'],
    ['Austin, TX 78701 (512) 555-0114', '(512) 555-0114'],
    ['Fee $95\n0412 345 678', '0412 345 678'],
    ['Suite 7 9555 1234', '9555 1234'],
    ['Token 21 080 4123 5678', '080 4123 5678'],
    ['room 9 0412 345 678', '0412 345 678'],
    ['Level 3 1300 555 123', '1300 555 123'],
    ['Carlton VIC 3053 9555 1234', '9555 1234'],
    ['Fax: 03 9555 1235 Ph: 03 9555 1234', '03 9555 1234'],
    ['MRN: 1234567\nTel 03 9555 1234', '03 9555 1234'],
    ['NHS No: 943 476 5919\nTel 0113 496 0123', '0113 496 0123'],
    ['Enquiries 13 24 68', '13 24 68'],
    ['call 131 450', '131 450'],
  ])('%j: %s', (text, expected) => {
    expect(phone(text)).toBe(expected)
  })

  test.each([
    ['1 (800) 555-0114', '1 (800) 555-0114'],
    ['+44 (0)20 7946 0123', '+44 (0)20 7946 0123'],
    ['1800 555 123', '1800 555 123'],
    ['0044 20 7946 0123', '0044 20 7946 0123'],
    ['my number is 9 3 4 2 7 0 0 0', '93427000?'],
    ['13 days of 24 and 68', null],
    ['the code is 13 24 68', null],
    ['Fax 03 9555 1235', null],
  ])('%j: %s', (text, expected) => {
    expect(phone(text)).toBe(expected)
  })
})

describe('the day a visit is moved from is not its day', () => {
  test.each([
    ['my scan was moved from the 14th to the 28th same time half past two', '2026-11-28'],
    ['they changed it from the 3rd to the 9th still with dr lee', '2026-12-09'],
    ['moved to the 25th from the 18th with dr lee', '2026-11-25'],
    ['rescheduled from monday to wednesday at nine', '2026-11-25'],
    ['moved from the 3rd of december to the 9th they want me at nine', '2026-12-09'],
    ['rescheduled from monday the 7th', null],
    ['dr lee changed it from the 3rd of december they will ring me', null],
    ['postponed from the 7th of december until further notice', null],
  ])('%s: %s', (text, expected) => {
    expect(date(text)).toBe(expected)
  })

  test.each([
    ['physio every monday from the 7th at 9', '2026-12-07'],
    ['moved to the new clinic from the 16th at 9', '2026-12-16'],
    ['from the 7th of december at 9 with dr lee', '2026-12-07'],
    ['dr lee changed my tablets from the 7th see her at nine', '2026-12-07'],
    ['they moved it, from the 7th at 9 i see dr lee', '2026-12-07'],
  ])('%s is moved from nothing: %s', (text, expected) => {
    expect(date(text)).toBe(expected)
  })
})

describe('people go on with more than a time after the day of a visit', () => {
  test.each([
    ['dr lee on the 29th they want me there at eight', '2026-11-29'],
    ['the 27th dr patel at ten', '2026-11-27'],
    ['scan on the 12th bring my old scans', '2026-12-12'],
    ['biopsy on the 9th be there by seven thirty', '2026-12-09'],
    ['on the 4th i see dr lee at nine', '2026-12-04'],
    ['physio on the 8th usual time', '2026-12-08'],
    ['the 10th physiotherapist at nine', '2026-12-10'],
    ['on the 11th arrive at nine', '2026-12-11'],
  ])('%s: %s', (text, expected) => {
    expect(date(text)).toBe(expected)
  })

  test.each([
    'dr lee on the 2nd floor',
    'dr lee for the 3rd opinion',
    'dr lee on the 5th street',
    'my sister’s wedding is on the 27th so ask dr lee',
  ])('%s: no day', (text) => {
    expect(date(text)).toBeNull()
  })
})

describe('a card with fields for the weekday and the date', () => {
  test.each([
    ['DATE 8/12 DAY Monday', '2026-12-08?'],
    ['Day Mon Date 8/12 Time 9:00 am', '2026-12-08?'],
    ['Date 9/12 Time 9 am Day Fri', '2026-12-09?'],
    ['Date: 8/12/26 Time 9 am Day: Monday', '2026-12-08?'],
    ['Weekday: Friday\nAppt date 9/12\n10 am', '2026-12-09?'],
    ['Day: Tuesday\nDate: 8 December\nTime: 2pm', '2026-12-08'],
    ['Date 8/12 Day Tue Time 9:00 am', '2026-12-08'],
    ['DATE 8/12 DAY Tuesday TIME 9 am', '2026-12-08'],
    ['Mon Tue Wed Thu Fri\nDecember 9 at 9 am', '2026-12-09'],
    ['Mon-Fri 9am-5pm\nDate: 9/12/26 10:00', '2026-12-09'],
  ])('%j: %s', (text, expected) => {
    const { read, asks } = hearAppointment(text, TODAY)
    expect(marked(read.appointmentDate)).toBe(expected)
    expect(asks).toEqual([])
  })
})

test.each([
  ['not this tuesday but the tuesday after at nine', '2026-12-01'],
  ['not this coming tuesday but the one after', '2026-12-01'],
  ['dentist not this wednesday, the following one at ten', '2026-12-02'],
  ['not next tuesday but the one after', '2026-12-01?'],
  ['not this friday but the friday after', '2026-12-04?'],
  ['not on tuesday but on wednesday', '2026-11-25'],
])('%s: %s', (text, expected) => {
  expect(date(text)).toBe(expected)
})

describe('abbreviated weekdays that are said', () => {
  test.each([
    ['doctor kelly 4pm weds next week', '2026-11-25'],
    ['kids dentist tues 4 oclock', '2026-11-24'],
    ['physio thurs half ten', '2026-11-26'],
    ['dentist tues the 8th at nine', '2026-12-08'],
    ['clinic runs tues and thurs, mine is thurs at nine', '2026-11-26'],
    ['dentist sat at 9', '2026-11-21'],
  ])('%s: %s', (text, expected) => {
    expect(date(text)).toBe(expected)
  })

  test.each([['she sat in clinic 4 with doctor lee'], ['open tues to thurs'], ['every tues with doctor lee']])(
    '%s: none',
    (text) => {
      expect(date(text)).toBeNull()
    },
  )
})

describe('the day that it is today, and the day that is not meant, are no days of a visit', () => {
  // A Friday.
  test.each([
    ["friday week no sorry what's today friday so it's not this tuesday it's the tuesday after", '2026-12-01'],
    ["not this Tuesday, it's the Tuesday after, at 9", '2026-12-01'],
    ['dermatology not this tuesday no the one after at half nine', '2026-12-01'],
    ['not this coming Monday, I mean the Monday after that', '2026-11-30'],
    ["today's Friday so the dentist is on Tuesday at 9", '2026-11-24'],
    ["what's today, Friday, ok dentist on Tuesday at 9", '2026-11-24'],
    ['what day is it today, never mind, dentist on Tuesday at 9', '2026-11-24'],
    ['dentist today at 9', '2026-11-20'],
    ['dentist today, Friday, at 9', '2026-11-20'],
    ['the dentist today is at 9', '2026-11-20'],
    ['today is my dentist appointment at 9', '2026-11-20'],
  ])('%s: %s', (text, expected) => {
    expect(readAppointment(text, '2026-11-20' as LocalDate).appointmentDate?.value).toBe(expected)
  })

  test('a Monday is one as well', () => {
    expect(readAppointment('dentist today at 9', '2026-11-23' as LocalDate).appointmentDate?.value).toBe('2026-11-23')
  })
})

test.each([
  ['follow up on the 21st not with him with his registrar doctor Shah quarter to twelve', '11:45'],
  ['not with doctor Lee with doctor Shah tomorrow half past ten', '10:30'],
  ["it's not with the consultant, with her registrar, at ten past two", '14:10'],
])('%s: the time is of the visit: %s', (text, expected) => {
  expect(readAppointment(text, '2026-11-20' as LocalDate).appointmentTime?.value).toBe(expected)
})
