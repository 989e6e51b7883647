import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { readAppointment } from './appointments.ts'

const phone = (text: string): string | null => {
  const fact = readAppointment(text, '2026-11-20' as LocalDate).phoneNumber
  return fact && `${fact.value}${fact.confidence === 'guess' ? '?' : ''}`
}

describe('a number that is not that of the visit', () => {
  test.each([
    ['the number is 0117 496 0001 no sorry that’s my number it’s 0117 496 0002', '0117 496 0002'],
    ['ring 0117 496 0001, that’s the wrong one, ring 0117 496 0002', '0117 496 0002'],
    ['the old number was 0117 496 0001 the new one is 0117 496 0002', '0117 496 0002'],
    ['it’s 0117 496 0001 sorry it’s 0117 496 0002', '0117 496 0002'],
    ['0117 496 0001 is the old number, use 0117 496 0002', '0117 496 0002'],
    ['my son Ravi’s mobile is 07700 900123, the surgery is 0117 496 0002', '0117 496 0002'],
    ['my husband’s number is 07700 900123', null],
    ['my neighbour joan is taking me to dr patel and her mobile is 07700 900123', null],
    ['my brother drives me to dr patel, his number is 07700 900123', null],
    ['my wife is seeing dr lisa patel, her number is 0117 496 0001', '0117 496 0001?'],
    ['call me on 07700 900123', '07700 900123?'],
    ['my number is 07700 900123', '07700 900123?'],
  ])('%j: %s', (text, expected) => {
    expect(phone(text)).toBe(expected)
  })

  test.each([
    ['dr lisa patel tomorrow, her number is 0117 496 0001'],
    ['ring 0117 496 0001 or 0117 496 0002'],
    ['ring 0117 496 0001 not 0117 496 0002'],
    ['my dentist’s number is 0117 496 0001'],
    ['mum’s doctor’s number is 0117 496 0001'],
    ['my son sees dr patel, the number is 0117 496 0001'],
    ['0117 496 0001 that’s the reception number'],
    ['phone is 0117 496 0001 sorry for the rush, their fax is 0117 496 0002'],
    ['my daughter is driving me, the clinic’s number is 0117 496 0001'],
    ['0117 496 0001 no need to ring before'],
  ])('%j keeps the first', (text) => {
    expect(phone(text)).toBe('0117 496 0001')
  })
})
