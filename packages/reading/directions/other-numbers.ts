import { plainWords } from './lexicon.ts'
import type { Amount } from './numbers.ts'
import type { Word } from './words.ts'

const ORDINALS = new Map(
  'second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'
    .split(' ')
    .map((word, index) => [word, index + 2]),
)

export const ORDINAL_WORDS: readonly string[] = [...ORDINALS.keys()]

export function ordinalAt(words: readonly Word[], index: number): { value: number; next: number } | null {
  const { kind, text } = words[index] as Word
  const named = ORDINALS.get(text)
  if (named !== undefined) return { value: named, next: index + 1 }
  const ending = words[index + 1]
  if (kind === 'number' && ending?.glued && /^(?:st|nd|rd|th)$/.test(ending.text) && /^\d{1,2}$/.test(text))
    return { value: Number(text), next: index + 2 }
  return null
}

const MISHEARD = new Map(Object.entries({ to: 2, too: 2, for: 4, on: 1, won: 1 }))

/** Numbers misheard by speech recognition, where nothing else makes sense: `take to tablets`, `for times a day`. */
export function misheardAt(words: readonly Word[], index: number): number | null {
  const { text } = words[index] as Word
  const value = MISHEARD.get(text)
  if (value === undefined) return null
  const before = plainWords(words[index - 1]?.text ?? '') ?? ''
  const after = plainWords(words[index + 1]?.text ?? '') ?? ''
  if (after === 'time' && text !== 'on' && text !== 'won') return value
  // Also at the beginning of a line, where `to` and `on` may continue a number before them.
  if (/^(?:too|won)$/.test(text) && after.startsWith('u:')) return value
  if (!before.startsWith('v:') || !after.startsWith('u:')) return null
  return value
}

/** Shorthand that a Roman numeral may precede. */
const USE = /^(?:mane|noct[e.]?|om|on|b\.?d|bid|t[di][ds]|q[di][ds]|stat|prn|hs|q\d{1,2}h?)$/
export const ROMAN = new Map(Object.entries({ i: 1, ii: 2, iii: 3 }))
/** Half in the old shorthand, which has been misread as 55: asked about. */
const SEMIS = new Map(Object.entries({ ss: 0.5, iss: 1.5, iiss: 2.5 }))
/** Roman numerals with a bar over them, as they are typed: `T tab`. */
export const BARRED = new Map(Object.entries({ t: 1, tt: 2, ttt: 3 }))

/**
 * `ii bd`, `i-ii q4h`; `i` only next to what is counted or before how it is taken: `i tab`, `gtt i`, `i po`, `i mane`.
 */
export function romanAt(words: readonly Word[], index: number): { amount: Amount; next: number } | null {
  const text = words[index]?.text ?? ''
  const value = ROMAN.get(text)
  const next = words[index + 1]?.text ?? ''
  const barred = BARRED.get(text)
  if (barred !== undefined)
    return isCounted(words[index + 1]) || (USE.test(next) && words[index - 1]?.kind !== 'number')
      ? { amount: { value: barred, doubt: 'shorthand' }, next: index + 1 }
      : null
  // `iv gtt`: four drops, not intravenous.
  if (text === 'iv' && plainWords(next) === 'u:drop')
    return { amount: { value: 4, doubt: 'shorthand' }, next: index + 1 }
  const half = SEMIS.get(text)
  if (half === undefined && value === undefined) return null
  const isUsed = /^(?:u:|#|by mouth)/.test(plainWords(next) ?? '') || USE.test(next)
  if (half !== undefined) return isUsed ? { amount: { value: half, doubt: 'shorthand' }, next: index + 1 } : null
  if (value === undefined) return null
  const max = /^[-–—]$/.test(next) ? ROMAN.get(words[index + 2]?.text ?? '') : undefined
  if (max !== undefined && max > value) return { amount: { value, max }, next: index + 3 }
  const isBehind = isCounted(words[index - 1]) && isUseOrEnd(words[index + 1])
  return value > 1 || isUsed || isBehind ? { amount: { value }, next: index + 1 } : null
}

/** How it is taken, or the end: not the verb in `my tablets, i have two`. */
export const isUseOrEnd = (word: Word | undefined): boolean =>
  word === undefined ||
  word.kind === 'mark' ||
  USE.test(word.text) ||
  /^(?:r:|w:|#\d time|by mouth|every|in(?: |$))/.test(plainWords(word.text) ?? '')

const isCounted = (word: Word | undefined): boolean => /^u:/.test(plainWords(word?.text ?? '') ?? '')
