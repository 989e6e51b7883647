import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { plainText } from '../../words/plain-text.ts'
import { readAppointment } from '../appointments.ts'
import { withPrintedNumbers } from './misread-numbers.ts'

const TODAY = '2026-11-20' as LocalDate
const FIELDS = ['appointmentDate', 'appointmentTime', 'phoneNumber'] as const

/** Date, time and phone of a card, with a question mark where they are a guess. */
const numbers = (...lines: string[]): string => {
  const read = readAppointment(lines.join('\n'), TODAY)
  return FIELDS.flatMap((field) => read[field] ?? [])
    .map(({ value, confidence }) => (confidence === 'sure' ? value : `${value}?`))
    .join(' ')
}

describe('spaces and letters that a camera read into the numbers of a card', () => {
  test.each([
    [['Date 8/12/26', 'Time: 1 4:20'], '2026-12-08 14:20?'],
    [['8 December 2026', '0 9:45 am'], '2026-12-08 09:45?'],
    [['Tue 8/12/26', 'At: 10 :40'], '2026-12-08 10:40?'],
    [['Tue 8/12/26', 'Time 10: 40'], '2026-12-08 10:40?'],
    [['Tue 8/12/26', 'Time: 9 : 05 am'], '2026-12-08 09:05?'],
    [['Date: 1 8/12/2026', 'Time: 10.40'], '2026-12-18? 10:40'],
    [['Fri 1 8/12/26', '10:40'], '2026-12-18? 10:40'],
    [['On: 18/ 12/2026', '10:40'], '2026-12-18? 10:40'],
    [['Tuesday 8th Decernber 2026', '10:40'], '2026-12-08 10:40'],
    [['Your visit on 8/12/26 at 10 :40 is confirmed', 'Bye'], '2026-12-08 10:40?'],
    [['Appt: 8 December 2026 9 :20', 'Bye'], '2026-12-08 09:20?'],
    [['8 December 2026', '10.4Sam'], '2026-12-08 10:45?'],
    [['8 December 2026', '10.40arn'], '2026-12-08 10:40'],
    [['8 December 2026 @ l4h3O', 'Bye'], '2026-12-08 14:30?'],
    [['8 December 2026', 'Time: 14 h30'], '2026-12-08 14:30?'],
    [['Date:08/12/2026 Time:10:40', 'Dr Low'], '2026-12-08 10:40'],
    [['Tuesday 8December 2026', 'between2pm and 4pm'], '2026-12-08 14:00?'],
    [['Tue l December 2026', '10:40'], '2026-12-01? 10:40'],
    [['8 Dec 26   1040', 'Dr Low'], '2026-12-08 10:40'],
    [['Tel.0113 496 0123', 'Office:(208) 555-0110'], '0113 496 0123?'],
    [['Ring0113 496 0123', 'to change'], '0113 496 0123'],
    [['Ring 0113 496 012 3', 'to change'], '0113 496 0123'],
    [['Clinic', 'Tel: 0113 4 96 0123'], '0113 496 0123'],
    [['Clinic', 'Te1 O113 4 96 OI23'], '0113 496 0123?'],
    [['Time: 1O:4O', 'Bay 2, Ward 4'], '10:40?'],
  ])('%j: %s', (lines, expected) => {
    expect(numbers(...lines)).toBe(expected)
  })

  test.each([
    [['Room 1 9:45', '8/12/26'], '2026-12-08'],
    [['Clinic 1 8/12/26', '10:40'], '2026-12-08 10:40'],
    [['8/12/26 10:40', 'Extension: 40'], '2026-12-08 10:40'],
    [['8/12/26 10:40', 'Ring 131 450'], '2026-12-08 10:40 131 450'],
    [['8/12/26 10:40', '0113 496 0123'], '2026-12-08 10:40 0113 496 0123'],
    [['8/12/26 10:40', '+44 113 496 0123'], '2026-12-08 10:40 +44 113 496 0123'],
  ])('%j are as they are: %s', (lines, expected) => {
    expect(numbers(...lines)).toBe(expected)
  })

  test('the text keeps its length', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0129lIO:./- \nam') }), (text) => {
        const { text: plain, breaks } = plainText(text)
        expect(withPrintedNumbers(plain, breaks).text).toHaveLength(plain.length)
      }),
    )
  })
})
