import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLocalDate, isLocalTime, type LocalDate, type LocalTime } from '../calendar.ts'
import { withLetters } from '../words/misread-letters.ts'
import { plainText } from '../words/plain-text.ts'
import { type ReadAppointment, readAppointment } from './appointments.ts'

/** Set by `npm run test:long`. */
const LONG = process.env.TEST_LONG === '1'

/** A Friday. */
const TODAY = '2026-11-20' as LocalDate

type Values = { [Field in keyof ReadAppointment]: NonNullable<ReadAppointment[Field]>['value'] | null }

const read = (text: string, today = TODAY): Values => {
  const { doctorName, specialty, appointmentDate, appointmentTime, location, phoneNumber } = readAppointment(
    text,
    today,
  )
  return {
    doctorName: doctorName?.value ?? '',
    specialty: specialty?.value ?? '',
    appointmentDate: appointmentDate?.value ?? null,
    appointmentTime: appointmentTime?.value ?? null,
    location: location?.value ?? '',
    phoneNumber: phoneNumber?.value ?? '',
  }
}

const NOTHING: Values = {
  doctorName: '',
  specialty: '',
  appointmentDate: null,
  appointmentTime: null,
  location: '',
  phoneNumber: '',
}

describe('a whole sentence (specification, section 5, appointment voice parsing)', () => {
  test.each<[string, Partial<Values>]>([
    [
      'I have an appointment with Dr. Sarah Lee, cardiologist, tomorrow at 2:30 at the Royal Melbourne Hospital, phone 03 9342 7000.',
      {
        doctorName: 'Sarah Lee',
        specialty: 'Cardiologist',
        appointmentDate: '2026-11-21' as LocalDate,
        appointmentTime: '14:30' as LocalTime,
        location: 'Royal Melbourne Hospital',
        phoneNumber: '03 9342 7000',
      },
    ],
    [
      'see dr smith on the 5th of march at 10.15 at sunshine health centre',
      {
        doctorName: 'smith',
        appointmentDate: '2027-03-05' as LocalDate,
        appointmentTime: '10:15' as LocalTime,
        location: 'sunshine health centre',
      },
    ],
    ['Remember to buy milk', {}],
    ['', {}],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual({ ...NOTHING, ...expected })
  })
})

describe('doctor', () => {
  test.each([
    ['Dr. Eugene H. Burton Iii on the 14th', 'Eugene H. Burton Iii'],
    ['from Doctor Wang Jen-Kuei on the 1st', 'Wang Jen-Kuei'],
    ['Dr Pieter van der Berg tomorrow', 'Pieter van der Berg'],
    ['Dr. O’Brien at the clinic', 'O’Brien'],
    ['at Dr. Lee’s office', 'Lee'],
    ['Dr. Will Young. Please call', 'Will Young'],
    ['the doctor said: see Dr. Ng at 9', 'Ng'],
    ['see doctor smith tomorrow', 'smith'],
    ['Dr Lee Tuesday at 9', 'Lee'],
    ['Dr. Amir Cardiology at 9', 'Amir'],
    ['My doctor wants to see me', ''],
    ['the doctor’s office called', ''],
    ['my doctor told me to come', ''],
    ['the doctor on Monday', ''],
    ['Andrew Drake', ''],
  ])('%s: %s', (text, name) => {
    expect(read(text).doctorName).toBe(name)
  })
})

describe('specialty, from a fixed list', () => {
  test.each([
    ['the DERMATOLOGIST', 'Dermatologist'],
    ['orthopaedics at St Vincent’s', 'Orthopaedics'],
    ['my neurosurgeon', 'Neurosurgeon'],
    ['with the GP', 'GP'],
    ['eye exam, then the dentist and the podiatrist', 'Dentist'],
    ['my accidental fall', ''],
    ['my plumber', ''],
  ])('%s: %s', (text, specialty) => {
    expect(read(text).specialty).toBe(specialty)
  })
})

describe('date', () => {
  test.each([
    ['today at 5 pm', '2026-11-20'],
    ['Tomorrow', '2026-11-21'],
    ['the day after tomorrow', '2026-11-22'],
    ['the 4th of March', '2027-03-04'],
    ['the 30th of November', '2026-11-30'],
    ['5 March 2028', '2028-03-05'],
    ['March 5, 2028', '2028-03-05'],
    ['Mar. 5th 2028', '2028-03-05'],
    ['Sept 9', '2027-09-09'],
    ['november 20', '2026-11-20'],
    ['November 19', '2027-11-19'],
    ['February 29', '2028-02-29'],
    ['21/04/2027', '2027-04-21'],
    ['21-4-27', '2027-04-21'],
    ['3.4.2027', '2027-04-03'],
    ['04/21/2027', '2027-04-21'],
    ['1/2/49', '2049-02-01'],
    ['1/2/50', '1950-02-01'],
    ['2027-04-21', '2027-04-21'],
    ['Today I was told to come on March 11th instead', '2027-03-11'],
    ['31/02/2027, no, 28/02/2027', '2027-02-28'],
  ])('%s: %s', (text, date) => {
    expect(read(text).appointmentDate).toBe(date)
  })

  test.each([
    ['31/02/2027'],
    ['February 30'],
    ['March 5:30'],
    ['marching 5'],
    ['1-2-345'],
    ['call 510-38-5100'],
    ['version 1.2.3.4'],
    ['yesterday'],
  ])('%s: none', (text) => {
    expect(read(text).appointmentDate).toBeNull()
  })
})

describe('time', () => {
  test.each([
    ['3 pm', '15:00'],
    ['3:30 p.m.', '15:30'],
    ['10.45AM', '10:45'],
    ['12 am', '00:00'],
    ['12:15 pm', '12:15'],
    ['15:30 pm', '15:30'],
    ['at 2.30', '14:30'],
    ['at 5:00', '17:00'],
    ['at 6:00', '06:00'],
    ['at 9.15', '09:15'],
    ['at 14:00', '14:00'],
    ['at 1:05 on Monday', '13:05'],
    ['8:15 in the evening', '20:15'],
    ['2 in the morning', '02:00'],
    ['11:15 would work', '11:15'],
    ['tomorrow at 3', '15:00'],
    ['at 9 o’clock', '09:00'],
    ['at 25:00, I mean at 11:00', '11:00'],
    ['on March 5 at 10:30', '10:30'],
    ['bring it at 9.30, see Dr Lee 4 pm', '16:00'],
  ])('%s: %s', (text, time) => {
    expect(read(text).appointmentTime).toBe(time)
  })

  test.each([
    ['at 3 Smith Street'],
    ['at 12.30.2026'],
    ['at 14:75'],
    ['2.30'],
    ['March 5 am I free'],
    ['take 3 tablets'],
    ['call at 03.93.42.70.00'],
  ])('%s: none', (text) => {
    expect(read(text).appointmentTime).toBeNull()
  })
})

describe('location', () => {
  test.each([
    ['at Sunshine Clinic', 'Sunshine Clinic'],
    ['at the Royal Melbourne Hospital tomorrow', 'Royal Melbourne Hospital'],
    ['on Tuesday University of Sydney Medical Centre', 'University of Sydney Medical Centre'],
    ['at St. Mary’s Hospital', 'St. Mary’s Hospital'],
    ['in the Women’s Health Center', 'Women’s Health Center'],
    ['at Dr. Lee’s office', 'Lee’s office'],
    ['at the skin cancer clinic', 'skin cancer clinic'],
    ['book an appointment Royal Hospital', 'Royal Hospital'],
    ['See Dr. Lee. Royal Hospital', 'Royal Hospital'],
  ])('%s: %s', (text, location) => {
    expect(read(text).location).toBe(location)
  })

  test.each([['at the clinic'], ['The office can be reached'], ['I like my big old clinic'], ['polyclinic']])(
    '%s: none',
    (text) => {
      expect(read(text).location).toBe('')
    },
  )
})

describe('phone number', () => {
  test.each([
    ['call 510-383-5100 at 3', '510-383-5100'],
    ['(03) 9342 7000', '(03) 9342 7000'],
    ['+61 412 345 678', '+61 412 345 678'],
    ['on 5 March 2027 at 11.30 0412 345 678', '0412 345 678'],
    ['at 7200 Bancroft Ave', ''],
    ['21-04-2027 at 10:30', ''],
    ['room 12', ''],
  ])('%s: %s', (text, phone) => {
    expect(read(text).phoneNumber).toBe(phone)
  })
})

describe('any text at all', () => {
  const part = fc.oneof(
    fc.constantFrom(
      ...['Dr.', 'doctor', 'Lee', 'van', 'smith,', 'cardiologist', 'GP', 'today', 'tomorrow', 'the', 'of', 'at', 'in'],
      ...['March', 'may', '5', '5th', '31', '2027', '1/2/49', '30.4.27', '2:30', '2.30', 'pm', 'a.m.', 'morning'],
      ...['Royal', 'sunshine', 'clinic', 'Medical', 'center', 'office', '(03)', '9342', '7000', '+61', '’', '.', '\n'],
    ),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  )
  const texts = fc.oneof(
    fc.array(part, { maxLength: 20 }).map((parts) => parts.join(' ')),
    fc.string({ unit: 'binary', maxLength: 200 }),
  )

  test('never throws, and gives no value that is not in the text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const found = readAppointment(text, TODAY)
        for (const fact of Object.values(found)) {
          if (fact === null) continue
          expect(fact.words).not.toBe('')
          expect(text.slice(fact.at, fact.at + fact.words.length)).toBe(fact.words)
        }
        const { doctorName, location, phoneNumber, appointmentDate, appointmentTime } = found
        const { text: plain } = plainText(text)
        for (const verbatim of [doctorName, phoneNumber]) if (verbatim) expect(plain).toContain(verbatim.value)
        if (location) expect(withLetters(plain)).toContain(location.value)
        if (appointmentDate) expect(isLocalDate(appointmentDate.value)).toBe(true)
        if (appointmentTime) expect(isLocalTime(appointmentTime.value)).toBe(true)
      }),
      { numRuns: LONG ? 2000 : 400 },
    )
  })

  test('a long one is read in no time that its length squares', () => {
    const long = `${'at the '.repeat(20_000)}clinic ${'1 '.repeat(20_000)}`
    expect(readAppointment(long, TODAY).location).toBeNull()
  })
})
