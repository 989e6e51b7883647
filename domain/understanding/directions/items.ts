import type { LocalTime } from '../../lib/local-time.ts'
import { readClock } from './clock.ts'
import { doubtOf, plainWords } from './lexicon.ts'
import { type Amount, readAmount, readDayPattern } from './numbers.ts'
import type { AskReason } from './values.ts'
import { type Word, wordsOf } from './words.ts'

export /** One plain word of the line, and the part of the text it stands for. */
interface Item {
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

/** The plain words of a text; numbers, times and day patterns are one each. */
export function itemsOf(text: string): Item[] {
  const words = wordsOf(text)
  const items: Item[] = []
  for (let index = 0; index < words.length; ) {
    const [last, link] = items.slice(-2).map(({ plain }) => plain)
    const read = readItem(words, index, last === '~t' && link === 'and')
    items.push(...read.items)
    index = read.next
  }
  return items
}

const ORDINALS = new Map([
  ['second', 2],
  ['third', 3],
  ['fourth', 4],
  ['fifth', 5],
  ['sixth', 6],
  ['seventh', 7],
  ['tenth', 10],
])

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
  return readNumber(words, index) ?? { items: plainItems(words, index), next: index + 1 }
}

function readNumber(words: readonly Word[], index: number): { items: Item[]; next: number } | null {
  const word = words[index] as Word
  // B12, D3, T4: letters of a name before it make a number a part of the name.
  const previous = words[index - 1]
  if (
    word.kind === 'number' &&
    word.glued &&
    previous?.kind === 'word' &&
    plainWords(previous.text) === undefined
  ) {
    return { items: [{ plain: '?', at: word.at, end: word.end }], next: index + 1 }
  }
  const place = (next: number) => ({ at: word.at, end: words[next - 1]?.end ?? word.end })
  const pattern = readDayPattern(words, index)
  if (pattern)
    return { items: [{ plain: '%', ...place(pattern.next), pattern: pattern.doses }], next: pattern.next }
  const ordinal = ordinalAt(words, index)
  if (ordinal)
    return {
      items: [{ plain: 'ord', ...place(ordinal.next), amount: { value: ordinal.value } }],
      next: ordinal.next,
    }
  const roman = romanAt(words, index)
  if (roman)
    return { items: [{ plain: '#', ...place(index + 1), amount: { value: roman } }], next: index + 1 }
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

function ordinalAt(words: readonly Word[], index: number): { value: number; next: number } | null {
  const { kind, text } = words[index] as Word
  const named = ORDINALS.get(text)
  if (named !== undefined) return { value: named, next: index + 1 }
  const ending = words[index + 1]
  if (kind === 'number' && ending?.glued && /^(?:st|nd|rd|th)$/.test(ending.text) && /^\d{1,2}$/.test(text))
    return { value: Number(text), next: index + 2 }
  return null
}

/** Numbers as a recogniser of speech mishears them, where nothing else makes sense: `take to tablets`, `for times a day`. */
function misheardAt(words: readonly Word[], index: number): number | null {
  const { text } = words[index] as Word
  const before = plainWords(words[index - 1]?.text ?? '') ?? ''
  const after = plainWords(words[index + 1]?.text ?? '') ?? ''
  if (text === 'for' && after === 'time') return 4
  if (!before.startsWith('v:') || !after.startsWith('u:')) return null
  return { to: 2, too: 2, for: 4, on: 1, won: 1 }[text] ?? null
}

/** `ii bd`; `i` only before what is counted or how it is taken: `i tab`, `i po`. */
function romanAt(words: readonly Word[], index: number): number | null {
  const value = { i: 1, ii: 2, iii: 3 }[words[index]?.text ?? '']
  const next = plainWords(words[index + 1]?.text ?? '') ?? ''
  if (value === undefined) return null
  return value > 1 || /^(?:u:|#|by mouth)/.test(next) ? value : null
}

/** Letters that are words only behind a number or a stroke: `x 7d`, `2w`, `12h`. */
const BEHIND = new Map([
  ['d', 'day'],
  ['w', 'week'],
  ['h', 'hour'],
])

function plainItems(words: readonly Word[], index: number): Item[] {
  const word = words[index] as Word
  const { text, at, end, isRepaired } = word
  const previous = words[index - 1]
  const behind = previous?.kind === 'number' || previous?.text === '/' ? BEHIND.get(text) : undefined
  const plain = behind ?? besideMark(words, index) ?? plainWords(text)
  if (plain === '') return []
  if (plain === undefined) return [{ plain: '?', at, end }]
  const doubt = doubtOf(text)
  return plain.split(' ').map((one) => ({
    plain: one.startsWith('#') ? '#' : one,
    at,
    end,
    ...(one.startsWith('#') ? { amount: { value: Number(one.slice(1)) } } : {}),
    ...(doubt ? { doubt } : {}),
    ...(isRepaired ? { isGuess: true } : {}),
  }))
}

const isWeekday = (word: Word | undefined): boolean => /^d:/.test(plainWords(word?.text ?? '') ?? '')

/** Letters beside marks: `w/ food`, where a `w` alone is nothing, and `tablet(s)`. */
function besideMark(words: readonly Word[], index: number): string | undefined {
  const { text } = words[index] as Word
  if (text === 'w' && words[index + 1]?.text !== '/') return '?'
  if (text === '/' && words[index - 1]?.text === 'w') return ''
  // `Mon-Fri`
  if (/^[-–—]$/.test(text) && isWeekday(words[index - 1]) && isWeekday(words[index + 1])) return 'to'
  // `tablet(s)`
  if (text === 's' && words[index - 1]?.text === '(') return ''
  return undefined
}
