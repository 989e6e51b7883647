import type { LocalDate } from '../calendar.ts'
import { formatDirectionValues } from '../directions/format.ts'
import { plainWords } from '../directions/lexicon.ts'
import { putRight } from '../directions/misread.ts'
import { isNumberWord } from '../directions/numbers.ts'
import { readDirections } from '../directions/read-directions.ts'
import { isOrdinary, repaired } from '../directions/spelling.ts'
import { type Directions, directionValues } from '../directions/values.ts'
import { isPrintedName } from '../medicines/medicine-names.ts'
import type { Fact } from '../words/read.ts'
import { cellsOf, withoutFrame } from './cells.ts'
import { withoutColumns } from './columns.ts'
import { dateIn } from './dates.ts'
import { withoutDayTable } from './day-table.ts'
import { besideDirections } from './direction-lines.ts'
import { doctorIn } from './doctor.ts'
import { frequencySource, frequencyWords, type PrintedWords, scheduleOf } from './frequency.ts'
import { isCutOff, type OnLine } from './lines.ts'
import { asOnPackage } from './maker-print.ts'
import type { FieldSource, MedicationOnLabel } from './medication-on-label.ts'
import { type Found, MOST_MEDICINES, paired } from './pairs.ts'
import { partsOf } from './parts.ts'
import { pharmacyIn } from './pharmacy.ts'
import { repairedDirections } from './repaired-directions.ts'
import { printedOnce } from './repeated-print.ts'
import { withWholeMedicines, withWholeNames } from './torn-lines.ts'

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
/** Below this confidence of the recogniser every field is a guess: a missing letter shows in no word. */
const CLEAR = 88

export interface LabelCircumstances {
  /** In the plan zone. */
  today: LocalDate
  /** The recogniser's confidence in the whole text, from 0 to 100. */
  confidence?: number
  /**
   * The recogniser's confidence in each line of the text, in the same order and on the same scale. A field is sure only
   * if all the lines that its words come from are clear; `confidence` counts for lines without one of their own.
   */
  lineConfidences?: readonly number[]
}

/** Returns whether a word of directions was misread: they are shown as they were printed. */
const hasMisread = (text: string): boolean =>
  putRight(text).at.size > 0 || wordsOf(text).some((word) => repaired(word.toLowerCase()) !== null)

/** `Do not eat grapetruit`: no list shows whether such a word was misread. */
const FORBIDDEN = /\bdo not (?:eat|drink|take|use|have|give|mix)\b([^.;]*)/gi
const forbidsUnknown = (text: string): boolean =>
  [...text.matchAll(FORBIDDEN)]
    .flatMap(([, what = '']) => wordsOf(what.toLowerCase()))
    .some((word) => /^\p{L}{4,}$/u.test(word) && !isKnownWord(word))
const isKnownWord = (word: string): boolean =>
  plainWords(word) !== undefined || isNumberWord(word) || isOrdinary(word) || isPrintedName(word)

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []
/** `only when travelling` */
const ONLY = /\bonly\s(?:when|if|for|on|as|during)\b/i

/** `GIVE "HELEN" 1 CAPSULE`: a name, of which no list shows whether it was misread. */
const QUOTED = /["“”](\p{L}{2,20})["“”]/u

/** Returns whether directions name someone whom no other line of the label names. */
function namesAnother(directions: string, lines: readonly string[]): boolean {
  const [, name = ''] = QUOTED.exec(directions) ?? []
  const isNamed = (line: string) => wordsOf(line.toUpperCase()).includes(name.toUpperCase())
  return name !== '' && lines.filter(isNamed).length < 2
}

/** Returns whether one of these lines of the recognised text was not read clearly. */
type IsBlurred = (lines: readonly number[]) => boolean

/**
 * Reads the recognised text of a pharmacy label or a prescription: the medications with their directions, the doctor,
 * the pharmacy and the date. Knows Australian, British and American ones, and several medications on one. What the
 * label does not say stays empty.
 */
export function readLabel(
  text: string,
  { today, confidence = 100, lineConfidences = [] }: LabelCircumstances,
): ReadLabel {
  const isBlurred: IsBlurred = (lines) => lines.some((line) => (lineConfidences[line] ?? confidence) < CLEAR)
  const fact = <Value>(read: OnLine<Value> | null): Fact<Value> | null => {
    if (read === null) return null
    const { line, ...found } = read
    return isBlurred([line]) ? { ...found, confidence: 'guess' } : found
  }
  const printed = withoutDayTable(
    withoutFrame(linesOf(text))
      .map((own, line) => ({ text: printedOnce(own), line }))
      .filter((one) => one.text.trim() !== '')
      .slice(0, MOST_LINES),
  )
  const lessClear = (one: number, other: number) =>
    (lineConfidences[other] ?? confidence) < (lineConfidences[one] ?? confidence) ? other : one
  const cells = withWholeNames(
    printed.map(({ text: own, line }) => ({ cells: cellsOf(own), line })),
    lessClear,
  )
  const lines = withWholeMedicines(
    withoutColumns(printed)
      .map((one) => ({ ...one, text: inOneSpace(one.text) }))
      .flatMap(besideDirections),
    lessClear,
  )
  const texts = lines.map((one) => one.text)
  const numberOf = (index: number): number => lines[index]?.line ?? index
  const found = asOnPackage(paired(partsOf(texts)), texts).slice(0, MOST_MEDICINES)
  return {
    medications: found
      .map((one) => extracted(one, today, (own) => isBlurred(own.map(numberOf))))
      .map((one) => (namesAnother(one.instructions, texts) ? withDoubt(one, 'instructions') : one))
      // One of several without directions may be a part of another, or not to be taken at all.
      .map((one) => (found.length > 1 && one.instructions === '' ? withDoubt(one, 'name') : one)),
    doctor: fact(doctorIn(cells)),
    pharmacy: fact(pharmacyIn(cells)),
    date: fact(dateIn(printed, today)),
  }
}

/** Returns a medication with a field that the user has to check. */
function withDoubt(one: MedicationOnLabel, field: 'name' | 'instructions'): MedicationOnLabel {
  const source = one.sources[field]
  return source ? { ...one, sources: { ...one.sources, [field]: { ...source, confidence: 'guess' } } } : one
}

const inOneSpace = (line: string): string => line.replace(/\s+/g, ' ').trim()

const linesOf = (text: string): string[] =>
  text
    .slice(0, LONGEST)
    .split('\n')
    .map((line) => line.slice(0, LONGEST_LINE))

function extracted(
  { named, directions: printed, lines, isEnd, alsoCalled }: Found,
  today: LocalDate,
  isBlurred: IsBlurred,
): MedicationOnLabel {
  const repairs = repairedDirections(printed)
  const { text } = repairs
  const isRepaired = text !== printed
  const directions = readDirections(text)
  const printedWords: PrintedWords = (said) => repairs.source(said)
  const { name, strength } = named
  const dose = strength ? undefined : doseOf(directions, printedWords)
  const asks = [
    ...(strength?.isUnsafe ? [strength.words] : []),
    ...(alsoCalled === undefined ? [] : [alsoCalled]),
    ...(isRepaired ? [printed] : []),
    ...directions.asks.map(printedWords),
  ]
  const marked = (source: FieldSource | undefined, own: readonly number[], isGuess = false): FieldSource | undefined =>
    source && (isGuess || isBlurred(own)) ? { ...source, confidence: 'guess' } : source
  const frequency = frequencySource(directions, printedWords)
  // The part that was cut off may say that it is less often, and so may an unknown condition.
  const isUnsure = isRepaired || isEnd || isCutOff(printed) || (directions.asNeeded === null && ONLY.test(printed))
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
      name: marked({ words: name.words, confidence: name.confidence }, [lines.name], alsoCalled !== undefined),
      dosage: strength
        ? marked({ words: strength.words, confidence: strength.confidence }, [lines.strength])
        : marked(dose?.source, lines.directions),
      frequency: marked(frequency, lines.directions, isUnsure),
      instructions:
        text === ''
          ? undefined
          : marked(
              { words: printed, confidence: 'sure' },
              lines.directions,
              !isPlain || hasMisread(text) || forbidsUnknown(text),
            ),
    },
    asks: [...new Set(asks)],
  }
}

/**
 * Returns one dose, where no strength is printed: `2 puffs`. A guess, because the strength may have been unreadable.
 */
function doseOf(
  { dose, doseMax, unit }: Directions,
  printedWords: PrintedWords,
): { value: string; source: FieldSource } | undefined {
  if (!dose || !unit) return undefined
  const said = formatDirectionValues({ dose: dose.value, ...(doseMax && { doseMax: doseMax.value }), unit: unit.value })
  return { value: said.replace(/^\w+ |\.$/g, ''), source: { words: printedWords(dose), confidence: 'guess' } }
}
