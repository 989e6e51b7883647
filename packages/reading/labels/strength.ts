import units from '../vocabulary/units.json' with { type: 'json' }
import { alternatives } from '../words/alternatives.ts'
import type { Confidence } from '../words/read.ts'
import { ofSameText } from '../words/same-text.ts'
import { CUES } from './cues.ts'
import { isUsualStrength } from './usual-strengths.ts'

/** A strength as printed: `500mg`, `2.5 MG`, `500 mg/125 mg`, `100 micrograms`, `5 mg/5 mL`, `1 %`, `100 units/mL`. */
export interface Strength {
  /** `500 mg`, with the unit in its usual spelling. */
  value: string
  words: string
  at: number
  confidence: Confidence
  /** Printed in a way that has been misread often enough to harm: `.5 mg`, `5.0 mg`, `10 U`. */
  isUnsafe: boolean
}

/** Units of strengths with their misreadings: `rng` and `mq` are mg. */
const UNITS: readonly { unit: string; printed: string }[] = [
  ...['mcg', 'mg', 'mmol', 'meq', 'ml', 'unit', 'g'].flatMap((name) =>
    units.list
      .filter(({ unit }) => unit === name)
      .map(({ unit, symbol, plural, words, printed = [], misread = [] }) => ({
        unit: plural ?? symbol ?? unit,
        printed: alternatives([...words, ...printed, ...misread]),
      })),
  ),
  { unit: '%', printed: '%' },
]
/** Misreadings that nobody prints as the unit. */
const MISREAD = new RegExp(`^(?:${units.list.flatMap(({ misread = [] }) => misread).join('|')})$`, 'i')
const UNIT = UNITS.map(({ printed }) => printed).join('|')
/** Digits and letters read in their place, before a unit: `5OO mg`, `l0 mg`. */
const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+(?!\d)|\d[\dOoIl]{0,6}|[lI][\dOo]{1,6}|S[0Oo]{0,2}(?=\s?mg)|[Oo](?=\.\d))?(?:[.,]\d{1,4})?`
/**
 * The first number of a tablet with several substances, or the lower end of a range: `5/325 mg`, `80/12.5mg`,
 * `3.1-3.7g`.
 */
const FIRST = String.raw`(?<first>(?:\d{1,4}(?:[.,]\d{1,4})?\s?[/-]\s?){1,2}(?=\d))?`
/** The form behind the unit, cut off at the edge: `20MGT`, `10 MGTAB`, `600MG1`. */
const CUT_FORM = String.raw`(?<=m(?:c)?g)(?=(?:t(?:a[a-z]{0,5}|o[a-z]?)?|c(?:a[a-z]{0,5})?|[1I|])(?![\p{L}\d]))`
const ONE = String.raw`(?<![\p{L}\d.,/])${FIRST}(?<number>(?=[\dlISOo.,])${NUMBER})\s?(?<unit>${UNIT})(?:(?![\p{L}\d])|${CUT_FORM})`
const STRENGTH = new RegExp(
  String.raw`${ONE}(?:(?:\s?[/+]\s?(?<speck>[.,]\s)?|\sper\s(?=(?:\d[\d.,]{0,4}\s?)?ml)|(?<dash>[-–](?=\d)))(?<more>(?:\d{1,6}(?:[.,]\d{1,4})?\s?)?(?:${UNIT}|dose|actuation|puff|spray|patch|day|h|hrs?|hours?)(?![\p{L}\d])))?`,
  'giu',
)

/** Any digit, or a letter read in its place, before a unit: without it there is no strength. */
const MAY_BE = new RegExp(String.raw`[\dOIlS]\s?(?:${UNIT})(?:(?![\p{L}\d])|${CUT_FORM})`, 'iu')

/** Returns the first strength of a line; null if there is none. */
export const strengthIn = ofSameText((line: string): Strength | null => {
  if (!MAY_BE.test(line)) return null
  STRENGTH.lastIndex = 0
  for (let match = STRENGTH.exec(line); match !== null; match = STRENGTH.exec(line)) {
    const strength = strengthOf(match, line)
    if (strength) return strength
  }
  return null
})

/** `10 mg/ lO mI`: in how much it is was not read. */
const GOES_ON = /^\s?\/[\s.,]{0,3}[\dOIl]/
/** `1 mg per 75 mL`: a point was lost. */
const UNUSUAL_VOLUME = /^(?!(?:1|2|2[.,]5|3|4|5|7[.,]5|10|15|20|30|50|100)\s?ml$)\d[\d.,]*\s?ml$/i
/** `22 5mg`: of a number that was read in two. */
const BEGUN = /(?<![\p{L}\d.,/-])\d{1,3} $/u

function strengthOf({ 0: words, index, groups = {} }: RegExpExecArray, line: string): Strength | null {
  const { first: before = '', number = '', unit = '', dash, speck, more } = groups
  const digits = plainDigits(number.replace(/[Oo]/g, '0').replace(/[Il]/g, '1').replace('S', '5'))
  const amount = Number(digits)
  // `5 001 mg` is `500 mg`, read in two.
  if (digits === '' || !Number.isFinite(amount) || amount === 0 || /^0\d/.test(digits)) return null
  const isRepaired = /[OoIlS]/.test(number) || MISREAD.test(unit)
  const isUnsafe = digits.startsWith('.') || /\.0+$/.test(digits) || /^u$/i.test(unit)
  const isUnusual = /^mc?g$/.test(usual(unit)) && !isUsualStrength(amount)
  const isInPart =
    (more !== undefined && UNUSUAL_VOLUME.test(more)) ||
    speck !== undefined ||
    GOES_ON.test(line.slice(index + words.length)) ||
    BEGUN.test(line.slice(0, index))
  const first = `${before.replace(/\s/g, '').replaceAll(',', '.')}${plain(digits)}${gap(unit)}`
  return {
    value: more === undefined ? first : `${first}${dash === undefined ? '/' : '-'}${secondOf(more)}`,
    words: words.trim(),
    at: index,
    // From and to: one of the two, or a dose.
    confidence: isRepaired || isUnsafe || isUnusual || isInPart || dash !== undefined ? 'guess' : 'sure',
    isUnsafe,
  }
}

/** `1,000` is a thousand, `2,5` two and a half. */
const plainDigits = (number: string): string =>
  /^\d{1,3}(?:,\d{3})+$/.test(number) ? number.replaceAll(',', '') : number.replace(',', '.')

/** Digits in a pair that were read as letters: `l00/25`. */
const MISREAD_PAIR = /(?<=\p{L}\s)[\dlI][\dlIO]{0,3}\/[\dlI][\dlIO]{0,3}(?![\p{L}\d/-])/gu

/** Of a date: nothing contains none of a substance. */
const NOT_THERE = /^0+\/|\/0+$/

/** Returns a whole pair without a unit: `100/25`. It may be something else: a guess. */
export function pairIn(line: string): Strength | null {
  const digits = line.replace(MISREAD_PAIR, (pair) => pair.replace(/[lI]/g, '1').replaceAll('O', '0'))
  const match = CUES.pair.exec(digits)
  if (!match || NOT_THERE.test(match[0])) return null
  const words = line.slice(match.index, match.index + match[0].length)
  return { value: match[0], words, at: match.index, confidence: 'guess', isUnsafe: false }
}

const UNIT_IS = UNITS.map(({ unit, printed }) => ({ unit, is: new RegExp(`^(?:${printed})$`, 'iu') }))

const usual = (printed: string): string => UNIT_IS.find(({ is }) => is.test(printed))?.unit ?? printed.toLowerCase()

const gap = (unit: string): string => (unit === '%' ? '%' : ` ${usual(unit)}`)

function secondOf(more: string): string {
  const [, number, unit = ''] = /^(\d[\d.,]*)?\s?(.*)/u.exec(more) ?? []
  return number === undefined ? usual(unit) : `${plain(plainDigits(number))} ${usual(unit)}`
}

/** `.5` gets its zero; `5.0` stays as printed, because the user is asked. */
const plain = (digits: string): string => (digits.startsWith('.') ? `0${digits}` : digits)
