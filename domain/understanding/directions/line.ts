import type { LocalTime } from '../../lib/local-time.ts'
import type { Confidence, Fact } from '../read.ts'
import { readClock } from './clock.ts'
import { doubtOf, plainWords } from './lexicon.ts'
import { type Amount, readAmount, readDayPattern } from './numbers.ts'
import { repaired } from './spelling.ts'
import { type Token, tokenize } from './tokens.ts'
import type { AskReason } from './values.ts'

/** One plain word of the line, and the part of the text it stands for. */
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

/** What a rule of the grammar found. */
export interface Found {
  /** Position in the line, by which findings are put in their order. */
  index: number
  /** Where it ends in the line. */
  end: number
  confidence: Confidence
  doubt: AskReason | undefined
  words: string
  at: number
  /** What a named group of the rule stands on. */
  amount(group: string): Amount | undefined
  clock(group: string): LocalTime | undefined
  pattern(group: string): readonly number[] | undefined
  word(group: string): string | undefined
  fact<Value>(value: Value, confidence?: Confidence): Fact<Value>
}

/**
 * A text as one line of plain words: numbers are `#`, day patterns `%`, clock times `~t`, unknown words `?`. Rules take their part out
 * of it, so that nothing is read twice; what was taken stands as `_`.
 */
export class Line {
  readonly #text: string
  readonly #items: readonly Item[]
  readonly #starts: number[] = []
  plain: string

  constructor(text: string) {
    this.#text = text
    this.#items = itemsOf(tokenize(text))
    let length = 0
    for (const { plain } of this.#items) {
      this.#starts.push(length)
      length += plain.length + 1
    }
    this.plain = this.#items.map(({ plain }) => plain).join(' ')
  }

  /**
   * Hands every match of a rule to `read`, in the order of the text, and takes it out of the line unless `read` answers false. Rules
   * begin and end between words; quantifiers are bounded.
   */
  take(rule: RegExp, read: (found: Found) => unknown): void {
    const parts: string[] = []
    let done = 0
    for (const match of this.plain.matchAll(rule)) {
      const index = match.index
      const end = index + match[0].length
      if (read(this.#found(match, index, end)) === false) continue
      parts.push(this.plain.slice(done, index), match[0].replace(/[^ ]/g, '_'))
      done = end
    }
    if (done > 0) this.plain = parts.join('') + this.plain.slice(done)
  }

  #found(match: RegExpMatchArray, index: number, end: number): Found {
    const items = this.#itemsIn(index, end)
    const [first] = items
    const at = first?.at ?? 0
    const words = this.#text.slice(at, Math.max(at, ...items.map((item) => item.end)))
    const doubt = items.find((item) => item.doubt)?.doubt
    const confidence = doubt || items.some(({ isGuess }) => isGuess) ? 'guess' : 'sure'
    const item = (group: string): Item | undefined => {
      const [begin, stop] = match.indices?.groups?.[group] ?? []
      return begin === undefined || stop === undefined ? undefined : this.#itemsIn(begin, stop)[0]
    }
    return {
      index,
      end,
      confidence,
      doubt,
      words,
      at,
      amount: (group) => item(group)?.amount,
      clock: (group) => item(group)?.clock,
      pattern: (group) => item(group)?.pattern,
      word: (group) => match.groups?.[group],
      fact: (value, own = 'sure') => ({
        value,
        words,
        at,
        confidence: own === 'guess' ? 'guess' : confidence,
      }),
    }
  }

  #itemsIn(from: number, to: number): Item[] {
    let low = 0
    let high = this.#starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#starts[middle] ?? 0) < from) low = middle + 1
      else high = middle
    }
    let stop = low
    while (stop < this.#items.length && (this.#starts[stop] ?? 0) < to) stop += 1
    return this.#items.slice(low, stop)
  }
}

function itemsOf(tokens: readonly Token[]): Item[] {
  const words = joined(tokens.flatMap(split)).map(repair)
  const items: Item[] = []
  for (let index = 0; index < words.length; ) {
    const [last, link] = items.slice(-2).map(({ plain }) => plain)
    const read = readItem(words, index, last === '~t' && link === 'and')
    items.push(...read.items)
    index = read.next
  }
  return items
}

interface Word extends Token {
  isRepaired?: boolean
}

/** `bidx9` is `bid x 9`; `tablet's` and `wk'` lose what follows their mark. */
function split(token: Token, index: number, tokens: readonly Token[]): Token[] {
  if (token.kind !== 'word') return [token]
  const text = token.text
  const next = tokens[index + 1]
  if (text.length > 2 && text.endsWith('x') && next?.kind === 'number' && next.glued) {
    const word = text.slice(0, -1)
    if (plainWords(word) !== undefined)
      return [
        { ...token, text: word, end: token.end - 1 },
        { ...token, text: 'x', at: token.end - 1, glued: true },
      ]
  }
  if (
    /^x[a-z]/.test(text) &&
    plainWords(text) === undefined &&
    plainWords(text.slice(1)) !== undefined &&
    tokens[index - 1]?.kind === 'number'
  )
    return [
      { ...token, text: 'x', end: token.at + 1 },
      { ...token, text: text.slice(1), at: token.at + 1, glued: true },
    ]
  return [token]
}

/** Words with a hyphen that are one: `mid-day`, `bed-time`, `g-tube`; and those written apart: `bed time`. */
function joined(tokens: readonly Token[]): Token[] {
  const words: Token[] = []
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token
    const [mark, second] = tokens.slice(index + 1, index + 3)
    const whole = `${token.text}${second?.text}`
    if (
      token.kind === 'word' &&
      mark?.text === '-' &&
      mark.glued &&
      second?.kind === 'word' &&
      second.glued &&
      plainWords(whole)
    ) {
      words.push({ ...token, text: whole, end: second.end })
      index += 2
    } else words.push(token)
  }
  return words
}

function repair(token: Token): Word {
  if (token.kind !== 'word') return token
  const text = repaired(token.text)
  return text === null ? token : { ...token, text, isRepaired: true }
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

/** Letters beside marks: `w/ food`, where a `w` alone is nothing, and `tablet(s)`. */
function besideMark(words: readonly Word[], index: number): string | undefined {
  const { text } = words[index] as Word
  if (text === 'w' && words[index + 1]?.text !== '/') return '?'
  if (text === '/' && words[index - 1]?.text === 'w') return ''
  // `tablet(s)`
  if (text === 's' && words[index - 1]?.text === '(') return ''
  return undefined
}

/** A rule of the grammar over plain words: it begins and ends between words. */
export const rule = (source: string): RegExp => new RegExp(`(?<![^ ])(?:${source})(?![^ ])`, 'gd')
