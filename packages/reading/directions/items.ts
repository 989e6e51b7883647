import type { LocalTime } from '../calendar.ts'
import { readClock } from './clock.ts'
import { doubtOf, plainWords } from './lexicon.ts'
import { type Amount, isNumberWord, readAmount, readDayPattern } from './numbers.ts'
import { BARRED, isUseOrEnd, misheardAt, ordinalAt, ROMAN, romanAt } from './other-numbers.ts'
import type { AskReason } from './values.ts'
import { type Word, wordsOf } from './words.ts'

/** One plain word of the line, and the part of the text it represents. */
export interface Item {
  plain: string
  at: number
  end: number
  amount?: Amount
  pattern?: readonly number[]
  clock?: LocalTime
  doubt?: AskReason
  /** Repaired, or one of several readings. */
  isGuess?: boolean
}

/** Returns the plain words of a text; each number, time and day pattern is one word. */
export function itemsOf(text: string, repairedAt: ReadonlySet<number>): Item[] {
  const words = wordsOf(text, repairedAt)
  const items: Item[] = []
  for (let index = 0; index < words.length; ) {
    const isListed = items.at(-2)?.plain === '~t' && items.at(-1)?.plain === 'and'
    const read = readItem(words, index, isListed)
    items.push(...read.items)
    index = read.next
  }
  return items
}

function readItem(words: readonly Word[], index: number, isListed: boolean): { items: Item[]; next: number } {
  const word = words[index] as Word
  const clock = readClock(words, index, isListed)
  if (clock)
    return {
      items: [
        {
          plain: '~t',
          at: word.at,
          end: words[clock.next - 1]?.end ?? word.end,
          clock: clock.time,
          isGuess: clock.isGuess,
        },
      ],
      next: clock.next,
    }
  return letteredAt(words, index) ?? readNumber(words, index) ?? { items: plainItems(words, index), next: index + 1 }
}

/** Weekdays by their letters: `M W F`, `Tu/Th`. */
const LETTERED = [
  ['m', 'w', 'f'],
  ['m/w', 'f'],
  ['tu', 'th', 'sa'],
  ['tu', 'th'],
] as const
const DAY_OF: Record<string, string> = {
  m: 'd:1',
  'm/w': 'd:1 d:3',
  tu: 'd:2',
  w: 'd:3',
  th: 'd:4',
  f: 'd:5',
  sa: 'd:6',
}

function letteredAt(words: readonly Word[], index: number): { items: Item[]; next: number } | null {
  if (!LETTERED.some(([first]) => first === words[index]?.text)) return null
  for (const letters of LETTERED) {
    const items: Item[] = []
    let next = index
    for (const letter of letters) {
      while (items.length > 0 && /^[/,-]$/.test(words[next]?.text ?? '')) next += 1
      const word = words[next]
      if (word?.text !== letter) break
      for (const plain of (DAY_OF[letter] ?? '?').split(' '))
        items.push({ plain, at: word.at, end: word.end, doubt: 'shorthand' })
      next += 1
    }
    if (items.length >= letters.length && words[next - 1]?.text === letters.at(-1)) return { items, next }
  }
  return null
}

function readNumber(words: readonly Word[], index: number): { items: Item[]; next: number } | null {
  const word = words[index] as Word
  // B12, D3, T4: letters of a name before a number make it part of the name.
  const previous = words[index - 1]
  if (word.kind === 'number' && word.glued && previous?.kind === 'word' && plainWords(previous.text) === undefined) {
    return { items: [{ plain: '?', at: word.at, end: word.end }], next: index + 1 }
  }
  const place = (next: number) => ({ at: word.at, end: words[next - 1]?.end ?? word.end })
  const pattern = readDayPattern(words, index)
  if (pattern) return { items: [{ plain: '%', ...place(pattern.next), pattern: pattern.doses }], next: pattern.next }
  const ordinal = ordinalAt(words, index)
  if (ordinal)
    return {
      items: [{ plain: 'ord', ...place(ordinal.next), amount: { value: ordinal.value } }],
      next: ordinal.next,
    }
  const roman = romanAt(words, index)
  if (roman) {
    const { amount, next } = roman
    const { doubt } = amount
    return { items: [{ plain: '#', ...place(next), amount, ...(doubt ? { doubt } : {}) }], next }
  }
  const misheard = misheardAt(words, index)
  if (misheard)
    return {
      items: [{ plain: '#', ...place(index + 1), amount: { value: misheard }, isGuess: true }],
      next: index + 1,
    }
  const read = readAmount(words, index)
  if (read === null) return null
  const { amount, next } = read
  const isGuess = words.slice(index, next).some(({ isRepaired }) => isRepaired)
  const item = {
    ...place(next),
    amount,
    ...(amount.doubt ? { doubt: amount.doubt } : {}),
    ...(isGuess ? { isGuess } : {}),
  }
  const items: Item[] = [{ ...item, plain: '#' }]
  if (amount.span) items.push({ plain: amount.span, at: item.at, end: item.end })
  return { items, next }
}

/** Letters that are words only after a number or a slash: `x 7d`, `2w`, `12h`. */
const BEHIND = new Map(Object.entries({ d: 'day', w: 'week', h: 'hour' }))

function plainItems(words: readonly Word[], index: number): Item[] {
  const word = words[index] as Word
  const { text, at, end, isRepaired } = word
  const previous = words[index - 1]
  const behind = previous?.kind === 'number' || previous?.text === '/' ? BEHIND.get(text) : undefined
  const plain = behind ?? besideMark(words, index) ?? plainWords(text)
  if (plain === '') return []
  if (plain === undefined) return [{ plain: '?', at, end }]
  const doubt = plain !== plainWords(text) && /^(?:as|on|t|c|re|le)$/.test(text) ? 'shorthand' : doubtOf(text)
  return plain.split(' ').map((one) => ({
    plain: one.startsWith('#') ? '#' : one,
    at,
    end,
    ...(one.startsWith('#') ? { amount: { value: Number(one.slice(1)) } } : {}),
    ...(doubt ? { doubt } : {}),
    ...(isRepaired ? { isGuess: true } : {}),
  }))
}

const isOfFood = (word: Word | undefined): boolean => /^(?:food|meals?|b:)/.test(plainWords(word?.text ?? '') ?? '')

const isWeekday = (word: Word | undefined): boolean => /^d:/.test(plainWords(word?.text ?? '') ?? '')

/** Returns whether it follows a count and ends its phrase. */
function isNightly(words: readonly Word[], index: number): boolean {
  const [before, after] = [words[index - 1], words[index + 1]]
  const isCounted =
    (before?.kind === 'number' && Number(before.text) <= 4) ||
    BARRED.has(before?.text ?? '') ||
    plainWords(before?.text ?? '')?.startsWith('u:') === true
  return isCounted && (after === undefined || after.kind === 'mark' || /^(?:prn|for)$/.test(after.text))
}

/** Returns whether it is between a count and how it is taken; `1 c food` is one with food. */
function isForm(words: readonly Word[], index: number): boolean {
  const [before, after] = [words[index - 1], words[index + 1]]
  const isBehindCount = before?.kind === 'number' || ROMAN.has(before?.text ?? '') || isNumberWord(before?.text ?? '')
  return isBehindCount && after !== undefined && after.kind !== 'mark' && isUseOrEnd(after)
}

/** Letters next to marks: `w/ food`, where `w` alone means nothing, and `tablet(s)`. */
function besideMark(words: readonly Word[], index: number): string | undefined {
  const { text } = words[index] as Word
  if (text.length > 2) return undefined
  if (text === 'w' && words[index + 1]?.text !== '/') return '?'
  if (text === '/' && words[index - 1]?.text === 'w') return ''
  // `1 on`: `om` and `on` stand for morning and night
  if (text === 'on' && isNightly(words, index)) return 'every w:night'
  // `2 drops as bd`: into the left ear
  if (text === 'as' && /^(?:u:drop|#)$/.test(plainWords(words[index - 1]?.text ?? '') ?? '')) return 'r:otic'
  // `Mon-Fri`
  if (/^[-–—]$/.test(text) && isWeekday(words[index - 1]) && isWeekday(words[index + 1])) return 'to'
  // `one drop R eye`
  if (/^[lr]$/.test(text) && /^(?:eye|ear|nose)$/.test(plainWords(words[index + 1]?.text ?? '') ?? '')) return 'side'
  // `1 gtt RE`
  if (/^[rl]e$/.test(text) && plainWords(words[index - 1]?.text ?? '') === 'u:drop') return 'r:ophthalmic'
  // `1 tab c meals`, `bd cc`: handwritten with a bar over it
  if (text === 'c' && isOfFood(words[index + 1])) return 'with'
  if (text === 'cc' && words[index - 1]?.kind === 'word' && !isNumberWord(words[index - 1]?.text ?? ''))
    return 'with meals'
  // `1 T PO`, `2 C tds`
  if (/^[tc]$/.test(text) && isForm(words, index)) return text === 't' ? 'u:tablet' : 'u:capsule'
  // `tablet(s)`
  if (text === 's' && words[index - 1]?.text === '(') return ''
  return undefined
}
