import { isFamilyName, isGivenName } from '../appointments/people/names.ts'
import { hasMedicineEnding, isBrand, isExtension, isPrintedName } from '../medicines/medicine-names.ts'
import type { PrintedLine } from './columns.ts'
import { CUES } from './cues.ts'
import { NAMES_FORM } from './forms.ts'
import { isPerson, kindOf, type LineCells } from './lines.ts'
import { strengthIn } from './strength.ts'

/** Returns which of two lines was read less clearly: it decides about what they say together. */
type LessClear = (one: number, other: number) => number

const ENDS_IN_NUMBER = /\p{L}{3}[)]?\s\d{1,4}(?:[.,]\d{1,3})?$/u
const BEGINS_WITH_UNIT = /^(?:mg|mcg|microg|micrograms?|milligrams?|g|ml|units?|mmol)(?![\p{L}\d])/iu

/**
 * Joins a medication that was cut between two lines: its number from its unit (`Trimethoprim 200`, `mg tablets`), or its
 * name in two (`Ferrous`, `Sulfate`).
 */
export function withWholeMedicines(lines: readonly PrintedLine[], lessClear: LessClear): PrintedLine[] {
  const whole: PrintedLine[] = []
  for (const next of lines.filter((_line, index) => !isSpeckInside(lines, index))) {
    const last = whole.at(-1)
    const more = last === undefined ? null : restOf(last.text, next.text)
    const around = last && NUMBER_ALONE.test(last.text) ? UNIT_BELOW.exec(next.text)?.groups : undefined
    if (last && around) {
      whole[whole.length - 1] = { text: `${last.text} ${around.unit}`, line: lessClear(last.line, next.line) }
      whole.push({ text: around.rest ?? '', line: next.line })
    } else if (last && more !== null)
      whole[whole.length - 1] = {
        text: `${last.text.replace(MISREAD_JOINT, ' &')} ${more}`,
        line: lessClear(last.line, next.line),
      }
    else whole.push(next)
  }
  return whole
}

/** A round field beside a name: `10`, and below it `mg`, in one row with other print. */
const NUMBER_ALONE = /^\d{1,4}(?:[.,]\d{1,2})?$/
const UNIT_BELOW = /^(?<rest>\p{L}[\p{L}\s-]{2,40}?) (?<unit>mg|mcg)$/u

/** Returns what of the next line belongs to this one, or null. */
function restOf(line: string, next: string): string | null {
  if (isTornStrength(line, next) || isTornName(line, next) || isTornCombination(line, next) || isTornSalt(line, next))
    return next
  const { form = '', unit } = ENDS_IN_UNIT.exec(next)?.groups ?? {}
  // The number stands beside the name, and its unit below it beside the form or the salt: `Amoxicillin   500`,
  // `Capsules   mg`.
  const isBeside = OF_FORM.test(form) || isExtension(form.toLowerCase())
  return unit !== undefined && ENDS_IN_NUMBER.test(line) && isBeside ? `${unit} ${form}` : null
}
const ENDS_IN_UNIT = /^(?<form>\p{L}[\p{L}-]{3,20}(?: [\p{L}-]{4,20})?) (?<unit>mg|mcg|g)$/iu
const OF_FORM = /(?:tablets?|capsules?|caplets?|resistant|coated|release|solution|suspension)$/i

const isTornStrength = (line: string, next: string): boolean =>
  BEGINS_WITH_UNIT.test(next) && ENDS_IN_NUMBER.test(line) && !CUES.beginsDirections.test(line)

function isTornName(line: string, next: string): boolean {
  const second = /^\p{L}{4,}$/u.exec(next)?.[0].toLowerCase()
  if (second === undefined) return false
  const first = (/(?<!\p{L})\p{L}{4,}$/u.exec(line)?.[0] ?? '').toLowerCase()
  if (isPrintedName(`${first} ${second}`)) return true
  if (isExtension(second)) return isName(first)
  // `Sodium` above `Nitroprusside`
  return isExtension(first) && isName(second) && (first === line.toLowerCase() || CUES.namedMedicine.test(line))
}

/** `Glimepiride & Metformin` above `Hydrochloride (SR) Tablets IP`, or `Metformin` above `Hydrochloride 850 mg`. */
function isTornSalt(line: string, next: string): boolean {
  const names = wordsOf(line)
  const isOfOne = (word: string): boolean => (isName(word) && !isBrand(word)) || isExtension(word)
  const isNames = names.length > 0 && !/\d/.test(line) && names.every(isOfOne)
  return isNames && isExtension(wordsOf(next)[0] ?? '') && (NAMES_FORM.test(next) || strengthIn(next) !== null)
}

/**
 * `Levonorgestrel &` above `Ethinyloestradiol Tablets IP`, or the sign before the second one: substances of one product,
 * which are nothing but names.
 */
function isTornCombination(line: string, next: string): boolean {
  const end = /\d/.test(next) ? ENDS_IN_JOINT : ENDS_IN_READ_JOINT
  const [before, behind] = [line.replace(end, ''), next.replace(BEGINS_WITH_JOINT, '')]
  if (before === line && behind === next) return false
  const names = wordsOf(before)
  return names.length > 0 && names.every(isOfNames) && isName(wordsOf(behind)[0] ?? '')
}
const ENDS_IN_JOINT = /\s?(?:[&+]|\sand)$/iu
/** `Metronidazole 8` above `Norfloxacin`: the sign between them, misread. */
const MISREAD_JOINT = /(?<=\p{L}{4}) 8$/u
const ENDS_IN_READ_JOINT = new RegExp(`${ENDS_IN_JOINT.source}|${MISREAD_JOINT.source}`, 'iu')
const BEGINS_WITH_JOINT = /^(?:[&+]|and\s)\s?/iu

/** Returns whether a line is one short word that nobody knows, between the two halves of a combination. */
function isSpeckInside(lines: readonly PrintedLine[], index: number): boolean {
  const [before, { text = '' } = {}, behind] = [lines[index - 1], lines[index], lines[index + 1]]
  return (
    SPECK.test(text) &&
    !isName(text) &&
    before !== undefined &&
    behind !== undefined &&
    isTornCombination(before.text, behind.text)
  )
}
const SPECK = /^\p{Ll}{1,7}$/u

const isOfNames = (word: string): boolean =>
  isName(word) || isExtension(word) || word === 'acid' || isPrintedName(`${word} acid`)
const wordsOf = (line: string): string[] =>
  line
    .toLowerCase()
    .match(/\p{L}{3,}/gu)
    ?.filter((word) => word !== 'and') ?? []

const isName = (word: string): boolean => isPrintedName(word) || hasMedicineEnding(word)

const ENDS_IN_TITLE = /(?:^|[\s,;|])(?:dr|doctor|prescriber|prescribed by|ordered by)[.:]*$/i
const ENDS_IN_GIVEN = /(?:^|[\s.:])dr\.?\s(?<given>\p{Lu}[\p{L}'’-]{1,20})$/iu
const ENDS_AS_PHARMACY =
  /(?:^|\s)(?:(?:pharmacy|chemist|dispensary)\s?:|(?:dispensed|supplied|packed) (?:by|at)\s?:?)$/i
const BEGINS_AS_PHARMACY = /^(?:the )?(?:pharmacy|chemists?|drug ?store|dispensary)(?=$|,|\s\d)/iu
const SHORT_NAME = /^\p{Lu}[\p{L}'’-]*(?:\s[\p{L}'’&-]+){0,2}$/u

/** Joins the name of a doctor or a pharmacy that was cut between two lines. */
export function withWholeNames(lines: readonly LineCells[], lessClear: LessClear): LineCells[] {
  const whole: LineCells[] = []
  for (const { cells, line } of lines) {
    const last = whole.at(-1)
    const [end = '', begin = ''] = [last?.cells.at(-1), cells[0]]
    if (last && isTornBetween(end, begin))
      whole[whole.length - 1] = {
        cells: [...last.cells.slice(0, -1), `${end} ${begin}`, ...cells.slice(1)],
        line: lessClear(last.line, line),
      }
    else whole.push({ cells, line })
  }
  return whole
}

function isTornBetween(end: string, begin: string): boolean {
  const given = ENDS_IN_GIVEN.exec(end)?.groups?.given
  if (given !== undefined) return isGivenName(given) && isFamilyName(begin)
  if (ENDS_IN_TITLE.test(end) || ENDS_AS_PHARMACY.test(end)) return /^\p{Lu}[^\d]*$/u.test(begin)
  const field = CUES.before.exec(end)?.[0] ?? ''
  if (!BEGINS_AS_PHARMACY.test(begin) || !SHORT_NAME.test(end.slice(field.length))) return false
  if (field !== '') return true
  if (CUES.unnamed.test(begin)) return false
  return kindOf(end) === 'pharmacy' || (kindOf(end) === 'other' && !isPerson(end))
}
