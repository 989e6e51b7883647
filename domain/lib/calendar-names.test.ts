import { afterEach, expect, it } from 'vitest'
import { ENGLISH, languageOf } from '../language/languages.ts'
import { keyOf } from '../language/message.ts'
import { speakThrough, translatorOf } from '../language/translate.ts'
import { day } from '../testing/samples.ts'
import {
  formatFullDate,
  formatLongDay,
  formatMonth,
  formatMonthOfYear,
  formatShortDay,
  ONE_WEEK,
} from './calendar-names.ts'
import { formatWeekday } from './local-time.ts'

const english = translatorOf(ENGLISH)
const german = translatorOf(languageOf('de'))

afterEach(() => speakThrough(() => english))

it('English months have three letters, September and June too', () => {
  expect([formatMonth(day('2026-09-01')), formatMonth(day('2026-06-30'))]).toEqual(['Sep', 'Jun'])
  expect(formatMonthOfYear(day('2025-11-17'))).toBe('Nov 2025')
})

it('other languages name months and weekdays their own way', () => {
  speakThrough(() => german)
  expect(formatMonth(day('2026-05-01'))).toBe('Mai')
  expect(formatMonthOfYear(day('2026-05-01'))).toBe('Mai 2026')
  expect(ONE_WEEK.map(formatWeekday)).toEqual(['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'])
})

it('a week begins on Monday', () => {
  expect(ONE_WEEK.map(formatWeekday)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
})

it('a day with its weekday is written in the order and with the comma of the language', () => {
  const days = () => [formatShortDay, formatLongDay, formatFullDate].map((text) => text(day('2026-12-05')))
  expect(days()).toEqual(['Sat, Dec 5', 'Saturday, Dec 5', 'Sat, Dec 5, 2026'])
  const korean = translatorOf(languageOf('ko'), { [keyOf('{weekday}, {date}')]: '{date} {weekday}' })
  speakThrough(() => korean)
  expect(days()).toEqual(['12월 5일 토', '12월 5일 토요일', '2026년 12월 5일 토'])
})
