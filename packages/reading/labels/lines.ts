import labels from '../vocabulary/labels.json' with { type: 'json' }
import { alternatives } from '../words/alternatives.ts'
import { CUES } from './cues.ts'

/** What a line of a label is about. `other`: nothing that is known. */
export type LineKind = 'medicine' | 'directions' | 'doctor' | 'pharmacy' | 'noise' | 'other'

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

const isNoise = (line: string): boolean => CUES.noise.test(line) || CUES.address.test(line)

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
