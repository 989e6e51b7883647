import type { LocalDate } from '../calendar.ts'
import { formatDirectionValues } from '../directions/format.ts'
import { readDirections } from '../directions/read-directions.ts'
import { type Directions, directionValues } from '../directions/values.ts'
import type { Fact, Read } from '../words/read.ts'
import { cellsOf, withoutFrame } from './cells.ts'
import { withoutColumns } from './columns.ts'
import { dateIn } from './dates.ts'
import { doctorIn } from './doctor.ts'
import { frequencySource, frequencyWords, type PrintedWords, scheduleOf } from './frequency.ts'
import { isCutOff } from './lines.ts'
import type { FieldSource, MedicationOnLabel } from './medication-on-label.ts'
import { type Found, paired } from './pairs.ts'
import { partsOf } from './parts.ts'
import { pharmacyIn } from './pharmacy.ts'
import { repairedDirections } from './repaired-directions.ts'

/** What a label or a prescription says. */
export interface ReadLabel {
  medications: MedicationOnLabel[]
  doctor: Fact<string> | null
  pharmacy: Fact<string> | null
  date: Fact<LocalDate> | null
}

/** Longer texts are not labels. */
const LONGEST = 20_000
const MOST_LINES = 300
/** No label has longer lines; within a line, patterns may take more than time in proportion to its length. */
const LONGEST_LINE = 500
const MOST_MEDICINES = 30
/** Below this confidence of the recogniser every field is a guess: a missing letter shows in no word. */
const CLEAR = 88

interface Circumstances {
  today: LocalDate
  isBlurred: boolean
}

/**
 * Reads the recognised text of a pharmacy label or a prescription: the medications with their directions, the doctor,
 * the pharmacy and the date. Knows Australian, British and American ones, and several medications on one. What the
 * label does not say stays empty. `today` in the plan zone; `confidence`: the recogniser's confidence, from 0 to 100.
 */
export function readLabel(
  text: string,
  { today, confidence = 100 }: { today: LocalDate; confidence?: number },
): ReadLabel {
  const isBlurred = confidence < CLEAR
  const fact = <Value>(read: Read<Value> | null): Fact<Value> | null =>
    read && { ...read, confidence: isBlurred ? 'guess' : 'sure' }
  const printed = withoutFrame(linesOf(text))
    .filter((line) => line.trim() !== '')
    .slice(0, MOST_LINES)
  const cells = printed.map(cellsOf)
  const lines = withoutColumns(printed).map((line) => line.replace(/\s+/g, ' ').trim())
  return {
    medications: paired(partsOf(lines))
      .slice(0, MOST_MEDICINES)
      .map((found) => extracted(found, { today, isBlurred })),
    doctor: fact(doctorIn(cells)),
    pharmacy: fact(pharmacyIn(cells)),
    date: fact(dateIn(lines, today)),
  }
}

const linesOf = (text: string): string[] =>
  text
    .slice(0, LONGEST)
    .split('\n')
    .map((line) => line.slice(0, LONGEST_LINE))

function extracted(
  { named, directions: printed, isEnd, alsoCalled }: Found,
  { today, isBlurred }: Circumstances,
): MedicationOnLabel {
  const repaired = repairedDirections(printed)
  const { text } = repaired
  const isRepaired = text !== printed
  const directions = readDirections(text)
  const printedWords: PrintedWords = (said) => repaired.source(said)
  const { name, strength } = named
  const dose = strength ? undefined : doseOf(directions, printedWords)
  const asks = [
    ...(strength?.isUnsafe ? [strength.words] : []),
    ...(alsoCalled === undefined ? [] : [alsoCalled]),
    ...(isRepaired ? [printed] : []),
    ...directions.asks.map(printedWords),
  ]
  const marked = (source: FieldSource | undefined, isGuess = false): FieldSource | undefined =>
    source && (isGuess || isBlurred) ? { ...source, confidence: 'guess' } : source
  const frequency = frequencySource(directions, printedWords)
  // The part that was cut off may say that it is less often.
  const isUnsure = isRepaired || isEnd || isCutOff(printed)
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
      dosage: marked(strength ? { words: strength.words, confidence: strength.confidence } : dose?.source),
      frequency: marked(frequency, isUnsure),
      instructions: text === '' ? undefined : marked({ words: printed, confidence: 'sure' }, !isPlain),
    },
    asks: [...new Set(asks)],
  }
}

/**
 * Returns one dose, where no strength is printed: `2 puffs`. A guess, because the strength may have been unreadable.
 */
function doseOf(
  { dose, unit }: Directions,
  printedWords: PrintedWords,
): { value: string; source: FieldSource } | undefined {
  if (!dose || !unit) return undefined
  const said = formatDirectionValues({ dose: dose.value, unit: unit.value })
  return { value: said.replace(/^\w+ |\.$/g, ''), source: { words: printedWords(dose), confidence: 'guess' } }
}
