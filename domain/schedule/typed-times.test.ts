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
