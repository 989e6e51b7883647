import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { readAppointment } from '../appointments.ts'

const read = (text: string) => readAppointment(text, '2026-11-20' as LocalDate)
const VISIT = '9 Dec 2026 at 10:00 am'

describe('a card breaks inside of no phone number', () => {
  test.each([
    ['Ph: 03 9555\n1234', '03 9555 1234'],
    ['Tel:  (02)   9555   1234', '(02) 9555 1234'],
    ['Phone 0117 496\n0123', '0117 496 0123'],
    ['Tel: 020 7946\n0958   Fax: 020 7946 0959', '020 7946 0958'],
    ['tel 01632   960   983', '01632 960 983'],
    ['Phone: (512) 555-\n0100', '(512) 555-0100'],
    ['Phone:   (512)   555-0100', '(512) 555-0100'],
    ['Call 1300\n555 012', '1300 555 012'],
    ['+61 2   9555 1234', '+61 2 9555 1234'],
    ['T: 9555\n1234', '9555 1234'],
    ['Tel 03 9555\n1234   Level 2', '03 9555 1234'],
  ])('%s', (phone, phoneNumber) => {
    const { phoneNumber: found, appointmentTime } = read(`Dr Anna Reed\n${VISIT}\n${phone}`)
    expect(found).toMatchObject({ value: phoneNumber, confidence: 'sure' })
    expect(appointmentTime?.value).toBe('10:00')
  })

  test.each([
    ['Ph 03 9555 1234\n12 High Street', '03 9555 1234'],
    ['Ph 9555 1234\n2 Dec 2026', '9555 1234'],
    ['Ph 03 9555 1234   2 Dec 2026', '03 9555 1234'],
    ['Ph 03 9555 1234\n\n5678', '03 9555 1234'],
  ])('what follows a whole one is not part of it: %s', (text, phoneNumber) => {
    expect(read(`Dr Anna Reed\n${text}`).phoneNumber?.value).toBe(phoneNumber)
  })

  test('a number whose end is missing is a guess', () => {
    expect(read(`Dr Anna Reed\n${VISIT}\nTel 0117 496`).phoneNumber).toMatchObject({
      value: '0117 496',
      confidence: 'guess',
    })
  })
})

describe('a card does not break before a specialty in brackets', () => {
  test.each([
    ['Sarah Kent\n(Dietitian)', 'Sarah Kent', 'Dietitian'],
    ['Sarah Kent   (Dietitian)', 'Sarah Kent', 'Dietitian'],
    ['Dr Anna Reed\n(Consultant Dermatologist)', 'Anna Reed', 'Dermatologist'],
    ['Dr Anna Reed\n[Cardiology]', 'Anna Reed', 'Cardiology'],
    ['Prof Ruth Penn\n(Ear, Nose and Throat) Level 2', 'Ruth Penn', 'ENT'],
  ])('%s', (card, doctorName, specialty) => {
    const found = read(`${card}\n${VISIT}`)
    expect([found.doctorName?.value, found.specialty?.value]).toEqual([doctorName, specialty])
  })

  test('other brackets begin something else', () => {
    expect(read(`Dr Anna Reed\n(bring your card)\n${VISIT}`).doctorName?.value).toBe('Anna Reed')
  })
})
