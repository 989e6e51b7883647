import { amountOfNumber, takenOf } from '#domain/doses/taken-amount.ts'
import { type Amount, amountOf, fractionOf, numberOf } from '#domain/lib/amount.ts'
import { negative, plus } from '#domain/lib/fractions.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { PlannedAmount } from '#domain/schedule/slots.ts'

/** How much of a medicine one dose is, according to its own text. */
export interface Portion {
  /** In the singular: `tablet`, `ml`; `dose` if the text names none. */
  unit: string
  amount: number
  /** The same exactly, where a plan or the log says it. */
  exact?: Amount
  /** The step of less and more. */
  step: number
  /** Whether the text names the amount; a guess is not logged unless the user touches it. */
  isSaid: boolean
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/tab(?:let)?s?/, 'tablet'],
  [/caplets?/, 'caplet'],
  [/cap(?:sule)?s?/, 'capsule'],
  [/puffs?/, 'puff'],
  [/sprays?/, 'spray'],
  [/drops?/, 'drop'],
  [/patch(?:es)?/, 'patch'],
  [/sachets?/, 'sachet'],
  [/lozenges?/, 'lozenge'],
  [/injections?/, 'injection'],
  [/units?/, 'unit'],
  [/ml|mls|millilit(?:er|re)s?/, 'ml'],
]

const WHOLE_WORDS: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
}

/** Signs and words for a fraction, without any word before them ("a half", "one half"). */
const PARTS: Record<string, number> = {
  '½': 0.5,
  '1/2': 0.5,
  half: 0.5,
  '¼': 0.25,
  '1/4': 0.25,
  '¾': 0.75,
  '3/4': 0.75,
}

const WHOLE = String.raw`(?:[1-9]\d{0,2}(?:,\d{3})+(?!\d)|\d*[.,]\d+|\d+|\b(?:${Object.keys(WHOLE_WORDS).join('|')})\b)`
const PART = String.raw`(?:(?:\b(?:an?|one)[\s-]+)?\bhalf\b|[½¼¾]|(?:1/2|1/4|3/4)(?!\d))`
/** `1.5`, `1,000`, `half a`, `1½`, `1-1/2`, `one and a half`. */
const NUMBER = String.raw`(?:(?<part>${PART})|(?<whole>${WHOLE})(?:(?:\s*-\s*|\s+and\s+|\s*(?=[½¼¾])|\s+)(?<more>${PART}))?)`
/**
 * Not after a slash, "per", "in" or "with": that is a strength ("5 mg/5 ml") or what it is taken with ("with 200 ml of
 * water").
 */
const BEFORE = String.raw`(?<![\d.,/]|\/\s|\b(?:per|in|with)\s)`
const UNIT_WORD = `(?:${UNITS.map(([pattern]) => pattern.source).join('|')})`
/** Nor before the rest of a strength: "100 units/ml". */
const AFTER = String.raw`(?!\s*(?:/|per\s)\s*(?:\d|m?[lg]\b|${UNIT_WORD}\b))`
const AMOUNT = new RegExp(String.raw`${BEFORE}${NUMBER}(?:\s+of)?(?:\s+an?)?\s*(?<unit>${UNIT_WORD})\b${AFTER}`, 'g')

/** A maximum is not a portion: "max 8 puffs". */
const IS_LIMIT = /\b(?:up to|more than|exceed|max(?:imum)?(?: of)?|at most)\s*$/
/** The end of a range ("1 to 2"), of a product ("2 x 1") or of a number that is not parsed ("twenty one"). */
const GOES_ON = new RegExp(
  String.raw`(?:[\d½¼¾]|\b(?:half|${Object.keys(WHOLE_WORDS).slice(2).join('|')}|\w+teen|\w+ty|hundred|thousand|million))\s*(?:[-–—~+&x×]|to|or|and)?\s*$`,
)
/** A second number without its unit: "1 tablet in the morning and 2 at night". */
const BARE = new RegExp(String.raw`${BEFORE}${WHOLE}\s+(?:at|in|before|after|with)\s`)

/** The limit of the stepper. */
export const MOST = 1000

/** Tablets, caplets and liquids can be halved; everything else is whole. */
const DIVISIBLE = new Set(['tablet', 'caplet', 'ml'])

/**
 * Reads the portion from a medicine's texts: the first that names one, each read separately. It counts as said only if
 * the text names a single amount: "1 to 2 tablets" is a guess.
 */
export function portionOf(texts: readonly string[]): Portion {
  for (const text of texts) {
    const portion = portionIn(text.toLowerCase())
    if (portion) return portion
  }
  const unit = UNITS.find(([pattern]) =>
    texts.some((text) => new RegExp(String.raw`\b(?:${pattern.source})\b`, 'i').test(text)),
  )?.[1]
  return { unit: unit ?? 'dose', amount: 1, step: stepOf(unit ?? 'dose', 1), isSaid: false }
}

/** Returns the portion that a plan, or the log, names. */
export function portionPlanned({ amount, unit }: PlannedAmount): Portion {
  const number = numberOf(amount)
  return { unit, amount: number, exact: amount, step: stepOf(unit, number), isSaid: true }
}

/** Returns what the amount is before it is touched. */
export const exactAmount = ({ amount, exact }: Portion): Amount =>
  exact ?? amountOfNumber(amount) ?? amountOf({ above: BigInt(Math.max(1, Math.round(amount * 1000))), below: 1000n })

/** Returns the amount one step more (1) or less (-1). */
export function stepped(amount: Amount, by: 1 | -1, step: number): Amount {
  const part = fractionOf(exactAmount({ unit: '', amount: step, step, isSaid: true }))
  return amountOf(plus(fractionOf(amount), by > 0 ? part : negative(part)))
}

/** Returns the portion for a change: what was logged, if it had an amount. */
export function portionLogged(portion: Portion, event: DoseEvent): Portion {
  const taken = takenOf(event)
  if (taken) return portionPlanned({ amount: taken.amount, unit: taken.unit ?? portion.unit })
  const { amount } = event
  const unit = event.unit ?? portion.unit
  return amount === null ? portion : { unit, amount, step: stepOf(unit, amount), isSaid: true }
}

function portionIn(text: string): Portion | null {
  const named = [...text.matchAll(AMOUNT)]
    .map((found) => ({ ...amountIn(found), before: text.slice(0, found.index) }))
    .filter(({ amount, before }) => amount > 0 && amount <= MOST && !IS_LIMIT.test(before))
  const [first] = named
  if (!first) return null
  const { amount, unit } = first
  const isSaid =
    named.every((other) => other.amount === amount && other.unit === unit && !GOES_ON.test(other.before)) &&
    !BARE.test(text)
  return { unit, amount, step: stepOf(unit, amount), isSaid }
}

function amountIn({ groups = {} }: RegExpExecArray): { amount: number; unit: string } {
  const { part, whole, more, unit = '' } = groups
  const amount = (whole === undefined ? 0 : wholeOf(whole)) + partOf(part) + partOf(more)
  return {
    amount,
    unit: UNITS.find(([pattern]) => new RegExp(`^(?:${pattern.source})$`).test(unit))?.[1] ?? unit,
  }
}

/** Parses a number. Three digits after a comma are thousands, fewer are decimals ("2,5 ml"). */
const wholeOf = (words: string): number =>
  WHOLE_WORDS[words] ??
  Number(/^[1-9]\d{0,2}(?:,\d{3})+$/.test(words) ? words.replaceAll(',', '') : words.replace(',', '.'))

const partOf = (words: string | undefined): number => (words === undefined ? 0 : (PARTS[words] ?? 0.5))

const stepOf = (unit: string, amount: number): number =>
  DIVISIBLE.has(unit.toLowerCase()) || !Number.isInteger(amount) ? 0.5 : 1
