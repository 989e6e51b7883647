import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { readAppointment } from '../appointments.ts'

const who = (text: string): string | null => readAppointment(text, '2026-11-20' as LocalDate).doctorName?.value ?? null

describe('who only hears of a visit', () => {
  test.each([
    ['blood test friday at 9, letter goes to dr patel'],
    ['mri on friday at 9, report to be sent to dr patel'],
    ['mri on friday at 9, the findings will go straight to my gp dr patel'],
    ['Scan Friday at 9 at the Elm Hospital, cc Dr Patel'],
    ['x-ray friday at 9, they’ll send the results to dr patel'],
    ['biopsy friday at 9, the report gets emailed to doctor patel'],
    ['x-ray friday at 9, copy to dr patel'],
    ['ct friday at 9 and the images are sent over to dr patel'],
  ])('%j: nobody is seen', (text) => {
    expect(who(text)).toBeNull()
  })

  test.each([
    ['i’m taking the results to dr patel on friday at 9'],
    ['bring the letter to dr patel on friday at 9'],
    ['going back for results to dr patel friday at 9'],
    ['dr patel has the results friday at 9'],
    ['results with dr patel friday at 9'],
    ['dr patel friday at 9 to go over the results'],
    ['i go to dr patel friday at 9'],
    ['letter from the hospital, dr patel friday at 9'],
  ])('%j: patel', (text) => {
    expect(who(text)).toBe('patel')
  })
})
