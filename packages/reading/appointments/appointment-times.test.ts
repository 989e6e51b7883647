import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readAppointment } from './appointments.ts'

/** A Friday. */
const TODAY = '2026-11-20' as LocalDate

/** The time of a visit, with a question mark where it is a guess. */
const time = (text: string): string | null => {
  const said = readAppointment(text, TODAY).appointmentTime
  return said && `${said.value}${said.confidence === 'guess' ? '?' : ''}`
}

describe('a span begins when the visit does', () => {
  test.each([
    ['dentist on friday from 8 till 9 am', '08:00'],
    ['physio monday from three to four', '15:00'],
    ['doctor lee on monday 2 to 3 pm', '14:00'],
    ['scan on tuesday 9.30 - 10.30 am', '09:30'],
    ['counselling thursday from 4 until 5 pm', '16:00'],
    ['group on wednesday 1pm to 3pm', '13:00'],
    ['infusion on tuesday from 9 am to 1 pm', '09:00'],
    ['infusion on tuesday from 11 to 1 pm', '11:00?'],
    ['dialysis on monday from 7 to 11', '07:00?'],
    ['hearing test monday 11 to 12', '11:00'],
    ['10 to 11 am on monday', '10:00?'],
    ['the nurse comes monday between 9 and 12', '09:00?'],
    ['the nurse comes monday between 1 pm and 3 pm', '13:00?'],
    ['Mon 7 Dec 2:15pm-3pm', '14:15'],
  ])('%s: %s', (text, expected) => {
    expect(time(text)).toBe(expected)
  })

  test.each([
    ['physio on monday at ten to eleven', '10:50'],
    ['physio on monday at five to three', '14:55'],
    ['twenty to four on monday', '15:40'],
    ['monday five to three', '14:55'],
    ['monday twenty five to ten', '09:35'],
    ['monday 3 minutes to 4', '15:57'],
    ['moved from 2 to 3 on monday', '15:00'],
    ['changed from 10 to 11 on monday', '11:00'],
    ['monday at 9 for 2 to 3 hours', '09:00'],
    ['monday at 9 allow 20 to 30 minutes', '09:00'],
    ['monday at 9 level 2 to 3', '09:00'],
    ['ring 9345 1234 - 5 monday at 9', '09:00'],
  ])('%s is no span: %s', (text, expected) => {
    expect(time(text)).toBe(expected)
  })
})

describe('a visit is in surgery hours, where nothing says another half of the day', () => {
  test.each([
    ['dentist monday at 8', '08:00'],
    ['dentist monday at nine forty', '09:40'],
    ['doctor lee monday at half past ten', '10:30'],
    ['doctor lee monday at quarter to eleven', '10:45'],
    ['doctor lee monday half nine', '09:30'],
    ['doctor lee monday at half two', '14:30'],
    ['x-ray monday at twelve', '12:00'],
    ['x-ray monday at twelve fifteen', '12:15'],
    ['podiatrist on the 3rd at one', '13:00'],
    ['podiatrist tomorrow at four ten', '16:10'],
    ['the scan is on monday 15 45', '15:45'],
    ['the scan is on monday the 14th of december 10 20', '10:20'],
    ['Mon 7 Dec 4:45', '16:45'],
  ])('%s: %s', (text, expected) => {
    expect(time(text)).toBe(expected)
  })

  test.each([
    ['dentist monday at 6', '06:00?'],
    ['dentist monday at half past six', '06:30?'],
    ['dentist monday at seven', '07:00?'],
    ['dentist monday at 7:30', '07:30?'],
    ['dentist monday at quarter to eight', '07:45?'],
    ['sleep study on monday at nine', '09:00?'],
    ['evening clinic at the surgery on monday at eight', '08:00?'],
    ['after hours doctor on monday at 9.15', '09:15?'],
    ['dentist monday at 7 pm', '19:00'],
    ['dentist monday at 6 in the morning', '06:00'],
    ['dentist monday evening at 8', '20:00'],
    ['monday maybe at nine', '09:00?'],
  ])('%s: %s', (text, expected) => {
    expect(time(text)).toBe(expected)
  })
})

describe('times as cards write them', () => {
  test.each([
    ['Mon 7 Dec 09h15', '09:15'],
    ['7/12/2026 at 14h30', '14:30'],
    ['Appointment 7 December 8h05', '08:05'],
    ['Mon 7 December 2026 8:20a', '08:20'],
    ['Dec 7, 2026 2:40p', '14:40'],
    ['Mon 7 Dec 10.20', '10:20'],
    ['Mon 7 Dec 2.05', '14:05'],
    ['Date: 7/12/26 Time: 11.50', '11:50'],
    ['Mon 7 Dec 0845', '08:45'],
    ['Mon 7 Dec 1430', '14:30'],
    ['7 December 2026 1115', '11:15'],
    ['Time: 0920', '09:20'],
    ['Mon 7 Dec 6.30', '06:30?'],
  ])('%s: %s', (text, expected) => {
    expect(time(text)).toBe(expected)
  })

  test.each([
    ['Mon 7 Dec 0412 345 678'],
    ['Mon 7 Dec 2027'],
    ['Mon 7 Dec 2.50 mg'],
    ['Mon 7 Dec 1120 Collins Street'],
    ['fee 9.20 dollars'],
    ['gap of $8.40 on Mon 7 Dec'],
    ['version 11.20'],
    ['room 0920'],
  ])('%s: none', (text) => {
    expect(time(text)).toBeNull()
  })
})

describe('a time that is corrected without “at”', () => {
  test.each([
    ['monday at nine no sorry ten', '10:00'],
    ['monday at two no three', '15:00'],
    ['monday at nine i mean ten', '10:00'],
    ['monday at eleven make that twelve', '12:00'],
    ['monday at nine actually ten', '10:00'],
    ['monday at half past nine no ten', '10:00'],
    ['monday at 10 am sorry 11', '11:00'],
    ['monday at 6 pm no 7', '19:00'],
    ['monday at nine fifteen no nine thirty', '09:30'],
  ])('%s: %s', (text, expected) => {
    expect(time(text)).toBe(expected)
  })

  test.each([
    ['monday at nine no 2 people', '09:00'],
    ['monday at nine actually 3 of us come', '09:00'],
    ['monday at nine no food', '09:00'],
    ['monday at nine room 10', '09:00'],
  ])('%s: %s', (text, expected) => {
    expect(time(text)).toBe(expected)
  })
})

describe('a time that is taken back by another is not the time', () => {
  test.each([
    ['physio wednesday at two no three thirty nurse mary', '15:30'],
    ['scan monday at nine no nine forty five cardiology', '09:45'],
    ['scan monday at nine, no, ten doctor lee', '10:00'],
    ['monday at ten sorry eleven ten dr lee', '11:10'],
    ['monday at ten no wait eleven twenty dentist', '11:20'],
    ['monday at nine actually nine fifty mrs park', '09:50'],
    ['monday at two no make that two forty surgeon', '14:40'],
    ['monday at ten no eleven thirty bring the forms', '11:30?'],
    ['dentist monday at ten no half past whatever', '10:00?'],
    ['monday at ten no wait 11 something', '10:00?'],
  ])('%s: %s', (text, expected) => {
    expect(time(text)).toBe(expected)
  })

  test.each([
    ['monday at ten no food from midnight', '10:00'],
    ['monday at ten no need to bring anything', '10:00'],
    ['monday at ten no parking there', '10:00'],
    ['monday at ten sorry about the wait', '10:00'],
  ])('%s takes nothing back: %s', (text, expected) => {
    expect(time(text)).toBe(expected)
  })
})

describe('hours and minutes are a time though nothing leads to them', () => {
  test.each([
    ['dentist tomorrow eleven fifteen sunshine clinic', '11:15'],
    ['gp on wednesday 9 40 high street surgery', '09:40'],
    ['skin clinic, December the first, ten twenty five, at the General', '10:25'],
    ['twentieth of december twenty twenty six fifteen thirty st annes', '15:30'],
    ['doctor lee the day after tomorrow four twenty level 2', '16:20'],
    ['still monday and the same time nine fifty with doctor lee', '09:50'],
    ['cardiology on tuesday morning 8.15 st marks', '08:15'],
    ['x-ray Monday afternoon, 2.40, bring the form', '14:40'],
    ['half five monday the arches', '17:30'],
    ['monday half eleven smile clinic', '11:30'],
    ['smile clinic on monday, the nurse has two fifty free', '14:50?'],
    ['eleven thirty is my scan on monday', '11:30?'],
    ['hospital says 0930 on monday, outpatients 3', '09:30?'],
    ['transport picks me up at 8 for a 9.45 appointment on monday', '09:45'],
    ['taxi collects mum at 8 for the 10 20 appointment on monday', '10:20'],
    ['I took the 2.15 slot on monday', '14:15'],
    ['wound clinic on monday nine o clock sharp', '09:00'],
    ['gp at 8 20 on monday the surgery shuts at six', '08:20'],
    ['be there 7.45 on monday for an 8.30 start, nothing after midnight', '08:30'],
    ['my half ten on monday is now twenty past eleven', '11:20'],
    ['got moved to half past one from half past twelve on monday', '13:30'],
    ['on wednesday at like ten to four', '15:50'],
  ])('%s: %s', (text, expected) => {
    expect(time(text)).toBe(expected)
  })

  test.each([
    ['scan in room 3 40 on monday'],
    ['physio wednesday 12 30 collins street'],
    ['doctor lee tomorrow, 15 20 main road'],
    ['clinic code 12 30 on monday'],
    ['ward 4 20 on monday'],
    ['flat 7 15 hope terrace, nurse on monday'],
    ['monday, ring 0412 34 56 78'],
    ['monday half an hour with doctor lee'],
    ['monday bring 2 50 mg tablets'],
  ])('%s: none', (text) => {
    expect(time(text)).toBeNull()
  })

  test('where another time is said, they are none', () => {
    expect(time('eleven thirty people were there, dentist monday at nine')).toBe('09:00')
  })
})
