import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { readAppointment } from '../appointments.ts'

/** A Friday. */
const TODAY = '2026-11-20' as LocalDate

const marked = (fact: { value: string; confidence: string } | null): string | null =>
  fact && `${fact.value}${fact.confidence === 'guess' ? '?' : ''}`
const place = (text: string): string | null => marked(readAppointment(text, TODAY).location)
const specialty = (text: string): string | null => marked(readAppointment(text, TODAY).specialty)

describe('a place without the word for one', () => {
  test.each([
    ['eye test at vision express on monday at 10', 'vision express'],
    ['scan at the alfred on monday at 10', 'alfred'],
    ['dr reed monday at 10 at st georges', 'st georges'],
    ['dr reed monday at 10 at the blackrock private her number is 01 283 2222', 'blackrock private'],
    ['flu shot at the pharmacy on monday at 10', 'pharmacy'],
    ['nurse at the medical centre monday at 10', 'medical centre'],
    ['dr reed rooms in collins street on monday', 'collins street'],
    ['the nurse sees you at home on monday at 10', 'home?'],
    ['Dr Ann Reed Family Practice\nMon 7 Dec', 'Ann Reed Family Practice?'],
    ['Dr Tan Eye Clinic on monday', 'Tan Eye Clinic?'],
    ['the physio is at bodyworks at 10 on monday', 'bodyworks'],
    ['dr reed level 4 mercy hospital on monday', 'mercy hospital?'],
  ])('%s: %s', (text, expected) => {
    expect(place(text)).toBe(expected)
  })

  test.each([
    ['dr reed on monday at noon'],
    ['dr reed on monday at half past nine'],
    ['dr reed on monday at the latest'],
    ['at the clinic on monday'],
    ['at the dentist on monday'],
    ['wait at reception on monday'],
    ['i was at work on monday'],
    ['at dr reed on monday'],
    ['monday at about ten'],
    ['see him at last'],
    ['dr reed on monday to look at results'],
  ])('%s: none', (text) => {
    expect(place(text)).toBeNull()
  })
})

describe('the head of a card', () => {
  test.each([
    ['Southbank Physio\nMon 7 Dec 9am', 'Southbank Physio'],
    ['Bayside Dermatology\nDr Reed', 'Bayside Dermatology'],
    ['WESTERN X-RAY\nMon 7 Dec 9am', 'WESTERN X-RAY'],
    ['Metro Radiology\nMon 7 Dec 9am', 'Metro Radiology'],
    ['Bayside Women’s Health\nMon 7 Dec', 'Bayside Women’s Health'],
    ['Lung & Sleep Center\nMon 7 Dec', 'Lung & Sleep Center'],
    ['Hand Therapy Associates\nMon 7 Dec', 'Hand Therapy Associates'],
    ['Clear Sound Audiology\nMon 7 Dec', 'Clear Sound Audiology'],
    ['Mon 7 Dec 9am\nBright Optometry', 'Bright Optometry?'],
    ['Carlton Family Medical\nMon 7 Dec', 'Carlton Family Medical'],
  ])('%j: %s', (text, expected) => {
    expect(place(text)).toBe(expected)
  })

  test.each([
    ['Department of Radiology\nMon 7 Dec'],
    ['Dr Reed\nDermatology\nMon 7 Dec'],
    ['Examination: Chest X-Ray\nMon 7 Dec'],
    ['Bring your X-Ray\nMon 7 Dec'],
  ])('%j: none', (text) => {
    expect(place(text)?.replace('?', '') ?? null).toBeNull()
  })
})

describe('what else people see', () => {
  test.each([
    ['the practice nurse on monday at 9', 'Nurse'],
    ['midwife on monday at 9', 'Midwife'],
    ['the renal clinic on monday at 9', 'Nephrology'],
    ['kidney clinic monday at 9', 'Nephrology'],
    ['speech therapist on monday at 9', 'Speech therapist'],
    ['speech pathology on monday at 9', 'Speech therapist'],
    ['chemotherapy on monday at 9', 'Oncology'],
    ['hearing test on monday at 9', 'Audiologist'],
    ['Bright Optometry\nMon 7 Dec', 'Optometry'],
    ['Clear Sound Audiology\nMon 7 Dec', 'Audiology'],
    ['the audiologist at the audiology centre', 'Audiologist'],
  ])('%j: %s', (text, expected) => {
    expect(specialty(text)).toBe(expected)
  })

  test.each([['i am nursing a cold'], ['my kidney hurts'], ['i am hard of hearing'], ['a speech on monday']])(
    '%s: none',
    (text) => {
      expect(specialty(text)).toBeNull()
    },
  )
})

describe('a place right behind the name of a doctor', () => {
  test.each([
    ['dr mehta apollo hospital on monday at nine', 'apollo hospital?'],
    ['doctor anil sharma city hospital monday at nine', 'city hospital?'],
    ['see dr rao lotus eye clinic on monday', 'lotus eye clinic?'],
    ['dr singh chest clinic monday at nine', 'chest clinic?'],
    ['dr van der berg mercy hospital monday', 'mercy hospital?'],
    ['doctor lee at mercy hospital monday', 'mercy hospital'],
    ['dr lee hospital monday', null],
    ['dr lee the hospital on monday', null],
    ['dr lee medical centre monday', null],
  ])('%s: %s', (text, expected) => {
    expect(place(text)).toBe(expected)
  })
})
