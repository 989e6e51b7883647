import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { hearAppointment } from '../appointments.ts'

/** A Friday. */
const TODAY = '2026-11-20' as LocalDate

const date = (text: string): string | null => {
  const { appointmentDate } = hearAppointment(text, TODAY).read
  return appointmentDate && `${appointmentDate.value}${appointmentDate.confidence === 'guess' ? '?' : ''}`
}

describe('the day of what is told beside a visit is not its day', () => {
  test.each([
    ['a text arrived yesterday, physio thursday at 4', '2026-11-26'],
    ['the card came on the 4th and it says cardiology on the 18th at 9', '2026-12-18'],
    ['my son turned 12 on the 1st and his jab is on the 9th', '2026-12-09'],
    ['i fell on sunday so x-ray on tuesday at nine', '2026-11-24'],
    ['they rang on monday for friday the 4th of december at ten', '2026-12-04'],
    ['we got a letter from the hospital on the 2nd, scan on the 14th of december', '2026-12-14'],
    ['I broke my wrist on the 1st, fracture clinic the 8th at 2', '2026-12-08'],
    ['dad was discharged on the 25th and sees doctor lee on the 30th at 10', '2026-11-30'],
    ['booked it on wednesday for the 9th of december at nine', '2026-12-09'],
  ])('%s: %s', (text, expected) => {
    expect(date(text)).toBe(expected)
    expect(hearAppointment(text, TODAY).asks).toEqual([])
  })

  test.each([
    ['they rang on monday', '2026-11-23?'],
    ['the letter says monday at nine', '2026-11-23'],
    ['seizure clinic on the 5th at nine', '2026-12-05'],
    ['results on the 9th at ten with doctor lee', '2026-12-09'],
  ])('%s is of the visit: %s', (text, expected) => {
    expect(date(text)).toBe(expected)
  })
})

describe('a day that cannot be is not the day', () => {
  test.each([
    ["Monday? No, Monday's a bank holiday, so Tuesday, Tuesday the 24th", '2026-11-24'],
    ['dentist Monday is full so they gave me Wednesday at nine', '2026-11-25'],
    ["they're closed on Monday so it's the 25th at ten", '2026-11-25'],
    ['the 2nd was taken, they can do the 3rd', '2026-12-03'],
    ['nothing on Thursday, but Wednesday at 2', '2026-11-25'],
    ['monday is no good for me so thursday at two', '2026-11-26'],
    ["Tuesday at 9, no wait, Tuesday's my day off, Wednesday at 9", '2026-11-25'],
    ["monday doesn't work so wednesday at 9", '2026-11-25'],
    ['the 30th clashes, I want the 1st at nine instead', '2026-12-01'],
    ['was it Tuesday? no Thursday at 3', '2026-11-26'],
    ['is it wednesday? no, thursday at nine', '2026-11-26'],
  ])('%s: %s', (text, expected) => {
    expect(date(text)).toBe(expected)
  })

  test.each([
    ['doctor lee on monday is at nine', '2026-11-23'],
    ['monday is good, at nine', '2026-11-23'],
    ['monday is not possible before ten', '2026-11-23'],
    ['dentist monday no parking there', '2026-11-23'],
    ["monday doesn't start before nine", '2026-11-23'],
    ["it's not till March, the 4th, at 2", '2027-03-04'],
  ])('%s: %s', (text, expected) => {
    expect(date(text)).toBe(expected)
  })
})

describe('a day that corrects one of the calendar is of its month', () => {
  test.each([
    ['follow up on the 23rd of december, no, the 24th, at ten', '2026-12-24?'],
    ["the first of january, no they're shut, the fourth, at ten", '2027-01-04?'],
    ['the 5th of february sorry the 6th', '2027-02-06?'],
    ['23 december at nine, actually make it the 21st', '2026-12-21?'],
  ])('%s: %s', (text, expected) => {
    expect(date(text)).toBe(expected)
  })

  test('another visit is not', () => {
    expect(date('the 23rd of december at nine and the 25th at ten')).toBe('2026-12-23?')
  })
})

test.each([
  ['got a cancellation today with Dr Finn', '2026-11-20'],
  ['health visitor coming on the 27th between one and three', '2026-11-27'],
  ['cancel my dentist on friday', null],
  ['gp at 8 20 on the 30th the surgery shuts at six', '2026-11-30'],
  ['the referral was on october 2nd, the scan is on december 2nd at 8', '2026-12-02'],
  ['allergy testing, 18th January, stop antihistamines on the 14th', '2027-01-18'],
  ['stop by the clinic on the 4th at nine', '2026-12-04'],
])('%s: %s', (text, expected) => {
  expect(date(text)).toBe(expected)
})

describe('of two days that are left open neither is sure, and the person is asked which', () => {
  test.each([
    ['check-up either the 5th or the 6th', 'Which day is it: “5th” or “6th”?'],
    ['check-up on monday or maybe tuesday', 'Which day is it: “monday” or “tuesday”?'],
    ['check-up on monday at two or at three', 'Which time is it: “two” or “three”?'],
  ])('%s: %s', (text, ask) => {
    const { read, asks } = hearAppointment(text, TODAY)
    expect(asks).toEqual([ask])
    expect([read.appointmentDate?.confidence, read.appointmentTime?.confidence]).toContain('guess')
  })
})
