import { hasMedicineEnding, isPrintedName } from '../medicines/medicine-names.ts'
import { BEGINS_WITH_FORM, FORM_NEXT, OF_FORM_NEXT } from './forms.ts'
import { SHORTHAND } from './lines.ts'
import { nameCutOff } from './repairs.ts'
import { pairIn, type Strength, strengthIn } from './strength.ts'

/** Returns the strength of the medication in a line, in any of the ways in which labels print it. */
export const strengthOf = (text: string): Strength | undefined =>
  measuredIn(text) ?? cutOffIn(text) ?? pairOf(text) ?? insulinIn(text) ?? plainNumber(text)

/** Returns whether a word is the name of a substance, by the list or by its ending. */
export const isSubstance = (word: string): boolean =>
  isPrintedName(word.toLowerCase()) || hasMedicineEnding(word.toLowerCase())

/** `METFORMIN 500m`: at the edge of the picture, after a known name. */
function cutOffIn(text: string): Strength | undefined {
  const found = /(?<=\p{L}{3}\s)(?<number>\d{2,4}|0\.\d{1,3})\s?m$/iu.exec(text)
  const words = text.slice(0, found?.index).split(/\s+/)
  if (!found || !words.some((word) => isSubstance(word) || nameCutOff(word) !== null)) return undefined
  // Milligrams or micrograms.
  const value = found.groups?.number ?? ''
  return { value, words: found[0], at: found.index, confidence: 'guess', isUnsafe: false }
}

/** Returns the first strength that is not the content of the bottle or the tube. */
function measuredIn(text: string): Strength | undefined {
  const first = strengthIn(text)
  if (first === null || !isPackSize(first, text)) return first ?? undefined
  const end = first.at + first.words.length
  const next = strengthIn(text.slice(end))
  return next && !isPackSize(next, text) ? { ...next, at: next.at + end } : { ...first, value: '' }
}

/** Millilitres without their content; grams of what is spread. Nobody takes a hundred: it is a pack, or `µg` misread. */
export const isPackSize = ({ value }: Strength, text: string): boolean =>
  /^[\d.]+ ml$/.test(value) || /^\d{3,} g$/.test(value) || (/^\d{2,}(?:\.\d+)? g$/.test(value) && SPREAD.test(text))
/** Preparations that are spread or poured. */
const SPREAD = /\b(?:cream|ointment|gel|lotion|paste|emollient|balm|powder)\b/iu

/** `U-100`: that many units in a millilitre. */
function insulinIn(text: string): Strength | undefined {
  const found = /(?<=\p{L}\s)U-?(?<units>[1235]00)(?!\d)/u.exec(text)
  if (!found) return undefined
  const value = `${found.groups?.units} units/ml`
  return { value, words: found[0], at: found.index, confidence: 'sure', isUnsafe: false }
}

function pairOf(text: string): Strength | undefined {
  const pair = pairIn(text)
  if (pair === null) return undefined
  const before = text.slice(0, pair.at).toLowerCase()
  const behind = text.slice(pair.at + pair.words.length)
  const isKnown = before.split(/[^\p{L}-]+/u).some(isPrintedName)
  const isFormed = OF_FORM_NEXT.test(behind) || FORM_NEXT.test(behind) || BEGINS_WITH_FORM.test(text)
  // `x 10/7`: ten days.
  const isCourse = /\/(?:7|52|12)$/.test(pair.value) && !isKnown
  return isKnown || (isFormed && !isCourse) ? pair : undefined
}

/** `Tab. TELMA 40`, `T. Dolo 650 sos`: without its unit, after a name with a form before it. */
function plainNumber(text: string): Strength | undefined {
  if (!BEGINS_WITH_FORM.test(text)) return undefined
  const number = /(?<=\p{L}{2}\s)\d{1,4}(?:\.\d{1,2})?(?=$|\s)/u.exec(text)
  if (!number) return undefined
  const behind = text.slice(number.index + number[0].length).trim()
  if (behind !== '' && !DAY_PATTERN.test(behind) && SHORTHAND.exec(behind)?.index !== 0) return undefined
  return { value: number[0], words: number[0], at: number.index, confidence: 'guess', isUnsafe: false }
}
const DAY_PATTERN = /^[\d½¼][\s]?[-–+][\s]?[\d½¼]/
