import labels from '../vocabulary/labels.json' with { type: 'json' }
import { alternatives } from '../words/alternatives.ts'
import type { Fact } from '../words/read.ts'
import { CUES } from './cues.ts'

/** What a line of a label is about. `other`: nothing known. */
export type LineKind = 'medicine' | 'directions' | 'doctor' | 'pharmacy' | 'noise' | 'other'

/** A value, and the number of the line of the recognised text that it was read from. */
export interface OnLine<Value> extends Fact<Value> {
  line: number
}

/** The columns and fields of a line, as far as its gaps show them. */
export interface LineCells {
  cells: readonly string[]
  line: number
}

const PERSON = /^(?:mr|mrs|ms|miss|mx|master|mstr|for:)(?![\p{L}])[.:]?\s*\p{L}/iu
export const DOCTOR = CUES.doctor
export const PHARMACY = new RegExp(String.raw`\b(?:${alternatives(labels.pharmacies.words)})\b`, 'iu')

/** How directions begin. */
export const BEGINS_DIRECTIONS = CUES.beginsDirections
export const NAMED_DIRECTIONS = CUES.namedDirections
/** Directions that begin with an amount: `ONE TABLET TWICE A DAY`. */
export const BEGINS_WITH_DOSE = CUES.beginsWithDose
/** Words for taking something: together with a frequency they are directions, however the line begins. */
export const ABOUT_TAKING = CUES.aboutTaking
/** Words that directions consist of: a line that begins in the middle of them has some. */
const DIRECTION_WORDS = new RegExp(String.raw`\b(?:${alternatives(labels.directions.words)}|q\d{1,2}h)\b`, 'iu')
export const SHORTHAND = CUES.shorthand

const isNoise = (line: string): boolean => CUES.noise.test(line) || CUES.address.test(line)

export const isPerson = (line: string): boolean => PERSON.test(line)

/** Returns the kind of a line by its own words. Whether it is a medication is checked before (medicine.ts). */
export function kindOf(line: string): Exclude<LineKind, 'medicine'> {
  const text = line.trim()
  if (CUES.beginsDirections.test(text) || CUES.namedDirections.test(text)) return 'directions'
  if (CUES.doctor.test(text) && !DIRECTION_WORDS.test(text.replace(/^.*?\bdr\b/i, ''))) return 'doctor'
  if (PHARMACY.test(text)) return 'pharmacy'
  return isNoise(text) || isPerson(text) ? 'noise' : 'other'
}

/** Returns whether the line may continue directions that began above it. */
export const goesOn = (line: string): boolean =>
  DIRECTION_WORDS.test(line) || COUNT_ALONE.test(line) || CUES.weekdaysAlone.test(line)

export const endsOpen = (text: string): boolean => CUES.endsOpen.test(text.slice(-LAST_WORDS))
/** How many letters at the end include more than the last word. */
const LAST_WORDS = 24

/** Returns whether something may be missing at the end. */
export const isCutOff = (text: string): boolean => {
  const end = text.trimEnd().slice(-LAST_WORDS)
  return endsOpen(end) || CUES.endsInCount.test(end)
}

/** How a line begins that continues directions, even if it contains a strength: `weekly for 4 weeks then 0.5 mg`. */
export const BEGINS_INSIDE = CUES.beginsInside

const COUNT_ALONE = /^(?:\d{1,2}|½|one|two|three|four|half)$/i
