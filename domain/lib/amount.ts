import type { Brand } from './brand.ts'
import { withWesternDigits } from './digits.ts'

/**
 * An exact amount, never negative, in lowest terms: a decimal where at most 3 places are exact (`"0.25"`, `"12"`), else
 * a fraction of whole numbers (`"1/3"`). So equal amounts are equal texts (additions, introduction).
 */
export type Amount = Brand<string, 'Amount'>

/** A fraction of whole numbers; the lower one is positive. BigInt, because products of nine digits outgrow a double. */
export interface Fraction {
  readonly above: bigint
  readonly below: bigint
}

/**
 * `2`, `0.25`, `.5`, `1/3`, `1 1/2`. At most 3 places, so that no text stands for a rounded number; few digits, so
 * that nothing long is computed with.
 */
const WRITTEN = /^(?:(\d{1,8})?\.(\d{1,3})|(?:(\d{1,8}) )?(\d{1,9})\/(\d{1,9})|(\d{1,8}))$/

/** The fractions that keyboards have. */
const VULGAR: Readonly<Record<string, string>> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅛': '1/8',
}

/** Returns what a user typed as an exact amount: `.5`, `0.50`, `٠٫٥` and `½` are `0.5`; null if it is none. */
export function parseAmount(text: string): Amount | null {
  const plain = withWesternDigits(text)
    .trim()
    .replace(/ ?([½⅓⅔¼¾⅕⅛])$/u, (_, sign: string, at: number) => `${at > 0 ? ' ' : ''}${VULGAR[sign]}`)
  const found = WRITTEN.exec(plain)
  if (!found) return null
  const [, whole = '0', places = '', wholes = '0', above = '', below = '', only] = found
  if (only !== undefined) return amountOf({ above: BigInt(only), below: 1n })
  if (places !== '') return amountOf({ above: BigInt(whole + places), below: 10n ** BigInt(places.length) })
  const denominator = BigInt(below)
  if (denominator === 0n) return null
  return amountOf({ above: BigInt(wholes) * denominator + BigInt(above), below: denominator })
}

/** Returns the fraction of an amount. */
export function fractionOf(amount: Amount): Fraction {
  const [above = '0', below] = amount.split('/')
  if (below !== undefined) return { above: BigInt(above), below: BigInt(below) }
  const [whole = '0', places = ''] = above.split('.')
  return lowest({ above: BigInt(whole + places), below: 10n ** BigInt(places.length) })
}

/** Returns the amount of a fraction that is not negative. */
export function amountOf(fraction: Fraction): Amount {
  const { above, below } = lowest(fraction)
  if (below === 1n) return String(above) as Amount
  if (1000n % below !== 0n) return `${above}/${below}` as Amount
  const places = String(((above % below) * 1000n) / below).padStart(3, '0')
  const shown = places.endsWith('00') ? places.slice(0, 1) : places.endsWith('0') ? places.slice(0, 2) : places
  return `${above / below}.${shown}` as Amount
}

/** Returns the amount as a number, rounded where no double is exact: for clients that know only numbers. */
export function numberOf(amount: Amount): number {
  const { above, below } = fractionOf(amount)
  return Number(above) / Number(below)
}

const greatest = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatest(b, a % b))

/** Returns the same fraction in lowest terms. */
export function lowest({ above, below }: Fraction): Fraction {
  const by = greatest(above < 0n ? -above : above, below)
  return by === 1n ? { above, below } : { above: above / by, below: below / by }
}

/** The signs that say a part of one: `½` is read at a glance where `0.5` can be taken for 5. */
const SIGNS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(VULGAR).map(([sign, written]) => [written, sign]),
)

/**
 * Returns an amount for the eye: `½`, `1½`, `2⅓`, `0.125` as `⅛`, `1 2/7`; any other decimal as it is, with its leading
 * zero (`0.3`).
 */
export function amountText(amount: Amount): string {
  const { above, below } = fractionOf(amount)
  const whole = above / below
  const rest = `${above % below}/${below}`
  if (below === 1n) return String(whole)
  const sign = SIGNS[rest]
  const before = whole === 0n ? '' : String(whole)
  if (sign !== undefined) return `${before}${sign}`
  if (1000n % below === 0n) return amount
  return before === '' ? rest : `${before} ${rest}`
}

/** Returns whether it means more than one: `1½ tablets`, `½ tablet`, `0 tablets`. */
export const isPlural = (amount: Amount): boolean => {
  const { above, below } = fractionOf(amount)
  return above > below || above === 0n
}

/** Returns the number whose grammar an amount has: what is less than one is worded like one. */
export const countOf = (amount: Amount): number => (isPlural(amount) ? numberOf(amount) : 1)
