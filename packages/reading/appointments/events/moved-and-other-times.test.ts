import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { readAppointment } from '../appointments.ts'

const marked = (fact: { value: string; confidence: string } | null): string =>
  fact === null ? '-' : `${fact.value}${fact.confidence === 'guess' ? '?' : ''}`
function when(text: string): string {
  const { appointmentDate, appointmentTime } = readAppointment(text, '2026-11-20' as LocalDate)
  return `${marked(appointmentDate)} ${marked(appointmentTime)}`
}

describe('a visit that was moved', () => {
  test.each([
    ['was with Dr Rao 24 November 9am, now it’s 1 December same time', '2026-12-01 09:00?'],
    ['moved! was Tue 24 Nov 9am with Dr Rao, now Tue 1 Dec at the same time', '2026-12-01 09:00?'],
    ['was Dr Ann Rao 24 November 9am, now 1 December 10.30am', '2026-12-01 10:30'],
    ['was 24 November 9am now 1 December 10am', '2026-12-01 10:00'],
    ['1 December 9am, same time as my sister', '2026-12-01 09:00'],
    ['dr rao 1 december at 9, it was good last time', '2026-12-01 09:00'],
  ])('%j: %s', (text, expected) => {
    expect(when(text)).toBe(expected)
  })
})

describe('what else somebody does that day', () => {
  test.each([
    ['coffee with jo at ten on the 3rd then dr lee at eleven', '2026-12-03? 11:00'],
    ['choir at 6 on 3 december and dr lee on 3 december at 4', '2026-12-03 16:00'],
    ['soccer at 4 on 3 december, dr reed at 2 on 3 december', '2026-12-03 14:00'],
    ['haircut at 10 on 3 december and the dentist at 2', '2026-12-03? 14:00'],
    ['dr reed on 3 december at 2 and soccer at 4', '2026-12-03 14:00'],
    ['dentist on 3 december at 9.30, then lunch with ann at 12', '2026-12-03 09:30'],
    ['piano lesson from 3, dr reed on 3 december at 5', '2026-12-03 17:00'],
    ['school pick up on monday at 3 but dr reed on 3 december at 1', '2026-12-03 13:00'],
    ['lunch appointment with dr lee at 12 on 3 december', '2026-12-03 12:00'],
    ['dr lee at coffee road at 12 on 3 december', '2026-12-03 12:00'],
    ['dr lee at the football clinic at 12 on 3 december', '2026-12-03 12:00'],
    ['dr lee on 3 december at 12, no lunch', '2026-12-03 12:00'],
    ['about my golf elbow, dr lee on 3 december at 12', '2026-12-03 12:00'],
    ['it’s my birthday tuesday but the appointment is 3 december at 12', '2026-12-03 12:00'],
    ['on my birthday, the 3rd of december at 12, dr lee', '2026-12-03 12:00'],
    ['they couldn’t do the 2nd they can do the 3rd of december at 12', '2026-12-03 12:00'],
    ['dr lee before the wedding, 3 december at 12', '2026-12-03 12:00'],
    ['dr swimming on 3 december', '2026-12-03 -'],
    ['dr lee after soccer on 3 december at 4', '2026-12-03? 16:00?'],
  ])('%j: %s', (text, expected) => {
    expect(when(text)).toBe(expected)
  })
})

describe('the time of the appointment itself', () => {
  test.each([
    ['come at 8.45 for your 9.15 appointment on 3 december', '2026-12-03 09:15?'],
    ['between 10.00 and 10.15 for your 10.15 appointment\non Thursday 3/12/2026', '2026-12-03 10:15?'],
    ['my 9.15 appointment on 3 december is now at 10', '2026-12-03 10:00'],
    ['at 9.15 for an appointment on 3 december', '2026-12-03 09:15'],
    ['The nurse will ring between\nappointment 03.12.26 09:20\nhelpline 0191 498 0177', '2026-12-03 09:20'],
    ['we confirm your\nappointment 03.12.26 09:20 with Dr Lee', '2026-12-03 09:20'],
    ['dr lee 1300 on the second of december', '2026-12-02 13:00?'],
    ['dr lee 3 december at 9 no tell a lie 10', '2026-12-03 10:00'],
    ['dr lee monday no i tell a lie 3 december at 10', '2026-12-03 10:00'],
  ])('%j: %s', (text, expected) => {
    expect(when(text)).toBe(expected)
  })
})

describe('a weekday in the name of a street', () => {
  test.each([
    ['dr lee at the wednesday road surgery on 3 december at 2', '2026-12-03 14:00'],
    ['dr lee at Friday Street Clinic on 3 december at 2', '2026-12-03 14:00'],
    ['dr monday at the hill clinic on 3 december at 2', '2026-12-03 14:00'],
    ['dr lee at the street clinic on 3 december at 2', '2026-12-03 14:00'],
  ])('%j: %s', (text, expected) => {
    expect(when(text)).toBe(expected)
  })
})
