import { CARDINAL } from '../words/spoken-numbers.ts'
import { plainWords } from './lexicon.ts'
import type { Token } from './tokens.ts'
import type { AskReason } from './values.ts'

/** A number as the text has it; a range includes its upper end. */
export interface Amount {
  value: number
  max?: number
  /** A number over 7, 52, 12 or 24, as prescribers abbreviate days, weeks, months and hours: `5/7`. */
  span?: 'day' | 'week' | 'month' | 'hour'
  doubt?: AskReason
}

const WHOLES: ReadonlyMap<string, number> = new Map([...CARDINAL, ['nought', 0]])
const SCALES = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
])
const PARTS = new Map([
  ['half', 1 / 2],
  ['quarter', 1 / 4],
  ['quarters', 1 / 4],
  ['½', 1 / 2],
  ['¼', 1 / 4],
  ['¾', 3 / 4],
  ['⅓', 1 / 3],
  ['⅔', 2 / 3],
])
const SPANS = new Map([
  [7, 'day'],
  [52, 'week'],
  [12, 'month'],
  [24, 'hour'],
] as const)

/** Returns the value of a number in one word. */
export const wholeWord = (word: string): number | undefined => WHOLES.get(word)

export const NUMBER_WORDS: readonly string[] = [...WHOLES.keys(), ...SCALES.keys(), 'half', 'quarter']
const KNOWN = new Set(NUMBER_WORDS)

/** Returns whether a word belongs to numbers. */
export const isNumberWord = (word: string): boolean => KNOWN.has(word)

interface Read {
  amount: Amount
  /** The index of the token after it. */
  next: number
}

/** Reads the amount that begins at a token, a range as a whole; a number repeated in words counts once: `1 (one)`. */
export function readAmount(tokens: readonly Token[], index: number): Read | null {
  let read = readRange(tokens, index)
  if (read === null) return null
  for (let again = repeated(tokens, read); again !== null; again = repeated(tokens, read))
    read = { amount: read.amount, next: again }
  return read
}

function repeated(tokens: readonly Token[], { amount, next }: Read): number | null {
  const bracket = tokens[next]?.text === '(' || tokens[next]?.text === '['
  const begin = bracket ? next + 1 : next
  const previous = tokens[next - 1]
  if (!bracket && previous?.kind === tokens[begin]?.kind) return null
  const again = readRange(tokens, begin)
  if (again === null || again.amount.value !== amount.value || again.amount.max !== amount.max) return null
  // `TWO 2mg tablets` is two: the second number is their strength.
  if (!bracket) return isMeasured(tokens[again.next]) ? null : again.next
  return tokens[again.next]?.text === ')' || tokens[again.next]?.text === ']' ? again.next + 1 : null
}

const isMeasured = (token: Token | undefined): boolean =>
  /^(?:m:|u:ml$|u:litre$)/.test(plainWords(token?.text ?? '') ?? '')

const TO = /^(?:-|–|—|to|or|till)$/

function readRange(tokens: readonly Token[], index: number): Read | null {
  const low = readSingle(tokens, index)
  if (low === null || low.amount.span) return low
  if (!TO.test(tokens[low.next]?.text ?? '')) return low
  const high = readSingle(tokens, low.next + 1)
  if (high === null || high.amount.span || high.amount.value <= low.amount.value) return low
  const doubt = low.amount.doubt ?? high.amount.doubt
  return {
    amount: { value: low.amount.value, max: high.amount.value, ...(doubt ? { doubt } : {}) },
    next: high.next,
  }
}

function readSingle(tokens: readonly Token[], index: number): Read | null {
  const whole = readDigits(tokens, index) ?? readWords(tokens, index)
  if (whole === null || whole.amount.span || whole.amount.value % 1 !== 0) return whole
  const scale = SCALES.get(tokens[whole.next]?.text ?? '')
  if (scale !== undefined)
    return { amount: { ...whole.amount, value: whole.amount.value * scale }, next: whole.next + 1 }
  return withPart(tokens, whole)
}

/** `1½`, `1 1/2`, `1-1/2`, `one and a half`, `1 & 1/2`, `two point five`. */
function withPart(tokens: readonly Token[], whole: Read): Read {
  const { text = '', glued = false } = tokens[whole.next] ?? {}
  if (text === 'point') {
    const digit = WHOLES.get(tokens[whole.next + 1]?.text ?? '') ?? Number.NaN
    if (digit < 10) return added(whole, digit / 10, whole.next + 2)
  }
  // `one-half` is less than one, `1-1/2` is more.
  const isJoined = text === '-' && glued && tokens[whole.next + 1]?.kind === 'number'
  const linked = text === 'and' || text === '&' || text === '+' || isJoined
  let next = linked ? whole.next + 1 : whole.next
  const article = tokens[next]?.text
  if (linked && article === 'a') next += 1
  if (linked && article === 'one') next += tokens[next + 1]?.text === '-' ? 2 : 1
  const part = readDigits(tokens, next) ?? readPart(tokens, next)
  if (part === null || part.amount.span || part.amount.value >= 1 || part.amount.value === 0) return whole
  // A fraction right after a whole: `1 1/2`; in words only with "and": `one half` is less than one.
  if (!linked && tokens[next]?.kind === 'word') return whole
  // `1 and 1/2 …` adds, `1 & .5` is not a number anyone writes.
  if (part.amount.doubt) return whole
  return added(whole, part.amount.value, part.next)
}

const added = (whole: Read, part: number, next: number): Read => ({
  amount: { ...whole.amount, value: whole.amount.value + part },
  next,
})

function readDigits(tokens: readonly Token[], index: number): Read | null {
  const token = tokens[index]
  if (token?.kind !== 'number') return null
  const vulgar = PARTS.get(token.text)
  if (vulgar !== undefined) return { amount: { value: vulgar }, next: index + 1 }
  const over = overNumber(tokens, index)
  if (over) return over
  return { amount: digits(token.text), next: index + 1 }
}

function digits(text: string): Amount {
  const plain = /^\d{1,3}(?:,\d{3})+$/.test(text) ? text.replaceAll(',', '') : text.replace(',', '.')
  const value = Number(plain)
  // `.5` has been given as 5, `5.0` as 50.
  const isUnsafe = plain.startsWith('.') || /\.0+$/.test(plain)
  return isUnsafe ? { value, doubt: 'shorthand' } : { value }
}

function overNumber(tokens: readonly Token[], index: number): Read | null {
  const [above, slash, below] = tokens.slice(index, index + 3)
  if (slash?.text !== '/' && slash?.text !== '⁄') return null
  if (!slash.glued || !below?.glued || !/^\d{1,2}$/.test(above?.text ?? '') || !/^\d{1,2}$/.test(below.text))
    return null
  const [top, bottom] = [Number(above?.text), Number(below.text)]
  const next = index + 3
  if (top > 0 && top < bottom && /^(?:2|3|4|8)$/.test(below.text)) return { amount: { value: top / bottom }, next }
  const span = SPANS.get(bottom as 7)
  return span && top > 0 ? { amount: { value: top, span }, next } : null
}

/** `half a`, `a half of a`, `three quarters of a`; includes the article of what follows. */
function readPart(tokens: readonly Token[], index: number): Read | null {
  const value = PARTS.get(tokens[index]?.text ?? '')
  if (value === undefined) return null
  let next = index + 1
  if (tokens[next]?.text === 'of') next += 1
  if (/^(?:a|an)$/.test(tokens[next]?.text ?? '')) next += 1
  return { amount: { value }, next }
}

function readWords(tokens: readonly Token[], index: number): Read | null {
  const first = tokens[index]?.text ?? ''
  const after = tokens[index + 1]?.text ?? ''
  if (first === 'a' || first === 'an') {
    if (PARTS.has(after)) return readPart(tokens, index + 1)
    if (after === 'couple') return { amount: { value: 2 }, next: index + 2 }
    const scale = SCALES.get(after)
    return scale === undefined ? null : { amount: { value: scale }, next: index + 2 }
  }
  if (first === 'point') {
    const digit = WHOLES.get(after) ?? Number.NaN
    return digit < 10 ? { amount: { value: digit / 10, doubt: 'shorthand' }, next: index + 2 } : null
  }
  return readPart(tokens, index) ?? readWhole(tokens, index)
}

function readWhole(tokens: readonly Token[], index: number): Read | null {
  const first = WHOLES.get(tokens[index]?.text ?? '')
  if (first === undefined) return null
  const behind = tokens[index + 1]?.text === '-' ? index + 2 : index + 1
  const part = PARTS.get(tokens[behind]?.text ?? '')
  if (part !== undefined && first < 4 && tokens[behind]?.kind === 'word') {
    const read = readPart(tokens, behind)
    return read && { amount: { value: first * part }, next: read.next }
  }
  let next = index + 1
  let value = first
  if (first >= 20) ({ value, next } = withOnes(tokens, value, next))
  if (tokens[next]?.text !== 'hundred') return { amount: { value }, next }
  value *= 100
  next += 1
  const rest = tokens[next]?.text === 'and' ? next + 1 : next
  const tens = WHOLES.get(tokens[rest]?.text ?? '')
  if (tens === undefined || tens === 0) return { amount: { value }, next }
  value += tens
  next = rest + 1
  if (tens >= 20) ({ value, next } = withOnes(tokens, value, next))
  return { amount: { value }, next }
}

function withOnes(tokens: readonly Token[], value: number, next: number): { value: number; next: number } {
  const at = tokens[next]?.text === '-' && tokens[next]?.glued ? next + 1 : next
  const ones = WHOLES.get(tokens[at]?.text ?? '') ?? 0
  return ones > 0 && ones < 10 ? { value: value + ones, next: at + 1 } : { value, next }
}

/** Doses at the times of a day, the oldest shorthand of all: `1-0-1`, `1-0-0-2`, `½-0-½`. */
export function readDayPattern(tokens: readonly Token[], index: number): { doses: number[]; next: number } | null {
  if (tokens[index]?.kind !== 'number') return null
  const doses: number[] = []
  let next = index
  while (doses.length < 5) {
    const read = readDigits(tokens, next)
    if (read === null || read.amount.span || read.amount.doubt || read.amount.value > 5) return null
    doses.push(read.amount.value)
    next = read.next
    if (!/^[-–—+]$/.test(tokens[next]?.text ?? '')) break
    next += 1
  }
  if (doses.length < 3 || doses.length > 4 || doses.every((dose) => dose === 0)) return null
  return { doses, next }
}
