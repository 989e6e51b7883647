import { isFamilyName, isGivenName } from '../appointments/people/known-names.ts'
import { hasMedicineEnding, isExtension, isMedicineName } from '../medicines/medicine-names.ts'
import type { PrintedLine } from './columns.ts'
import { CUES } from './cues.ts'
import { isPerson, kindOf, type LineCells } from './lines.ts'

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
  for (const next of lines) {
    const last = whole.at(-1)
    const more = last === undefined ? null : restOf(last.text, next.text)
    if (last && more !== null)
      whole[whole.length - 1] = { text: `${last.text} ${more}`, line: lessClear(last.line, next.line) }
    else whole.push(next)
  }
  return whole
}

/** Returns what of the next line belongs to this one, or null. */
function restOf(line: string, next: string): string | null {
  if (isTornStrength(line, next) || isTornName(line, next)) return next
  const { form = '', unit } = ENDS_IN_UNIT.exec(next)?.groups ?? {}
  // The number stands beside the name, and its unit below it beside the form: `Amoxicillin   500`, `Capsules   mg`.
  return unit !== undefined && ENDS_IN_NUMBER.test(line) && OF_FORM.test(form) ? `${unit} ${form}` : null
}
const ENDS_IN_UNIT = /^(?<form>\p{L}[\p{L}-]{3,20}(?: [\p{L}-]{4,20})?) (?<unit>mg|mcg|g)$/iu
const OF_FORM = /(?:tablets?|capsules?|caplets?|resistant|coated|release|solution|suspension)$/i

const isTornStrength = (line: string, next: string): boolean =>
  BEGINS_WITH_UNIT.test(next) && ENDS_IN_NUMBER.test(line) && !CUES.beginsDirections.test(line)

function isTornName(line: string, next: string): boolean {
  const second = /^\p{L}{4,}$/u.exec(next)?.[0].toLowerCase()
  if (second === undefined) return false
  const first = (/(?<!\p{L})\p{L}{4,}$/u.exec(line)?.[0] ?? '').toLowerCase()
  if (isMedicineName(`${first} ${second}`)) return true
  return isExtension(second) ? isName(first) : isExtension(first) && isName(second) && CUES.namedMedicine.test(line)
}

const isName = (word: string): boolean => isMedicineName(word) || hasMedicineEnding(word)

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
