import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar.ts'
import { readAppointment } from '../appointments.ts'

/** Set by `npm run test:long`. */
const LONG = process.env.TEST_LONG === '1'

const TODAY = '2026-11-20' as LocalDate
/** Each with its weekday. */
const DATES = [
  ['2027-05-13', 'Thursday'],
  ['2027-01-05', 'Tuesday'],
  ['2026-12-18', 'Friday'],
  ['2027-03-01', 'Monday'],
  ['2027-08-15', 'Sunday'],
  ['2027-10-30', 'Saturday'],
] as const
const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const ENDINGS: Record<string, string> = { 1: 'st', 2: 'nd', 3: 'rd' }
/** What a camera reads for a digit. */
const READ_FOR: Record<string, readonly string[]> = { 0: ['O', 'o'], 1: ['l', 'I'], 5: ['S'], 8: ['B'] }
const PLACES: Record<string, (date: string) => string> = {
  'on a line': (date) => `Elm Clinic\n${date}\n10:20 am\nDr Ann Low`,
  'in its field': (date) => `Elm Clinic\nDate: ${date}\nTime: 10:20\nDr Ann Low`,
  'beside its label': (date) => `Elm Clinic\nDate   ${date}\nTime   10:20\nDr Ann Low`,
  'before at': (date) => `Elm Clinic\n${date} at 10:20 am\nDr Ann Low`,
  'in a sentence': (date) => `Dear Ms Roe,\nYour appointment is on ${date} at 10:20 with Dr Low.`,
}

/** A date in the ways that cards print it, and those in which a camera sees no space. */
function shapesOf([date, weekday]: (typeof DATES)[number]): string[] {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const two = (number: number): string => String(number).padStart(2, '0')
  const name = MONTHS[month - 1] ?? ''
  const [short, inShort] = [name.slice(0, 3), weekday.slice(0, 3)]
  const nth = `${day}${day > 3 && day < 21 ? 'th' : (ENDINGS[day % 10] ?? 'th')}`
  return [
    ...['/', '.', '-'].map((mark) => [two(day), two(month), year].join(mark)),
    `${day}/${month}/${year - 2000}`,
    `${inShort} ${two(day)}/${two(month)}/${year}`,
    `${day} ${name} ${year}`,
    `${nth} ${name} ${year}`,
    `${nth} of ${name} ${year}`,
    `${weekday} ${day} ${name} ${year}`,
    `${inShort} ${nth} ${short}`,
    `${inShort.toUpperCase()} ${day} ${short.toUpperCase()} ${year}`,
    `${name} ${day}, ${year}`,
    `${two(day)}-${short}-${year}`,
    `${day} ${short} ${year - 2000}`,
    `${day}${short}${year}`,
    `${inShort}${two(day)}${name}${year}`,
    `${weekday}${two(day)} ${name} ${year}`,
    `${nth}${name} ${year}`,
    date,
  ]
}

/** A text with each one of its digits read as a letter. */
const misread = (text: string): string[] =>
  [...text].flatMap((digit, index) =>
    (READ_FOR[digit] ?? []).map((letter) => `${text.slice(0, index)}${letter}${text.slice(index + 1)}`),
  )

describe('every date is read in every way that it is printed, with any one digit read as a letter', () => {
  test.each(Object.entries(PLACES))('%s', (_, place) => {
    const wrong = (LONG ? DATES : DATES.slice(0, 3)).flatMap((date) =>
      shapesOf(date).flatMap((shape) =>
        [shape, ...misread(shape)].flatMap((one) => {
          const read = readAppointment(place(one), TODAY).appointmentDate?.value
          return read === date[0] ? [] : [`${one}: ${read}`]
        }),
      ),
    )
    expect(wrong).toEqual([])
  })
})

test.each([
  ['Thu13May2027at12:5O', '2027-05-13 12:50'],
  ['On13thMay2027at9.15am', '2027-05-13 09:15'],
  ['13/05/2027at10:20', '2027-05-13 10:20'],
  ['Thursday13May at 2pm', '2027-05-13 14:00'],
  ['13,05,2027 at 10:20', '2027-05-13 10:20'],
  ['13·05·2027 at 10:20', '2027-05-13 10:20'],
])('%s ran together: %s', (line, expected) => {
  const { appointmentDate, appointmentTime } = readAppointment(`Elm Clinic\n${line}\nDr Low`, TODAY)
  expect(`${appointmentDate?.value} ${appointmentTime?.value}`).toBe(expected)
})

test.each(['Both May 2027 and later', 'I may go', 'Marshall2020 Ltd', 'Sunset2027', 'Friar12'])(
  '%s is no date',
  (line) => {
    expect(readAppointment(`Elm Clinic\n${line}\nDr Low`, TODAY).appointmentDate).toBeNull()
  },
)

describe('the weekday says which of two numbers is the month', () => {
  const US = 'Suite 4, Salem, OR 97301'
  test.each([
    [['Tue 10/05/2027'], '2027-10-05?'],
    [['Tuesday 10/05/2027'], '2027-10-05?'],
    [['Tue 10/05/2027', US], '2027-10-05'],
    [['10/05/2027 (Tue)', US], '2027-10-05'],
    [['Tues, 10/5/27', US], '2027-10-05'],
    [['Tue 10/05/2027', 'Ph 504 555 0133'], '2027-10-05'],
    [['Mon 10/05/2027', US], '2027-05-10'],
    [['Mon 10/05/2027'], '2027-05-10'],
    [['10/05/2027', US], '2027-05-10?'],
    [['Wed 10/05/2027'], '2027-05-10?'],
    [['Tue 10-05-2027', US], '2027-10-05'],
    [['Mon 10/25/2027', US], '2027-10-25'],
  ])('%j: %s', (lines, expected) => {
    const { appointmentDate } = readAppointment(['Elm Clinic', ...lines, '10:20 am'].join('\n'), TODAY)
    const mark = appointmentDate?.confidence === 'sure' ? '' : '?'
    expect(`${appointmentDate?.value}${mark}`).toBe(expected)
  })
})
