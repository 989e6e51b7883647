import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { plainText } from '../words/plain-text.ts'
import { datesIn } from './dates.ts'
import type { YearRule } from './said-date.ts'

/** A Wednesday. */
const TODAY = '2026-11-18' as LocalDate

/** Every date of a text, with a question mark where it is a guess. */
const dates = (text: string, rule: YearRule = 'next-such-day') =>
  datesIn(plainText(text).text, TODAY, rule).map(({ value, isSure }) => (isSure ? value : `${value}?`))

describe('a day and what follows it', () => {
  test.each([
    ['tomorrow fortnight', '2026-12-03'],
    ['monday fortnight', '2026-12-07'],
    ['friday week', '2026-11-27'],
    ['a fortnight on tuesday', '2026-12-08'],
    ['fortnight from monday', '2026-12-07'],
    ['the first monday in december', '2026-12-07'],
    ['the last friday of november', '2026-11-27'],
    ['second thursday of next month', '2026-12-10'],
    ['next month on the sixth', '2026-12-06'],
  ])('%s: %s', (text, date) => {
    expect(dates(text)).toEqual([date])
  })

  test.each([
    ['wednesday week', '2026-12-02?'],
    ['tuesday in two weeks', '2026-12-01?'],
    ['in a fortnight on tuesday', '2026-12-01?'],
    ['monday after next', '2026-11-30?'],
    ['monday the week after', '2026-11-23?'],
    ['friday in a few weeks', '2026-11-20?'],
    ['two weeks after the third of december', '2026-12-17?'],
    ['a month after the operation on the third of december', '2026-12-03?'],
    ['some time after the third of december', '2026-12-03?'],
    ['around the fifth of december', '2026-12-05?'],
    ['in three months', '2027-02-18?'],
    ['within two weeks', '2026-12-02?'],
    ['the fifth of the month', '2026-12-05?'],
    ['the tenth of this month', '2026-11-10?'],
  ])('%s: %s', (text, date) => {
    expect(dates(text)).toEqual([date])
  })
})

describe('the number of a month', () => {
  test.each([
    ['the third of the third', '2027-03-03'],
    ['the fifth of the twelfth twenty twenty six', '2026-12-05'],
    ['the 5th of 12th 2027', '2027-12-05'],
    ['5/12 at 2 30 pm', '2026-12-05'],
    ['doctor lee 9/9 at 9', '2027-09-09'],
    ['on wednesday 2/12', '2026-12-02'],
    ['doctor collins 10/11 at 11 am', '2027-11-10?'],
    ['on 12/25', '2026-12-25?'],
  ])('%s: %s', (text, date) => {
    expect(dates(text)).toEqual([date])
  })

  test.each([
    ['the fifth of the thirteenth'],
    ['the second of the following month'],
    ['unit 2/14 at the corner'],
    ['2/14 smith street'],
    ['open 24/7'],
    ['blood pressure 12/8'],
    ['every 3/12'],
    ['my second at the clinic'],
    ['every monday and thursday'],
  ])('%s: no date', (text) => {
    expect(dates(text)).toEqual([])
  })
})

describe('a medicine takes two numbers with a stroke for a day only where it starts or ends', () => {
  test.each([
    ['starting 3/12 for ten days', ['2026-12-03']],
    ['from 20/11 to 27/11', ['2026-11-20', '2026-11-27']],
    ['until 5/12', ['2026-12-05']],
    ['take 1/2 tablet', []],
    ['start 1/2 for a week', []],
    ['from 1/2 to 1 tablet', []],
    ['oxycodone 5/325 on the table', []],
    ['for 5/7', []],
    ['review in 3/12', []],
  ])('%s: %j', (text, expected) => {
    expect(dates(text, 'this-year')).toEqual(expected)
  })
})

describe('a day that is said twice is one date, and a guess where the two disagree', () => {
  test.each([
    ['monday the 23rd of november', ['2026-11-23']],
    ['tuesday december eighth', ['2026-12-08']],
    ['the 3rd of december, a thursday', ['2026-12-03']],
    ['tomorrow thursday', ['2026-11-19']],
    ['monday the 24th of november', ['2026-11-24?']],
    ['friday the twenty first', ['2026-11-21?']],
    ['tomorrow the twentieth', ['2026-11-20?']],
    ['tuesday 2/12', ['2026-12-02?']],
    ['monday or tuesday', ['2026-11-23', '2026-11-24']],
    ['the 3rd or 4th of march', ['2027-03-03', '2027-03-04']],
    ['from the 28th to the 3rd of march', ['2027-02-28', '2027-03-03']],
  ])('%s: %j', (text, expected) => {
    expect(dates(text)).toEqual(expected)
  })

  test('its words are those of both', () => {
    const [date] = datesIn('on Monday the 24th of November at 9', TODAY, 'next-such-day')
    expect(date?.words).toBe('Monday the 24th of November')
  })
})

test.each([
  ['christmas eve at nine', '2026-12-24'],
  ['on boxing day', '2026-12-26'],
  ["new year's day", '2027-01-01'],
])('a day that is known by its name, %s: %s', (text, date) => {
  expect(dates(text)).toEqual([date])
})

test('the end of a month is the last day of a course, and no day of a visit', () => {
  expect(dates('until the end of december', 'this-year')).toEqual(['2026-12-31'])
  expect(dates('the end of december')).toEqual([])
})

test('a day and a month that have just gone by are hardly meant for the next year', () => {
  expect(dates('on the 3rd of november')).toEqual(['2027-11-03?'])
  expect(dates('on the first of may')).toEqual(['2027-05-01'])
})
