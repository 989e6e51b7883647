import { matchesIn, textBefore } from '../words/near.ts'
import type { Fact } from '../words/read.ts'
import { ofSameText } from '../words/same-text.ts'
import { isMoreThanTaken, isNoCount, isStrength, UNIT, unitName } from '../words/units.ts'
import { CUES } from './cues.ts'
import { hasMedicineEnding, isMedicineName } from './medicine-names.ts'

/** A dosage as a form has it (`20 mg`, `2 tablets`); its words are from the plain text. */
export interface SaidDosage extends Fact<string> {
  /** The question for the user; null when it is clear. */
  ask: string | null
}

const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+|\d{1,7}|(?=\.\d))(?:\.\d{1,4})?`
const FRACTION = '[½¼¾]|1/2|1/4|3/4'
/** `20 mg`, `500mg`, `1 to 2 tablets`, `1½ tablets`, `2 50 milligrams` (two fifty). */
const AMOUNT = new RegExp(
  String.raw`(?<![\p{L}\d.,/:-])(?:(?<amount>${NUMBER})(?<pair> \d{2})?(?: ?(?<fraction>${FRACTION}))?(?:(?: ?[-–] ?| to | or )(?<most>${NUMBER}))?|(?<part>${FRACTION}))[ -]?(?:of an? |an? )?${UNIT}`,
  'giu',
)
/** Words that continue neither the name of a medication nor what is counted. */
const APART =
  '(?:at|by|in|on|of|for|every|each|from|to|until|till|before|after|with|without|around|about|than|and|or|then|but|not|no|times?|is|are|was|were|past|half|quarter|number|size|type|level|grade|stage|vitamin|days?|weeks?|months?|years?|hours?|minutes?|more|left|other|different)'
const APART_WORDS = (most: number): string => String.raw`(?:(?!${APART}\b)\p{L}[\p{L}'’-]* ){0,${most}}`
/**
 * `iron tablet one every Tuesday`, `my magnesium tablets i have two at night`: the number comes after what is counted.
 */
const UNIT_FIRST = new RegExp(
  String.raw`\b(?<unit>tablet|capsule|pill|patch|sachet|lozenge)s?,? ${APART_WORDS(4)}(?<count>[1-4](?:\.5)?)(?= (?:every|each|once|twice|daily|a day|per day|on|in the|before|after|with|when|as needed|morning|night|at (?:night|bedtime|noon|midday|half|quarter|\d+))\b)`,
  'giu',
)
/** `two Senokot tablets`, `take one of my blood pressure tablets`: what is counted comes after its name. */
const NAME_BETWEEN = new RegExp(
  String.raw`(?<![\p{L}\d.,:/-]|\b(?:at|by|around|than|to|for|every|number|vitamin|b|d|of) )(?<count>[1-4](?:\.5)?|half(?: an?)?) (?:of )?(?:the |my |these |those |her |his |your )?(?<name>${APART_WORDS(3)})(?<unit>tablet|capsule|pill|sachet|lozenge|puff|patch)(?:e?s)?(?![\p{L}\p{N}]| (?:left|in (?:the|a|each|every) (?:box|pack|packet|bottle|strip)|per (?:box|pack)))`,
  'giu',
)

const OTHER_AFTER = /^ (?:of )?(?:of water|of milk|of juice|glass|bottle|box|pack)\b/i
/** `5 mg per 5 ml` is the strength of a liquid. */
const STRENGTH_AFTER = /^ ?(?:\/|per|in) ?\d* ?(?:mls?|millilit(?:er|re)s?|puffs?|doses?)\b/i

/** Returns the dosages in a text, in its order; not those of a limit, a pack or a drink. */
export const dosagesIn = ofSameText((text): readonly SaidDosage[] => {
  const amounts = matchesIn(text, AMOUNT).flatMap((match) => dosageOf(text, match))
  const worded = matchesIn(text, CUES.inWords).flatMap((match) => wordedDosage(match, amounts))
  const said = [...amounts, ...worded]
  const counted = matchesIn(text, UNIT_FIRST).flatMap((match) => countedDosage(match, said))
  const before = matchesIn(text, CUES.countFirst).map(
    ({ index, groups: { count = '', unit = '' } = {} }): SaidDosage => {
      const value = `${count} ${unitName(unit, Number(count))}`
      return { value, words: count, at: index, confidence: 'sure', ask: null }
    },
  )
  const parts = matchesIn(text, CUES.partFirst).map(
    ({ 0: words, index, groups: { part = '', unit = '' } = {} }): SaidDosage => {
      const value = `${/half/i.test(part) ? 0.5 : 0.25} ${unitName(unit, 1)}`
      return { value, words: words.trim(), at: index, confidence: 'sure', ask: null }
    },
  )
  const named = matchesIn(text, NAME_BETWEEN).flatMap((match) =>
    namedDosage(text, match, [...said, ...before, ...parts]),
  )
  return [...said, ...counted, ...before, ...parts, ...named].sort((a, b) => a.at - b.at)
})

function dosageOf(text: string, match: RegExpExecArray): SaidDosage[] {
  const { 0: words, index, groups = {} } = match
  const { amount = '', pair, fraction, most, part, unit = '' } = groups
  const end = index + words.length
  if (CUES.otherBefore.test(textBefore(text, index))) return []
  if (OTHER_AFTER.test(text.slice(end, end + 20)) || STRENGTH_AFTER.test(text.slice(end, end + 20))) return []
  // "mix 25 18 units" and "at 8 10 mg" have two numbers, and only the second is the amount.
  const isApart = pair !== undefined && (Number(amount) > 9 || AT_BEFORE.test(textBefore(text, index)))
  const from = isApart ? index + amount.length + 1 : index
  const whole = isApart ? Number(pair) : numberOf(amount, pair)
  const least = {
    amount,
    value: whole + fractionOf(fraction ?? part),
    words: text.slice(from, end),
    at: from,
    isClear: pair === undefined,
  }
  if (most === undefined) return measured(least, unit)
  const other = {
    amount: most,
    value: Number(most),
    words: most,
    at: index + words.lastIndexOf(most),
    isClear: true,
  }
  // "25 or 50 mg" is one of two strengths, "1 or 2 tablets" a range that may be taken.
  if (/ or /.test(words) && isStrength(` ${unitName(unit, 1)}`))
    return [
      ...measured({ ...least, words: amount }, unit),
      ...measured({ ...other, words: text.slice(other.at, end) }, unit),
    ]
  return measured(least, unit, other.value)
}

const AT_BEFORE = /\b(?:at|by|around|@) $/i

interface Measure {
  /** As written. */
  amount: string
  value: number
  words: string
  at: number
  isClear: boolean
}

function measured({ amount, value, words, at, isClear }: Measure, unit: string, most?: number): SaidDosage[] {
  if (value <= 0) return []
  if (isMoreThanTaken(unitName(unit, 1), Math.max(value, most ?? 0)))
    return [tooMany({ amount, value, words, at, isClear }, unit, most)]
  if (isNoCount(unitName(unit, 1), value)) {
    const ask = `“${words.trim()}”: how many are taken each time, and how strong is each?`
    return [{ value: `${plainNumber(value)} ${unitName(unit, value)}`, words, at, confidence: 'guess', ask }]
  }
  const name = unitName(unit, most ?? value)
  const said = most === undefined ? plainNumber(value) : `${plainNumber(value)}-${plainNumber(most)}`
  const ask = askAbout(amount, unit)
  const confidence = ask === null && isClear ? 'sure' : 'guess'
  return [{ value: name === '%' ? `${said}%` : `${said} ${name}`, words, at, confidence, ask }]
}

/**
 * `42 tablets` may be two of 40, and nobody takes 42: the last part of the number is the count, and it is asked about.
 */
function tooMany({ value, words, at }: Measure, unit: string, most?: number): SaidDosage {
  const isWithStrength = value > 20 && value % 10 > 0 && value % 10 < 5
  const count = isWithStrength && (most === undefined || most < value) ? value % 10 : value
  const said = most === undefined ? plainNumber(count) : `${plainNumber(count)}-${plainNumber(most)}`
  return {
    value: `${said} ${unitName(unit, most ?? count)}`,
    words,
    at,
    confidence: 'guess',
    ask: `“${words.trim()}” is more than is taken at one time. How many are taken each time${isWithStrength ? ', and how strong is each' : ''}?`,
  }
}

const isApartFrom = (at: number, words: string, others: readonly SaidDosage[]): boolean =>
  !others.some((other) => other.at < at + words.length && at < other.at + other.words.length)

function wordedDosage(match: RegExpExecArray, amounts: readonly SaidDosage[]): SaidDosage[] {
  const { 0: words, index, groups = {} } = match
  if (!isApartFrom(index, words, amounts)) return []
  const { half, both, unit = '' } = groups
  const value = both ? 1.5 : half ? (/half/i.test(half) ? 0.5 : 0.25) : 1
  const isSaid = half !== undefined || both !== undefined
  // "a tablet" may be the amount, or the form.
  const confidence = isSaid ? 'sure' : 'guess'
  return [{ value: `${value} ${unitName(unit, value)}`, words, at: index, confidence, ask: null }]
}

function countedDosage(match: RegExpExecArray, others: readonly SaidDosage[]): SaidDosage[] {
  const { 0: words, index, groups = {} } = match
  if (!isApartFrom(index, words, others)) return []
  const { unit = '', count = '' } = groups
  const value = `${count} ${unitName(unit, Number(count))}`
  return [{ value, words, at: index, confidence: 'guess', ask: null }]
}

/** Sure where the name is known; for other words, only things that are counted when taken. */
function namedDosage(text: string, match: RegExpExecArray, others: readonly SaidDosage[]): SaidDosage[] {
  const { 0: words, index, groups = {} } = match
  const { count = '', name = '', unit = '' } = groups
  if (name === '' || !isApartFrom(index, words, others)) return []
  const isKnown = name
    .toLowerCase()
    .split(' ')
    .some((word) => isMedicineName(word) || hasMedicineEnding(word))
  const isTaken = CUES.takenBefore.test(textBefore(text, index))
  if (!isKnown && !isTaken) return []
  const number = /^half/i.test(count) ? 0.5 : Number(count)
  const confidence = isKnown && isTaken ? 'sure' : 'guess'
  return [{ value: `${number} ${unitName(unit, number)}`, words, at: index, confidence, ask: null }]
}

/** `1,000` is a thousand; `2 50` was said "two fifty". */
function numberOf(amount: string, pair: string | undefined): number {
  const value = Number(amount.replaceAll(',', '') || '0')
  if (pair === undefined) return value
  return value < 10 ? value * 100 + Number(pair) : Number(pair)
}

const fractionOf = (said: string | undefined): number => {
  if (said === undefined) return 0
  if (said === '½' || said === '1/2') return 0.5
  return said === '¼' || said === '1/4' ? 0.25 : 0.75
}

const plainNumber = (value: number): string => String(Number(value.toFixed(4)))

/**
 * Notations that have been misread with harm (the lists of dangerous abbreviations of ISMP and of the Australian
 * commission).
 */
function askAbout(amount: string, unit: string): string | null {
  if (amount.startsWith('.')) return `“${amount} ${unit}” has no number before the point. Is it 0${amount} ${unit}?`
  if (/\.0+$/.test(amount))
    return `“${amount} ${unit}” is easily read as ${amount.replace('.', '')}. Is it ${Number(amount)} ${unit}?`
  if (/^u$/i.test(unit)) return `“${unit}” is easily read as a zero. Does it mean units?`
  if (/^ccs?$/i.test(unit)) return `“${unit}” is easily misread. Does it mean millilitres?`
  if (/^[µμu]gs?$/i.test(unit)) return `“${unit}” is easily read as mg. Does it mean micrograms?`
  return null
}
