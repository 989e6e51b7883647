import { afterEach, expect, test } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import { doseAmountText } from '../schedule/amounts.ts'
import { daysText } from '../schedule/days-text.ts'
import { isSaid } from './is-said.ts'
import { ENGLISH, languageOf } from './languages.ts'
import { keyOf, msg } from './message.ts'
import { speakThrough, t, translatorOf } from './translate.ts'

const german = translatorOf(languageOf('de'), {
  [keyOf('Logged at {time}')]: 'Um {time} erfasst (ja)',
  [keyOf('{count, plural, one {{amount} tablet} other {{amount} tablets}}')]:
    '{count, plural, one {{amount} Tablette} other {{amount} Tabletten}}',
  [keyOf(msg('{day}', 'a day of the month: on the 1st and 15th of each month'))]: '{day}.',
  [keyOf('On the {days} of each month')]: 'Am {days} jedes Monats',
})

afterEach(() => speakThrough(() => translatorOf(ENGLISH)))

const saysWhen = (text: string): boolean => isSaid(text, (any) => t('Logged at {time}', { time: any }))

test('a message is known by its words in the language of the moment', () => {
  expect(['Logged at 8:00 AM', 'Metformin: logged at 8:00 AM', 'Logged at '].map(saysWhen)).toEqual([
    true,
    false,
    false,
  ])
  speakThrough(() => german)
  expect(['Um 8:00 erfasst (ja)', 'Um 8:00 erfasst ja', 'Logged at 8:00 AM'].map(saysWhen)).toEqual([
    true,
    false,
    false,
  ])
})

test('an amount has the plural of the language, and half a tablet is said like one; a unit of one’s own stays', () => {
  speakThrough(() => german)
  const said = (amount: string, unit: string) => doseAmountText(amount as Amount, unit)
  expect([said('0.5', 'tablet'), said('1', 'tablet'), said('1.5', 'tablet'), said('2', 'Löffel')]).toEqual([
    '½ Tablette',
    '1 Tablette',
    '1½ Tabletten',
    '2 Löffel',
  ])
})

test('days of a month are written as the language writes them', () => {
  const monthly = { kind: 'monthly' as const, daysOfMonth: [1, 15] }
  expect(daysText(monthly)).toBe('On the 1st and 15th of each month')
  speakThrough(() => german)
  expect(daysText(monthly)).toBe('Am 1. und 15. jedes Monats')
})
