import labels from '../vocabulary/labels.json' with { type: 'json' }
import { alternatives } from '../words/alternatives.ts'
import { CUES } from './cues.ts'

/** What a line of a label is about. `other`: nothing that is known. */
export type LineKind = 'medicine' | 'directions' | 'doctor' | 'pharmacy' | 'noise' | 'other'

/** Lines about the package, the law and the person: never a medicine, never directions. */
const NOISE: readonly RegExp[] = [
  /\bkeep\b.{0,20}\b(?:out|away)\b|\breach\b.{0,12}\bchild|\b(?:sight|reach)\b.{0,20}\bchildren\b/i,
  /\b(?:qty|quantity|quant)\b|\b(?:repeats?|rpts?|refills?|reorder)\b[\s:]*(?:\d|no\b|nil\b|x)|^no\.? of (?:repeats|refills)/i,
  /\b(?:pbs|rpbs|nhs|abn|acn|medicare|provider|prescriber)\s*(?:no|number|#|:\s*\d)|^\s*(?:pbs|nhs)\b|\bapproved\b.{0,12}\bpbs\b/i,
  /\b(?:rx|script|ref|serial|lot|batch|order|store|ndc|id|authority)\s*(?:#|no\b|number|:\s*\d)|^rx$/i,
  /\b(?:ph|tel|phone|telephone|fax|mob|mobile)\b[\s.:]*[(+\d]|\(\d{3}\)\s?\d{3}[- ]\d{4}|\bwww\.|@/i,
  /\b(?:patient|dob|d\.o\.b|date of birth|sex|age|address|weight)\b\s*[:.]?/i,
  /\b(?:discard|use before|expir(?:y|es)|exp\b|use by|best before|mfg|mfr|manufactured)/i,
  /\b(?:signature|signed|sign here|initials)\b|_{3,}/i,
  /^(?:warning|caution|note)\b|\bmay (?:cause|make|affect)\b|\bdo not (?:drink|drive|operate|stop|take|use|crush|chew)\b|\balcohol\b|\bdrowsiness\b|\bavoid\b|\bcontains\b/i,
  /\bgeneric (?:for|of)\b|\bsubstitut|\bbrand\b|\bstore (?:in|at|below|between)\b|\brefrigerat|\bprotect from\b|\bshake\b.{0,8}\bwell\b/i,
  /\bopen(?:ing)?\b.{0,20}(?:\bdaily\b|\bdays?\b|\bhours?\b|\d\s?[ap]m\b|\d[:.]\d\d)|\b(?:hours|mon(?:day)?\s?(?:-|to)\s?(?:fri|sat|sun)\w*)\s*(?::\s*)?\d|\bdeliver(?:y|ies|ed)?\b/i,
  /^(?:prescription|medication list|current medications|private prescription|statement|copy)$/i,
]

const PERSON = /^(?:mr|mrs|ms|miss|mx|master|mstr|for:)(?![\p{L}])[.:]?\s*\p{L}/iu
export const DOCTOR = CUES.doctor
export const PHARMACY = new RegExp(String.raw`\b(?:${alternatives(labels.pharmacies.words)})\b`, 'iu')

/** How directions begin. */
export const BEGINS_DIRECTIONS = CUES.beginsDirections
export const NAMED_DIRECTIONS = CUES.namedDirections
/** Directions that begin with how much: `ONE TABLET TWICE A DAY`. */
export const BEGINS_WITH_DOSE = CUES.beginsWithDose
/** Words that say that something is taken: with how often they are directions, however the line begins. */
export const ABOUT_TAKING = CUES.aboutTaking
/** Words that directions are made of: a line that begins in the middle has some of them. */
const DIRECTION_WORDS = new RegExp(String.raw`\b(?:${alternatives(labels.directions.words)}|q\d{1,2}h)\b`, 'iu')
export const SHORTHAND = CUES.shorthand

const isNoise = (line: string): boolean => NOISE.some((pattern) => pattern.test(line)) || CUES.address.test(line)

export const isPerson = (line: string): boolean => PERSON.test(line)

/** The kind of a line by its own words. Whether it is a medicine is asked before (medicine.ts). */
export function kindOf(line: string): Exclude<LineKind, 'medicine'> {
  const text = line.trim()
  if (CUES.beginsDirections.test(text) || CUES.namedDirections.test(text)) return 'directions'
  if (CUES.doctor.test(text) && !DIRECTION_WORDS.test(text.replace(/^.*?\bdr\b/i, ''))) return 'doctor'
  if (PHARMACY.test(text)) return 'pharmacy'
  return isNoise(text) || isPerson(text) ? 'noise' : 'other'
}

/** Whether the line may go on with directions that began above it. */
export const goesOn = (line: string): boolean =>
  DIRECTION_WORDS.test(line) || COUNT_ALONE.test(line) || CUES.weekdaysAlone.test(line)

export const endsOpen = (text: string): boolean => CUES.endsOpen.test(text.slice(-LAST_WORDS))
/** Letters at an end that are more than its last word. */
const LAST_WORDS = 24

/** Whether something may be missing at its end. */
export const isCutOff = (text: string): boolean => {
  const end = text.trimEnd().slice(-LAST_WORDS)
  return endsOpen(end) || CUES.endsInCount.test(end)
}

/** How a line begins that goes on with directions, even where it names a strength: `weekly for 4 weeks then 0.5 mg`. */
export const BEGINS_INSIDE = CUES.beginsInside

const COUNT_ALONE = /^(?:\d{1,2}|½|one|two|three|four|half)$/i
