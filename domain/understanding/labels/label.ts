import type { LocalDate } from '../../lib/local-time.ts'
import type { ExtractedMedication, FieldSource } from '../../records/prescription.ts'
import { formatDirectionValues } from '../directions/format.ts'
import { plainWords } from '../directions/lexicon.ts'
import { readDirections } from '../directions/read-directions.ts'
import { repaired } from '../directions/spelling.ts'
import { type Directions, directionValues } from '../directions/values.ts'
import type { Read } from '../words/read.ts'
import { dateIn, doctorIn, pharmacyIn } from './around.ts'
import { frequencySource, frequencyWords, scheduleOf } from './frequency.ts'
import { inEnglish } from './languages.ts'
import {
  ABOUT_TAKING,
  BEGINS_DIRECTIONS,
  BEGINS_INSIDE,
  BEGINS_WITH_DOSE,
  endsOpen,
  goesOn,
  isCutOff,
  kindOf,
  NAMED_DIRECTIONS,
  SHORTHAND,
} from './lines.ts'
import { medicineIn, type Named, nameAlone, strengthAlone, unmeasuredIn } from './medicine.ts'
import { repairedDirections } from './repairs.ts'

/** What a label or a prescription says. */
export interface ReadLabel {
  medications: ExtractedMedication[]
  doctor: Read<string> | null
  pharmacy: Read<string> | null
  date: Read<LocalDate> | null
}

/** More is no label. */
const LONGEST = 20_000
const MOST_LINES = 300
const MOST_MEDICINES = 30
/** Below this sureness of the recogniser every field is a guess: a letter that is missing shows in no word. */
const CLEAR = 88

interface Circumstances {
  today: LocalDate
  isBlurred: boolean
}

/**
 * Reads the recognised text of a pharmacy's label or a prescription: the medicines with their directions, the doctor, the pharmacy and
 * the date. Knows Australian, British and American ones, and several medicines on one. What the label does not say stays empty.
 * `today` in the plan zone; `confidence`: how sure the recogniser is, from 0 to 100.
 */
export function readLabel(
  text: string,
  { today, confidence = 100 }: { today: LocalDate; confidence?: number },
): ReadLabel {
  const lines = text
    .slice(0, LONGEST)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .slice(0, MOST_LINES)
  return {
    medications: paired(measuredOrNot(lines))
      .slice(0, MOST_MEDICINES)
      .map((found) => extracted(found, { today, isBlurred: confidence < CLEAR })),
    doctor: doctorIn(lines),
    pharmacy: pharmacyIn(lines),
    date: dateIn(lines, today),
  }
}

/** What of a label counts, in its order. */
type Part =
  | { kind: 'medicine'; named: Named; line: string; index: number }
  | { kind: 'directions'; text: string }

/** Where no line has a strength, the one medicine is what its form or its name shows, next to directions. */
function measuredOrNot(lines: readonly string[]): Part[] {
  const parts = partsOf(lines)
  if (parts.some(({ kind }) => kind === 'medicine')) return parts
  const named = lines.flatMap((line, index) => {
    const found = unmeasuredIn(line)
    return found ? [{ index, found }] : []
  })
  const best = named.find(({ found }) => found.name.confidence === 'sure') ?? named[0]
  const found = best === undefined ? parts : partsOf(lines, best)
  return found.some(({ kind }) => kind === 'directions') ? found : parts
}

function partsOf(lines: readonly string[], only?: { index: number; found: Named }): Part[] {
  const parts: Part[] = []
  /** Whether directions may go on with the next line. */
  let isOpen = false
  for (const [index, printed] of lines.entries()) {
    const line = inEnglish(printed)
    if (line === null) {
      isOpen = false
      continue
    }
    const last = parts.at(-1)
    const strength = strengthAlone(line)
    const isInside = (isOpen && BEGINS_INSIDE.test(line)) || beginsWithVerb(line)
    const named =
      only?.index === index
        ? only.found
        : strength || isInside
          ? null
          : (medicineIn(line) ?? splitMedicine(lines, index))
    if (named) {
      parts.push({ kind: 'medicine', named, line, index })
      isOpen = false
      if (saysHowOften(named.rest)) parts.push({ kind: 'directions', text: named.rest })
    } else if (last?.kind === 'medicine' && last.named.strength === null && strength) {
      last.named.strength = strength
    } else if (isDirections(line, last, lines[index + 1])) {
      parts.push({ kind: 'directions', text: line.replace(NAMED_DIRECTIONS, '') })
      isOpen = line === printed
    } else if (isOpen && last?.kind === 'directions' && kindOf(line) === 'other' && isMore(line, last.text)) {
      last.text = `${last.text} ${line}`
      isOpen = line === printed
    } else isOpen = false
  }
  return parts
}

/** Whether a line goes on with what was said: by its own words, or because nobody ends like that. */
const isMore = (line: string, said: string): boolean =>
  goesOn(line) || (endsOpen(said) && !MANY_WORDS.test(line))
const MANY_WORDS = /(?:\S+\s+){6}|\d{3}/

/** A name alone above its strength. */
function splitMedicine(lines: readonly string[], index: number): Named | null {
  const [line = '', next = ''] = lines.slice(index)
  const strength = strengthAlone(next)
  const name = strength && nameAlone(line)
  // Above a field anything may stand; a medicine is known by its name then.
  const isField = /^(?:strength|dose|dosage)\b/i.test(next)
  return name && (!isField || name.confidence === 'sure') ? { name, strength: null, rest: '' } : null
}

function isDirections(line: string, last: Part | undefined, next = ''): boolean {
  if (BEGINS_DIRECTIONS.test(line) || NAMED_DIRECTIONS.test(line)) return true
  if (kindOf(line) !== 'other') return false
  if (beginsWithVerb(line)) return true
  // How often may stand on the next line.
  if (BEGINS_WITH_DOSE.test(line)) {
    if (goesOn(line.replace(BEGINS_WITH_DOSE, ''))) return true
    if (FEW.test(line) && kindOf(next) === 'other' && goesOn(next) && saysHowOften(`${line} ${next}`))
      return true
  }
  if (ABOUT_TAKING.test(line)) return saysHowOften(line)
  // Below the name of a medicine a few words of shorthand are enough: `1 bd`.
  return last?.kind === 'medicine' && saysHowOften(line)
}

function saysHowOften(text: string): boolean {
  if (text === '') return false
  const { text: repaired } = repairedDirections(text)
  return SHORTHAND.test(repaired) || frequencyWords(readDirections(repaired)) !== ''
}

interface Found {
  named: Named
  directions: string
  /** What the line below calls the same medicine: it is asked whether it is the same. */
  alsoCalled?: string
}

/** No more than are taken at once. */
const FEW = /^(?:[1-4]\b|½|one|two|three|four|half|an?\b)/i

/** `Tahe ONE tablet`: what the directions begin with, misread. */
function beginsWithVerb(line: string): boolean {
  const [, word = ''] = /^(\p{L}{4,9})\s+(?:\d|½|(?:one|two|three|four|half|an?)\b)/iu.exec(line) ?? []
  const right = word === '' ? null : repaired(word.toLowerCase())
  return right !== null && plainWords(right)?.startsWith('v:') === true
}

/** Directions belong to the medicine above them; where the label begins with directions, to the one below. */
function paired(parts: readonly Part[]): Found[] {
  const found: Found[] = []
  const isBelow = parts[0]?.kind === 'directions'
  let waiting: string[] = []
  for (const [index, part] of parts.entries()) {
    const above = parts[index - 1]
    const last = found.at(-1)
    if (part.kind === 'medicine' && above?.kind === 'medicine' && last && isSameBelow(above, part)) {
      last.alsoCalled = part.line
      const unit = unitBelow(above, part)
      if (unit) last.named = { ...last.named, strength: unit }
    } else if (part.kind === 'medicine') {
      found.push({ named: part.named, directions: waiting.join(' ') })
      waiting = []
    } else if (isBelow) waiting.push(part.text)
    else if (last) last.directions = [last.directions, part.text].filter((text) => text !== '').join(' ')
  }
  // The last one of a label that goes on after its medicine.
  const last = found.at(-1)
  if (last && waiting.length > 0) last.directions = [last.directions, ...waiting].join(' ').trim()
  return found
}

type MedicinePart = Extract<Part, { kind: 'medicine' }>

/**
 * The substance right below the brand: in brackets, or with the strengths that the brand joins. Two lines with one strength each may be
 * two medicines.
 */
function isSameBelow(above: MedicinePart, below: MedicinePart): boolean {
  if (below.index !== above.index + 1) return false
  if (/^[([]/.test(below.line) || isPairOf(above.named.strength?.value ?? '', below.line)) return true
  const [brand, substance] = [numbersOf(above.named.strength?.value), numbersOf(below.named.strength?.value)]
  return brand.length > 1 && substance.length > 0 && substance.every((number) => brand.includes(number))
}

/** `DOLO 650` above `Paracetamol 650 mg`: the number with its unit. */
function unitBelow(above: MedicinePart, below: MedicinePart): Named['strength'] {
  const [number, whole] = [above.named.strength?.value ?? '', below.named.strength]
  return /^[\d.]+$/.test(number) && whole?.value.startsWith(`${number} `) ? whole : null
}

const numbersOf = (strength = ''): string[] => strength.match(/\d+(?:\.\d+)?\s?(?:mg|mcg|g|%|units)/g) ?? []

/** `75/10` above `Aspirin 75mg + Atorvastatin 10mg`: every number of the pair, and no other. */
function isPairOf(pair: string, line: string): boolean {
  const numbers = pair.match(/\d+(?:\.\d+)?/g) ?? []
  const below = (line.match(/\d+(?:\.\d+)?(?=\s?(?:mg|mcg|microg|g\b))/gi) ?? []).map(String)
  return (
    numbers.length > 1 && below.length === numbers.length && numbers.every((number) => below.includes(number))
  )
}

function extracted(
  { named, directions: printed, alsoCalled }: Found,
  { today, isBlurred }: Circumstances,
): ExtractedMedication {
  const { text, isRepaired } = repairedDirections(printed)
  const directions = readDirections(text)
  const { name, strength } = named
  const dose = strength ? undefined : doseOf(directions)
  const asks = [
    ...(strength?.isUnsafe ? [strength.words] : []),
    ...(alsoCalled === undefined ? [] : [alsoCalled]),
    ...(isRepaired ? [printed] : []),
    ...directions.asks.map(({ words }) => words),
  ]
  const marked = (source: FieldSource | undefined, isGuess = false): FieldSource | undefined =>
    source && (isGuess || isBlurred) ? { ...source, confidence: 'guess' } : source
  const frequency = frequencySource(directions)
  // What was cut off may say that it is less often.
  const isUnsure = isRepaired || isCutOff(printed)
  const isPlain = frequency?.confidence === 'sure' && !isUnsure
  const { times = [] } = directionValues(directions)
  return {
    name: name.value,
    dosage: strength?.value ?? dose?.value ?? '',
    frequency: frequencyWords(directions),
    instructions: text,
    schedule: scheduleOf(directions, today),
    proposedTimes: isRepaired ? [] : times,
    sources: {
      name: marked({ words: name.words, confidence: name.confidence }, alsoCalled !== undefined),
      dosage: marked(strength ? { words: strength.words, confidence: strength.confidence } : dose),
      frequency: marked(frequency, isUnsure),
      instructions: text === '' ? undefined : marked({ words: printed, confidence: 'sure' }, !isPlain),
    },
    asks: [...new Set(asks)],
  }
}

/** One dose, where no strength is printed: `2 puffs`. A guess, because the strength may be what could not be read. */
function doseOf({ dose, unit }: Directions): (FieldSource & { value: string }) | undefined {
  if (!dose || !unit) return undefined
  const said = formatDirectionValues({ dose: dose.value, unit: unit.value })
  return { value: said.replace(/^\w+ |\.$/g, ''), words: dose.words, confidence: 'guess' }
}
