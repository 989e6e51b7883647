import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { readAppointment } from '../appointments.ts'

const who = (text: string): string | null => {
  const fact = readAppointment(text, '2026-11-20' as LocalDate).doctorName
  return fact && `${fact.value}${fact.confidence === 'guess' ? '?' : ''}`
}

describe('somebody who is no doctor, or no longer', () => {
  test.each([
    ['Cardiology review: Mr Ian Bell, 04/12/2026 at 14:50', 'Ian Bell?'],
    ['About my knee: Mrs Anna Bell, surgeon, 13th January, 11.05', 'Anna Bell?'],
    ['it’s doctor no it’s mister fairway the throat man on monday', 'fairway?'],
    ['with mister fairway my surgeon on monday', 'fairway?'],
    ['doctor rey no doctor reyes on monday', 'reyes'],
    ['doctor rey no it’s doctor cole on monday', 'cole'],
    ['the vascular surgeon mister de souza on monday', 'de souza'],
    ['dr kaur’s away so it’s dr webb on monday at 9', 'webb'],
    ['dr kaur’s on leave, dr webb on monday at 9', 'webb'],
    ['therapist dana on monday', 'dana?'],
    ['counsellor priya monday at 2', 'priya'],
    ['call dr fenwicks secretary', 'fenwick?'],
    ['dr ngata’s nurse on monday at 9', 'ngata?'],
    ['dr ngata’s clinic on monday at 9', 'ngata'],
    ['it was dr rao and now i have dr singh on monday at 9', 'singh'],
  ])('%j: %s', (text, expected) => {
    expect(who(text)).toBe(expected)
  })

  test.each([
    ['Patient: Mr Ian Bell, 04/12/2026 at 14:50', null],
    ['Appointment for: Mr Ian Bell, 04/12/2026 at 14:50', null],
    ['Hello: Mr Bell, your appointment is 04/12/2026 at 14:50', null],
    ['From: Mr Bell, 04/12/2026 at 14:50', null],
    ['Reminder for Mr Bell: Dr Lee, 04/12/2026 at 14:50', 'Lee'],
    ['dr lee, no doctor on friday so it’s monday at 9', 'lee'],
    ['therapist on monday', null],
    ['dr lee on monday, i’m on leave that day', 'lee'],
    ['dr lee on holiday monday at 9', 'lee'],
    ['therapist appointment monday', null],
    ['counsellor tomorrow at 2', null],
    ['call dr brooks secretary', 'brooks'],
    ['call dr reeves on monday', 'reeves'],
  ])('%j: %s', (text, expected) => {
    expect(who(text)).toBe(expected)
  })
})
