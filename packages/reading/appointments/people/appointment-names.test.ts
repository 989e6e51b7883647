import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { readAppointment } from '../appointments.ts'

/** A Friday. */
const TODAY = '2026-11-20' as LocalDate

const marked = (fact: { value: string; confidence: string } | null): string | null =>
  fact && `${fact.value}${fact.confidence === 'guess' ? '?' : ''}`
const who = (text: string): string | null => marked(readAppointment(text, TODAY).doctorName)
const date = (text: string): string | null => marked(readAppointment(text, TODAY).appointmentDate)

describe('where the name of a doctor ends', () => {
  test.each([
    ['Dr Wong Eye Clinic', 'Wong'],
    ['Dr Sean Murphy Family Practice', 'Sean Murphy'],
    ['Dr A Singh Heart Centre', 'A Singh'],
    ['Dr Rossi Skin Surgery', 'Rossi'],
    ['Dr Park Women’s Health', 'Park'],
    ['Dr Reed Tue 24 Nov', 'Reed'],
    ['Dr Reed Sat 28 Nov 9am', 'Reed'],
    ['Dr Reed Mon 7 Dec', 'Reed'],
    ['Dr Reed Thu 9am', 'Reed'],
    ['doctor reed wed at 9', 'reed'],
    ['Dr Tan Parkview Clinic', 'Tan Parkview?'],
  ])('%s: %s', (text, expected) => {
    expect(who(text)).toBe(expected)
  })

  test.each([
    ['Dr Emily Sun on Monday', 'Emily Sun'],
    ['Dr Heart', 'Heart'],
    ['Dr Michael St John', 'Michael St John'],
    ['Dr Skin on Monday', 'Skin'],
  ])('%s: %s', (text, expected) => {
    expect(who(text)).toBe(expected)
  })

  test('the weekday behind a name says the day', () => {
    expect(date('Dr Reed Thu 9am')).toBe('2026-11-26')
    expect(date('Dr Reed Tue 24 Nov 9am')).toBe('2026-11-24')
  })
})

describe('who is seen, without a doctor’s title', () => {
  test.each([
    ['With: Emma (Physiotherapist)\nMon 7 Dec 9am', 'Emma'],
    ['Therapist: Marcus\nMon 7 Dec 9am', 'Marcus'],
    ['Speech therapist: Laura\nMon 7 Dec 9am', 'Laura'],
    ['Consultant: Mr J Ward', 'J Ward'],
    ['Nurse: Emma Hughes', 'Emma Hughes'],
    ['Provider: Tran, Mai MD', 'Mai Tran'],
    ['Joan P. Miller, M.D.\nMay 4, 2027', 'Joan P. Miller'],
    ['Ruth Vale MBBS FRACGP', 'Ruth Vale'],
    ['You have an appointment at 08h30 with Sr Dube.', 'Dube'],
    ['follow up with the surgeon mr hughes on monday', 'hughes'],
    ['speech therapist laura on monday', 'laura'],
    ['my psychologist emma on monday at 9', 'emma'],
  ])('%j: %s', (text, expected) => {
    expect(who(text)).toBe(expected)
  })

  test.each([
    ['With: Medicare'],
    ['With: Eastern Health'],
    ['Nurse: wound dressing'],
    ['Patient: Emma Hughes'],
    ['the nurse on monday'],
    ['Sr citizens welcome'],
    ['Brighton Medical MD'],
    ['my sister emma drives me on monday'],
  ])('%j: nobody', (text) => {
    expect(who(text)).toBeNull()
  })
})

describe('letters behind a name and letters instead of one', () => {
  test.each([
    ['Dr Sunil Kaur BDS MDS\nMonday 9 am', 'Sunil Kaur'],
    ['Dr Prem Nair MS Ortho\nMonday 9 am', 'Prem Nair'],
    ['Dr R Das M.S., DNB\nMonday 9 am', 'R Das'],
    ['Dr A Cole FRACP\nMonday 9 am', 'A Cole'],
    ['Dr Ann Cole MRCP FRCPC\nMonday 9 am', 'Ann Cole'],
    ['Dr Ann Cole MSc PhD\nMonday 9 am', 'Ann Cole'],
    ['Dr Ann Cole MCh DNB\nMonday 9 am', 'Ann Cole'],
    ['Kate Moss PA-C\nMonday 9 am', 'Kate Moss'],
    ['Dr Mary MS Wong\nMonday 9 am', 'Mary?'],
    ['Dr Ms Moss\nMonday 9 am', 'Ms Moss'],
    ['Dr MS Moss\nMonday 9 am', 'MS Moss'],
    ['Dr T. lbrahim\nMonday 9 am', 'T. Ibrahim?'],
    ['Dr lrwin\nMonday 9 am', 'Irwin?'],
    ['Dr K.\nMonday 9 am', 'K?'],
    ['Dr K. J.\nMonday 9 am', 'K. J?'],
    ['doctor j on monday at 9', 'j?'],
    ['dr lloyd on Monday at 9', 'lloyd'],
    ['doctor lee on Monday at 9', 'lee'],
  ])('%j: %s', (text, expected) => {
    expect(who(text)).toBe(expected)
  })
})

const specialty = (text: string): string | null => marked(readAppointment(text, TODAY).specialty)

describe('who looks at eyes', () => {
  test.each([
    ['VISION PLUS Opticians\nWed 9/12/26 10:00', 'Optometry'],
    ['at the optician’s on wednesday at noon', 'Optometry'],
    ['optician wednesday at ten', 'Optometry'],
    ['eye test on wednesday at 10', 'Optometry'],
    ['sight test on wednesday at 10', 'Optometry'],
    ['hearing test at the opticians on wednesday at 10', 'Optometry'],
    ['hearing check and eye test on wednesday at 10', 'Optometry'],
    ['eye exam with my ophthalmologist on wednesday', 'Ophthalmologist'],
    ['eye test then the podiatrist on wednesday', 'Podiatrist'],
    ['eye clinic on wednesday at 10', 'Ophthalmology?'],
    ['Eye Outpatients\nWed 9/12/26 10:00', 'Ophthalmology?'],
    ['optometrist at the eye clinic on wednesday', 'Optometrist'],
    ['hearing check wednesday at 10', 'Audiologist'],
    ['gastro wednesday at 10', 'Gastroenterology'],
    ['i had gastro last week so dr lee on wednesday', null],
  ])('%j: %s', (text, expected) => {
    expect(specialty(text)).toBe(expected)
  })

  test('the optician’s is no name of a place', () => {
    expect(readAppointment('at the optician’s on wednesday at noon', TODAY).location).toBeNull()
  })
})
