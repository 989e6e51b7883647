import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import type { Fact } from '../../words/read.ts'
import { readAppointment } from '../appointments.ts'

/** A Wednesday. */
const TODAY = '2026-11-18' as LocalDate

const shown = (fact: Fact<string> | null) => fact && (fact.confidence === 'sure' ? fact.value : `${fact.value}?`)

/** Who, on which day and when, with a question mark behind each guess. */
const visit = (text: string) => {
  const { doctorName, appointmentDate, appointmentTime } = readAppointment(text, TODAY)
  return [doctorName, appointmentDate, appointmentTime].map(shown)
}

describe('what is over, or does not take place, is of no visit', () => {
  test.each([
    [
      'my last appointment was on the third of november the next one is on the fifteenth of december at four pm with doctor ward',
      ['ward', '2026-12-15', '16:00'],
    ],
    [
      'on the third of november i saw doctor ward and the next one is the fifteenth of december at 4 pm',
      ['ward?', '2026-12-15', '16:00'],
    ],
    ['last appointment was on the fifth of december with doctor lee', ['lee?', null, null]],
    ['i missed my appointment on monday the new one is on thursday at 2 pm', [null, '2026-11-19', '14:00']],
    [
      'cancel the appointment with doctor cook on friday and book doctor reed on monday at ten am',
      ['reed', '2026-11-23', '10:00'],
    ],
    ['cancel the appointment with doctor cook on friday at 10 am', [null, null, null]],
    ['my appointment on friday is cancelled the new one is monday at 10 am', [null, '2026-11-23', '10:00']],
    ["if i can't make friday i will come on monday at 10 am", [null, '2026-11-23', '10:00']],
    ["i can't make friday please book monday at 10 am", [null, '2026-11-23', '10:00']],
    ['not with doctor cook on friday but with doctor reed on monday at 10 am', ['reed', '2026-11-23', '10:00']],
    [
      'My last appointment with Dr. Lee was on November 3rd. The next one is on December 15 at 4 PM.',
      ['Lee?', '2026-12-15', '16:00'],
    ],
    [
      'Please cancel my appointment with Dr. Cook on Friday, and book Dr. Reed on Monday at 10 AM.',
      ['Reed', '2026-11-23', '10:00'],
    ],
    ["It was Friday but now it's Monday at 9 am with Dr Lee", ['Lee', '2026-11-23', '09:00']],
    ['on tuesday not monday at 3 pm', [null, '2026-11-24', '15:00']],
    [
      'my appointment with doctor wright was moved from ten am to two pm on thursday',
      ['wright', '2026-11-19', '14:00'],
    ],
    ['i was told to come on friday at 3 pm', [null, '2026-11-20', '15:00']],
  ])('%s: %j', (text, expected) => {
    expect(visit(text)).toEqual(expected)
  })
})

describe('what is done before, and the way there, is not when the visit is', () => {
  test.each([
    ['stop eating at 10 pm doctor lee friday at 8 am', ['lee', '2026-11-20', '08:00']],
    ['fasting from 8 pm thursday blood test friday 7 am', [null, '2026-11-20', '07:00']],
    ['blood test on friday nothing to eat after midnight', [null, '2026-11-20', null]],
    ['fasting blood test on friday at 7 am', [null, '2026-11-20', '07:00']],
    ['leave home at 8 am appointment at 9 am', [null, null, '09:00']],
    ['doctor lee at 9 am on friday take the bus at 8 15 am', ['lee', '2026-11-20', '09:00']],
    ['take mum to doctor lee on friday at 9 am', ['lee', '2026-11-20', '09:00']],
    ['call me at 3 pm about doctor lee on friday at 9 am', ['lee', '2026-11-20', '09:00']],
    ['doctor bell video call on monday at 4 pm', ['bell', '2026-11-23', '16:00']],
    ['arrive at 8 45 am for your 9 am appointment on friday', [null, '2026-11-20', '09:00']],
    ['surgery on friday arrive at 6 am', [null, '2026-11-20', '06:00?']],
  ])('%s: %j', (text, expected) => {
    expect(visit(text)).toEqual(expected)
  })
})

describe('where different ones are left, none is sure', () => {
  test.each([
    ['either tuesday or thursday at 10 am', [null, '2026-11-24?', '10:00']],
    ['10 am or 2 pm on friday', [null, '2026-11-20', '10:00?']],
    ['the 3rd or 4th of december at 10 am', [null, '2026-12-04?', '10:00']],
    ['friday at 10 am and monday', [null, '2026-11-20?', '10:00']],
    ['friday between 9 and 10 am', [null, '2026-11-20', '09:00?']],
    ['on tuesday i think at 10 am', [null, '2026-11-24?', '10:00?']],
    ['on friday the 20th of november at 9 that is 9 am', [null, '2026-11-20', '09:00']],
    ['friday at 9 am no sorry monday at 10 am', [null, '2026-11-23', '10:00']],
  ])('%s: %j', (text, expected) => {
    expect(visit(text)).toEqual(expected)
  })
})

test.each([
  ['my gp referred me to a dermatologist', 'Dermatologist'],
  ['cardiology appointment with my cardiologist', 'Cardiologist'],
  ['orthopaedic surgeon doctor hughes', 'Orthopaedic'],
  ['the respiratory physician', 'Pulmonologist'],
])('the specialty is of who is seen: %s: %s', (text, specialty) => {
  expect(readAppointment(text, TODAY).specialty).toMatchObject({ confidence: 'sure' })
  expect(readAppointment(text, TODAY).specialty?.value.slice(0, 6)).toBe(specialty.slice(0, 6))
})

test.each([
  ['tonight at six thirty pm after hours clinic', 'after hours clinic', 'guess'],
  ['saturday morning nine am smile dental clinic', 'smile dental clinic', 'guess'],
  ['saturday nine am at the smile dental clinic', 'smile dental clinic', 'sure'],
])('a place that only a date or a time tells the beginning of is a guess: %s', (text, value, confidence) => {
  expect(readAppointment(text, TODAY).location).toMatchObject({ value, confidence })
})
