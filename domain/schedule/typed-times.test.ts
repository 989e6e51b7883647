import { afterEach, expect, it } from 'vitest'
import { ENGLISH, LANGUAGES, languageOf } from '../language/languages.ts'
import { speakThrough, translatorOf } from '../language/translate.ts'
import { times } from '../testing/samples.ts'
import { parseReminderTimes, timesAsTyped } from './typed-times.ts'

const english = translatorOf(ENGLISH)

afterEach(() => speakThrough(() => english))

it('English times are filled in as the specification writes them', () => {
  expect(timesAsTyped(times('08:00', '14:30'))).toBe('8:00 AM, 2:30 PM')
})

it.each(LANGUAGES.map(({ tag }) => tag))('times that a form fills in are read again (%s)', (tag) => {
  const spoken = translatorOf(languageOf(tag))
  speakThrough(() => spoken)
  const all = times('00:05', '08:00', '12:00', '23:30')
  expect(parseReminderTimes(timesAsTyped(all))).toEqual({ ok: true, times: all })
})

it.each([
  ['٨:٠٠، ٢:٣٠ م', ['08:00', '14:30']],
  ['۸:۳۰', ['08:30']],
  ['8:00 ص', ['08:00']],
  ['6:05 μ.μ., 9:00 π.μ.', ['09:00', '18:05']],
  ['८:००', ['08:00']],
  ['８：３０，20:00', ['08:30', '20:00']],
] as const)('times in the digits and signs of another script are times: %s', (typed, read) => {
  expect(parseReminderTimes(typed)).toEqual({ ok: true, times: times(...read) })
})

it('a time that is none is quoted as far as it could be read', () => {
  expect(parseReminderTimes('٢٥:٠٠')).toEqual({ ok: false, entry: '25:00' })
  expect(parseReminderTimes('8 صباحا')).toEqual({ ok: false, entry: '8 صباحا' })
})
