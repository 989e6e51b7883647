import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../calendar.ts'
import { plainText } from '../words/plain-text.ts'
import type { Fact } from '../words/read.ts'
import { readCourse } from './course.ts'

/** A Wednesday. */
const TODAY = '2026-11-18' as LocalDate

const shown = (fact: Fact<unknown> | null) => fact && (fact.confidence === 'sure' ? fact.value : `${fact.value}?`)

/** The first and the last day, with a question mark where it is a guess. */
const course = (text: string) => {
  const { startDate, endDate } = readCourse(plainText(text).text, TODAY)
  return [shown(startDate), shown(endDate)]
}

describe('"to" ends what begins with a date, and is a frequency between weekdays', () => {
  test.each([
    ['monday to friday', [null, null]],
    ['Monday through Friday, from the 1st of December', ['2026-12-01', null]],
    ['mondays to fridays', [null, null]],
    ['from monday to friday', ['2026-11-23?', '2026-11-27?']],
    ['from tomorrow to friday', ['2026-11-19', '2026-11-20']],
    ['from the first to the tenth of december', ['2026-12-01', '2026-12-10']],
    ['from monday the 23rd to friday the 27th', ['2026-11-23', '2026-11-27']],
    ['from this monday to friday', ['2026-11-23', '2026-11-27?']],
    ['to the fifth of december', [null, null]],
  ])('%s: %j', (text, expected) => {
    expect(course(text)).toEqual(expected)
  })
})

describe('first days', () => {
  test.each([
    ['started yesterday', '2026-11-17'],
    ['since yesterday it hurts', null],
    ['started on the fifth of november', '2026-11-05'],
    // The current year (readings), but hardly meant.
    ['from the first of january', '2026-01-01?'],
    ['from the first of january 2026', '2026-01-01'],
    ['from monday the 24th of november', '2026-11-24?'],
    ['two weeks after the operation on the third of december', null],
    ['a week after the third of december', '2026-12-03?'],
    ['i see doctor lee on the fifth of december', null],
    ['start on friday or saturday', '2026-11-20?'],
  ])('%s: %s', (text, start) => {
    expect(course(text)[0]).toBe(start)
  })
})

describe('last days', () => {
  test.each([
    ['from today until the end of december', '2026-12-31'],
    ['until the end of march', '2027-03-31?'],
    ['starting tomorrow for five days, no, seven days', '2026-11-25'],
    ['starting tomorrow for five days actually make that seven days', '2026-11-25'],
    ['starting tomorrow for five days or maybe for seven days', '2026-11-23?'],
    ['starting tomorrow for five days with 7 days off', '2026-11-23'],
  ])('%s: %s', (text, end) => {
    expect(course(text)[1]).toBe(end)
  })
})
