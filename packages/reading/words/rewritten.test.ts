import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Rewritten } from './rewritten.ts'

describe('a text that was rewritten', () => {
  it.each([
    ['nothing of it', 'take one', [], 'take one', 'one', 'one'],
    ['a word', 'one gid ac', [[/gid/, 'qid']], 'one qid ac', 'qid', 'gid'],
    ['a word by a longer one', '1 pm', [[/pm/, 'prn']], '1 prn', 'prn', 'pm'],
    ['what is behind it', '1 pm ac', [[/pm/, 'prn']], '1 prn ac', 'ac', 'ac'],
    ['a space between', '1bd', [[/(?<=1)(?=bd)/, ' ']], '1 bd', '1 bd', '1bd'],
    ['specks away', '6&& hours', [[/&+/, '']], '6 hours', '6 hours', '6&& hours'],
    [
      'twice the same place',
      '1 pm',
      [
        [/pm/, 'p.m.'],
        [/p\.m\./, 'prn'],
      ],
      '1 prn',
      'prn',
      'pm',
    ],
  ] as const)('with %s changed leads back to its source', (_what, source, changes, text, words, printed) => {
    const rewritten = changes.reduce<Rewritten>(
      (said, [pattern, right]) => said.replace(pattern, right),
      Rewritten.of(source),
    )
    expect(rewritten.text).toBe(text)
    expect(rewritten.source({ at: text.indexOf(words), words })).toBe(printed)
  })

  it('leads every word that was left alone back to itself', () => {
    const words = fc.array(fc.constantFrom('gid', 'pm', 'tos', 'one', 'tablet'), { maxLength: 12 })
    fc.assert(
      fc.property(words, (said) => {
        const rewritten = Rewritten.of(said.join(' '))
          .replace(/\bpm\b/g, 'when needed')
          .replace(/\btos\b/g, '')
          .replace(/when needed/g, 'prn')
        for (const { 0: word, index: at } of rewritten.text.matchAll(/gid|one|tablet/g))
          expect(rewritten.source({ at, words: word })).toBe(word)
        for (const { index: at } of rewritten.text.matchAll(/prn/g))
          expect(rewritten.source({ at, words: 'prn' })).toBe('pm')
      }),
    )
  })
})
