import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { readAppointment } from '../appointments.ts'

/** Set by `npm run test:long`. */
const LONG = process.env.TEST_LONG === '1'

const TODAY = '2026-11-20' as LocalDate
/** The short ones have each digit that a letter is read for, and both halves of the day. */
const TIMES = LONG
  ? ['08:15', '09:00', '10:20', '11:30', '12:05', '12:50', '14:30', '15:20', '16:00', '17:18', '18:05']
  : ['08:15', '12:50']
const MARKS = [':', '.', ';', '·', ',', ' :', ': ', ' .', '-'] as const
/** What a camera reads for a digit. */
const READ_FOR: Record<string, readonly string[]> = {
  0: ['O', 'o'],
  1: ['l', 'I', 'i'],
  2: ['Z'],
  5: ['S', 's'],
  8: ['B'],
}
const PLACES: Record<string, (time: string) => string> = {
  'on a line': (time) => `Elm Clinic\nTuesday 8 December 2026\n${time}\nDr Ann Low`,
  'in its field': (time) => `Elm Clinic\nDate: 8 December 2026\nTime: ${time}\nDr Ann Low`,
  'beside its label': (time) => `Elm Clinic\nDate  08/12/2026\nTime   ${time}\nDr Ann Low`,
  'behind its date': (time) => `Elm Clinic\nTue 8 Dec 2026 ${time}\nDr Ann Low`,
  'behind at': (time) => `Elm Clinic\nTuesday 08/12/2026 at ${time}\nDr Ann Low`,
  'in a sentence': (time) => `Dear Ms Roe,\nYou have an appointment on Tuesday 8 December 2026 at ${time} with Dr Low.`,
  'said in one line': (time) => `Dr Low on Tuesday 8 December 2026 at ${time}`,
}

/** A time in all the ways that cards print it. */
function shapesOf(time: string): string[] {
  const [hour = '', minute = ''] = time.split(':')
  const half = Number(hour) < 12 ? 'a' : 'p'
  const short = String(((Number(hour) + 11) % 12) + 1)
  const halves = [`${half}m`, ` ${half}m`, `${half.toUpperCase()}M`, ` ${half}.m.`]
  return [
    `${hour}:${minute}`,
    `${hour}.${minute}`,
    `${hour}:${minute} hrs`,
    `${hour}:${minute} hours`,
    `${hour}.${minute}hrs`,
    `${hour}h${minute}`,
    `${short}:${minute}${half}`,
    ...MARKS.flatMap((mark) => halves.map((end) => `${short}${mark}${minute}${end}`)),
  ]
}

/** A text with each one of its digits read as a letter. */
const misread = (text: string): string[] =>
  [...text].flatMap((digit, index) =>
    (READ_FOR[digit] ?? []).map((letter) => `${text.slice(0, index)}${letter}${text.slice(index + 1)}`),
  )

const timeOf = (text: string) => readAppointment(text, TODAY).appointmentTime

describe('every time is read in every way that it is printed', () => {
  test.each(Object.entries(PLACES))('%s', (_, place) => {
    const wrong = TIMES.flatMap((time) =>
      shapesOf(time).flatMap((shape) => {
        const read = timeOf(place(shape))?.value
        return read === time ? [] : [`${shape}: ${read}`]
      }),
    )
    expect(wrong).toEqual([])
  })
})

describe('a digit of a time that was read as a letter makes a guess of the right time', () => {
  test.each(Object.entries(PLACES))('%s', (_, place) => {
    const wrong = TIMES.flatMap((time) =>
      shapesOf(time)
        // Of a whole day's clock with a point or an h only what every letter is a digit for.
        .filter((shape) => /[:;]|m\.?$/.test(shape) && !shape.includes('-'))
        .flatMap(misread)
        .flatMap((shape) => {
          const fact = timeOf(place(shape))
          return fact?.value === time && fact.confidence === 'guess' ? [] : [`${shape}: ${fact?.value}`]
        }),
    )
    expect(wrong).toEqual([])
  })
})

test.each([
  ['Appt Tue 8 Dec 2026 at 3 pm\nCall 9-11 am', '15:00'],
  ['8 December 2026 9.30 am\nBay 4. 10 chairs', '09:30'],
  ['8 December 2026 2 pm\nLevels 3;15 and 4;20', '14:00'],
  ['8 December 2026 2 pm\nDose 10-50 mg', '14:00'],
  ['8 December 2026 2 pm\nPay £8,50 at the desk', '14:00'],
  ['8 December 2026 2 pm\nAllow 2.5 hours', '14:00'],
  ['8 December 2026 2 pm\nIt takes 1.30 hours', '14:00'],
  ['Your visit is at 10 pm\n8 December 2026', '22:00'],
])('%j holds no other time than %s', (text, time) => {
  expect(timeOf(text)?.value).toBe(time)
})
