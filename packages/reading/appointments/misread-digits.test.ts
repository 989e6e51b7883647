import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { withDigits } from '../words/misread-digits.ts'
import { readAppointment } from './appointments.ts'

const TODAY = '2026-11-20' as LocalDate
const FIELDS = ['appointmentDate', 'appointmentTime', 'phoneNumber'] as const

/** Date, time and phone of a card, with a question mark where they are a guess. */
function numbers(text: string): string {
  const read = readAppointment(text, TODAY)
  return FIELDS.map((field) => read[field])
    .filter((fact) => fact !== null)
    .map(({ value, confidence }) => (confidence === 'sure' ? value : `${value}?`))
    .join(' ')
}

describe('a digit that was read as a letter makes a guess, never another number', () => {
  test.each([
    ['Dr Lee Tues 24/11/26 at I0.l5 am', '2026-11-24 10:15?'],
    ['Dentist Monday 4:O5 pm', '2026-11-23 16:05?'],
    ['Physio Monday 9.2O am', '2026-11-23 09:20?'],
    ['Scan 8th December 1l:3O am', '2026-12-08 11:30?'],
    ['Dr Lee Monday at l0.15', '2026-11-23 10:15?'],
    ['Dr Lee Monday at I1:30', '2026-11-23 11:30?'],
    ['Dr Lee Monday S:30 pm', '2026-11-23 17:30?'],
    ['Dr Lee Monday at 1O', '2026-11-23 10:00?'],
    ['Clinic l4 December 2O26 at 2 pm', '2026-12-14? 14:00'],
    ['Podiatry the I7th at 10:00', '2026-12-17? 10:00'],
    ['Physio 3O/11/26 at 9:20 am', '2026-11-30? 09:20'],
    ['Tues 1 / I2 / 26 at 9:20 am', '2026-12-01? 09:20'],
    ['Ph: O2 9555 6l6l', '02 9555 6161?'],
    ['Call O3 9417 22l4 to change', '03 9417 2214?'],
    ['Tel 0I 809 3OOO', '01 809 3000?'],
  ])('%s: %s', (text, expected) => {
    expect(numbers(text)).toBe(expected)
  })

  test.each([
    ['I am to see Dr Lee on Monday at 10 am', '2026-11-23 10:00'],
    ['Room B2 9555 6161 Monday 9 am', '2026-11-23 09:00 9555 6161'],
    ['Dr Lee, level l2, Monday 9:30 am', '2026-11-23 09:30'],
    ['S/O R Kumar 24/11/26 10:00', '2026-11-24 10:00'],
    ['Dr Lee B.S. Monday 10:00', '2026-11-23 10:00'],
    ['vitamin B12 on Monday at 10:00', '2026-11-23 10:00'],
  ])('%s has none: %s', (text, expected) => {
    expect(numbers(text)).toBe(expected)
  })

  test('every character keeps its place, and only letters that look like digits change', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123lIOoSB:./ amth-x') }), (text) => {
        const mended = withDigits(text).text
        expect(mended).toHaveLength(text.length)
        for (const [index, letter] of [...text].entries())
          if (mended[index] !== letter) expect(`${letter}${mended[index]}`).toMatch(/^(?:[lI]1|[Oo]0|S5|B8)$/)
      }),
    )
  })
})
