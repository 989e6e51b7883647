import { compileMessage as libraryCompiler } from '@lingui/message-utils/compileMessage'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import {
  formatDate,
  formatLongWeekday,
  formatTime12,
  formatWeekday,
  type LocalDate,
  type LocalTime,
} from '../lib/local-time.ts'
import { inRow, listed, offered } from '../lib/text.ts'
import { doseAmountText } from '../schedule/amounts.ts'
import { compileMessage } from './compile-message.ts'
import { ENGLISH, firstSpoken, LANGUAGES, languageOf } from './languages.ts'
import { keyOf, msg } from './message.ts'
import { ended, inSentences } from './sentences.ts'
import { speakThrough, t, translatorOf } from './translate.ts'

const english = translatorOf(ENGLISH)
const german = translatorOf(languageOf('de'), {
  [keyOf('Taken at {time}')]: 'Um {time} genommen',
  [keyOf(msg('Open', 'state'))]: 'Offen',
  [keyOf(msg('Open', 'button'))]: 'Öffnen',
})

afterEach(() => speakThrough(() => english))

describe('what is said', () => {
  it('is English until a language is set, plurals and contexts included', () => {
    const doses = (count: number) => t('{count, plural, one {# dose} other {# doses}} of {name}', { count, name: 'X' })
    expect([t('Taken'), t(msg('Open', 'state')), doses(1), doses(2)]).toEqual([
      'Taken',
      'Open',
      '1 dose of X',
      '2 doses of X',
    ])
  })

  it('is what the catalogue has, by text and context, and English where it has nothing', () => {
    speakThrough(() => german)
    expect(t('Taken at {time}', { time: '8:00' })).toBe('Um 8:00 genommen')
    expect([t(msg('Open', 'state')), t(msg('Open', 'button')), t(msg('Open'))]).toEqual(['Offen', 'Öffnen', 'Open'])
    expect(t('{count, plural, one {# dose} other {# doses}}', { count: 1 })).toBe('1 dose')
  })

  it('is what a later part of the catalogue has, once that is there', () => {
    const italian = translatorOf(languageOf('it'))
    speakThrough(() => italian)
    expect(t('Skip')).toBe('Skip')
    italian.learn({ [keyOf('Skip')]: 'Salta' })
    expect(t('Skip')).toBe('Salta')
  })

  it('writes the names of Punjabi itself, which Chromium does not know', () => {
    const punjabi = translatorOf(languageOf('pa'))
    speakThrough(() => punjabi)
    const date = '2026-11-28' as LocalDate
    expect([formatDate(date), formatWeekday(date), formatLongWeekday(date)]).toEqual([
      '28 ਨਵੰਬਰ 2026',
      'ਸ਼ਨਿੱਚਰ',
      'ਸ਼ਨਿੱਚਰਵਾਰ',
    ])
    expect(formatTime12('18:05' as LocalTime)).toBe('6:05\u202fPM')
    expect([listed(['ਇੱਕ']), listed(['1', '2', '3']), offered(['1', '2'])]).toEqual(['ਇੱਕ', '1, 2 ਅਤੇ 3', '1 ਜਾਂ 2'])
  })

  it('ends a sentence with one full stop where an abbreviation ends it', () => {
    const greek = translatorOf(languageOf('el'), { [keyOf('Taken at {time}.')]: 'Λήφθηκε στις {time}.' })
    speakThrough(() => greek)
    const said = (time: string) => t('Taken at {time}.', { time })
    expect([said(formatTime12('18:05' as LocalTime)), said('18:05'), said('…')]).toEqual([
      'Λήφθηκε στις 6:05 μ.μ.',
      'Λήφθηκε στις 18:05.',
      'Λήφθηκε στις ….',
    ])
    expect(t('Reading{dots}', { dots: '...' })).toBe('Reading...')
  })

  it('keeps what was typed apart where a text is written from right to left, so that 5 mg is not read mg 5', () => {
    const message = 'Take {dose} at {time}' as const
    const arabic = translatorOf(languageOf('ar'), { [keyOf(message)]: 'تناول {dose} في {time}' })
    speakThrough(() => arabic)
    expect(t(message, { dose: '5 mg', time: '8:00' })).toBe('تناول \u20685 mg\u2069 في \u20688:00\u2069')
    arabic.learn({ [keyOf('At most 15 MB')]: 'حتى 15 MB' })
    expect(t('At most 15 MB')).toBe('حتى \u206815 MB\u2069')
    expect(inRow(['5 mg', '', null, 'daily'])).toBe('\u20685 mg\u2069، \u2068daily\u2069')
    expect(doseAmountText('2.5' as Amount, 'mL')).toBe('\u20682½ mL\u2069')
    speakThrough(() => german)
    expect(inRow(['5 mg', '', null, 'daily'])).toBe('5 mg, daily')
    speakThrough(() => translatorOf(languageOf('zh-Hans')))
    expect(inRow(['5 mg', 'daily'])).toBe('5 mg，daily')
  })

  it.each([
    ['en', 'Nothing left. Book now.'],
    ['ar', 'Nothing left. Book now.'],
    ['hi', 'Nothing left। Book now।'],
    ['pa', 'Nothing left। Book now।'],
    ['zh-Hans', 'Nothing left。Book now。'],
    ['zh-Hant', 'Nothing left。Book now。'],
  ] as const)('ends each sentence as the language does: %s', (tag, text) => {
    speakThrough(() => translatorOf(languageOf(tag)))
    expect(ended(inSentences(['Nothing left', null, '', 'Book now']))).toBe(text)
    for (const end of ['.', '!', '?', '…', '।', '。', '.\u2069']) expect(ended(`Done${end}`)).toBe(`Done${end}`)
  })

  it('asks for the values of a marked message as for those of a literal', () => {
    const late = msg('{count} late')
    expect(t(late, { count: 2 })).toBe('2 late')
    // @ts-expect-error the placeholder has another name
    expect(t(late, { number: 2 })).not.toBe('2 late')
  })

  it('writes times, dates and lists as the language does', () => {
    const written = () => [
      formatTime12('18:05' as LocalTime),
      formatDate('2026-11-05' as LocalDate),
      listed(['a', 'b', 'c']),
    ]
    expect(written()).toEqual(['6:05 PM', 'Nov 5, 2026', 'a, b and c'])
    speakThrough(() => german)
    expect(written()).toEqual(['18:05', '5. Nov. 2026', 'a, b und c'])
  })

  it('counts with the digits on the box in every language', () => {
    for (const one of LANGUAGES) {
      speakThrough(() => translatorOf(one))
      expect(t('{count, plural, other {#}}', { count: 12 })).toBe('12')
      expect(formatTime12('08:30' as LocalTime)).toMatch(/8:30/)
    }
  })
})

describe('which language', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['xx', 'pt-BR'], 'pt'],
    [['zh-TW'], 'zh-Hant'],
    [['zh-HK'], 'zh-Hant'],
    [['zh-Hant-TW'], 'zh-Hant'],
    [['zh-CN'], 'zh-Hans'],
    [['zh'], 'zh-Hans'],
    [['tl'], 'fil'],
    [['fil-PH'], 'fil'],
    [['en-AU', 'de'], 'en'],
    [['nl', ''], 'en'],
    [[], 'en'],
  ])('%j is %s', (wanted, spoken) => expect(firstSpoken(wanted)).toBe(spoken))
})

describe('the small compiler', () => {
  /** As the library interprets them: text in one piece or in several is the same. */
  const joined = (tokens: unknown): unknown => {
    if (!Array.isArray(tokens)) return tokens
    const [first, ...rest] = tokens
    return typeof first === 'string' && rest.length === 0 ? first : tokens
  }
  const word = fc.string({ unit: fc.constantFrom(...'abc é’ü.:–'), maxLength: 6 })
  const name = fc.constantFrom('count', 'name', 'time')
  const message: fc.Arbitrary<string> = fc.letrec<{ message: string; piece: string }>((tie) => ({
    message: fc.array(tie('piece'), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
    piece: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      word,
      name.map((one) => `{${one}}`),
      fc
        .tuple(name, tie('message'), tie('message'))
        .map(([one, few, many]) => `{${one}, plural, =0 {none} one {# ${few}} other {${many} #}}`),
      fc
        .tuple(name, tie('message'), tie('message'))
        .map(([one, few, many]) => `{${one}, select, mine {${few}} other {${many}}}`),
    ),
  })).message

  it('reads every message as the library does', () => {
    fc.assert(
      fc.property(message, (text) => {
        const values = { count: 2, name: 'N', time: 'T' }
        const saying = (compile: typeof libraryCompiler) => joined(compile(text))
        const ours = translatorOf(ENGLISH, { [keyOf('x')]: text }).say('x', values)
        expect(normalised(compileMessage(text))).toEqual(normalised(saying(libraryCompiler)))
        expect(ours).not.toMatch(/[{}]/)
      }),
      { numRuns: 300 },
    )
  })
})

/** Without empty offsets and with neighbouring texts joined, which changes nothing in what is said. */
function normalised(compiled: unknown): unknown {
  if (!Array.isArray(compiled)) return [compiled].filter((part) => part !== '')
  const parts: unknown[] = []
  for (const token of compiled) {
    if (typeof token === 'string' && token !== '#' && typeof parts.at(-1) === 'string' && parts.at(-1) !== '#')
      parts.push(`${parts.pop()}${token}`)
    else if (token !== '') parts.push(Array.isArray(token) ? token.map(normalisedCases) : token)
  }
  return parts
}

function normalisedCases(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).flatMap(([label, tokens]) => (label === 'offset' ? [] : [[label, normalised(tokens)]])),
  )
}
