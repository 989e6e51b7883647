import { expect, it, onTestFinished } from 'vitest'
import { ENGLISH, languageOf } from '../language/languages.ts'
import { keyOf, msg } from '../language/message.ts'
import { speakThrough, translatorOf } from '../language/translate.ts'
import { unitNamed } from './unit-text.ts'

const english = translatorOf(ENGLISH)
const german = translatorOf(languageOf('de'), {
  [keyOf(msg('tablet', 'unit'))]: 'Tablette',
  [keyOf(msg('tablets', 'unit'))]: 'Tabletten',
})

it('a unit typed in the language of the page is the usual one, so that it has a plural; anything else stays', () => {
  const read = () => ['Tablette', ' tabletten ', 'tablet', 'mL', 'Löffel', 'Tablett', ''].map(unitNamed)
  speakThrough(() => german)
  onTestFinished(() => speakThrough(() => english))
  expect(read()).toEqual(['tablet', 'tablet', 'tablet', 'mL', 'Löffel', 'Tablett', ''])
  speakThrough(() => english)
  expect(['Puffs', 'puff', 'Puffer'].map(unitNamed)).toEqual(['puff', 'puff', 'Puffer'])
})
