import { spawnSync } from 'node:child_process'
import { readAppointment } from '@dosewell/reading/appointment'
import { DIRECTION_FIELDS } from '@dosewell/reading/direction-values'
import { readDirections } from '@dosewell/reading/directions'
import { readDocumentText } from '@dosewell/reading/document'
import { emailIn } from '@dosewell/reading/email'
import { readLabel } from '@dosewell/reading/label'
import { readMedication } from '@dosewell/reading/medication'
import { readSpokenDocument } from '@dosewell/reading/spoken-document'
import { readSpokenEmail } from '@dosewell/reading/spoken-email'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { chanceOf } from '#tests/sync/prng.ts'
import { mangled, seeded } from '#tests/understanding/mangle.ts'
import { labelOf } from './labels/label-layouts.ts'
import { readsInProportion } from './repeated.ts'
import { ownCorpora } from './sample.ts'

/** A reader of texts, with every value it gives and its words. */
interface Fuzzed {
  name: string
  /** The texts to mangle. */
  texts(): readonly string[]
  /** `at`: where the words begin; absent when a reader only gives the words. */
  values(text: string): readonly { words: string; at?: number }[]
}

/** Returns the texts of one of our files of sentences. */
const sentencesOf = (file: string) => () => ownCorpora(file).flatMap(({ samples }) => samples.map(({ text }) => text))

function printedLabels(): string[] {
  const chance = chanceOf('fuzz')
  return Array.from({ length: LABELS }, (_, index) => {
    const { lines } = labelOf(chance, index)
    return lines.map(({ text }) => text).join('\n')
  })
}

const FUZZED: readonly Fuzzed[] = [
  {
    name: 'directions',
    texts: sentencesOf('directions.jsonl'),
    values(text) {
      const read = readDirections(text)
      return DIRECTION_FIELDS.flatMap((field) => read[field] ?? [])
    },
  },
  {
    name: 'medications',
    texts: sentencesOf('dictation-medication.jsonl'),
    values(text) {
      const { instructions: _instructions, asks: _asks, ...facts } = readMedication(text, TODAY)
      return Object.values(facts).flatMap((fact) => fact ?? [])
    },
  },
  {
    name: 'appointments',
    texts: sentencesOf('dictation-appointment.jsonl'),
    values: (text) => Object.values(readAppointment(text, TODAY)).filter((fact) => fact !== null),
  },
  {
    name: 'labels',
    texts: printedLabels,
    values(text) {
      const { medications, doctor, pharmacy, date } = readLabel(text, { today: TODAY })
      const sources = medications.flatMap((medication) => Object.values(medication.sources))
      // Directions may be read from several lines: checked word by word, without the position.
      return [...sources, doctor, pharmacy, date].flatMap((read) =>
        (read?.words.split(/[\s…]+/) ?? []).map((words) => ({ words })),
      )
    },
  },
  {
    name: 'documents',
    texts: printedLabels,
    // Their values are reworded: a heading loses its capitals, an address its spaces.
    values(text) {
      for (const read of [readDocumentText, readSpokenDocument]) read(text, TODAY)
      for (const read of [readSpokenEmail, emailIn]) read(text)
      return []
    },
  },
]

/** How many different labels are mangled. */
const LABELS = 200

const TODAY = '2026-11-20' as LocalDate

/** How long one text may take. */
const LONGEST_MS = 5
const AGAIN = Array.from({ length: 9 })
/** How many of the longest first readings are repeated. */
const LOOKED_AT = 100

/**
 * Fuzzes every reader whose name begins with one of `only`, each in a separate process: V8 stops optimising expressions
 * once a process holds more than 16 MB of machine code, so the code compiled for one reader would slow the rare texts
 * of the next.
 * @returns the exit code: 1 when one of them failed
 */
export function fuzzEach(only: readonly string[] | undefined, texts: number, seed: number): number {
  const chosen = FUZZED.filter(({ name }) => only?.some((begin) => name.startsWith(begin)) ?? true)
  const [first, ...others] = chosen
  if (first && others.length === 0) return fuzz(first, texts, seed)
  const words = [process.argv[1] ?? '', '--fuzz', `${texts}`, '--seed', `${seed}`, '--only']
  const codes = chosen.map(({ name }) => spawnSync(process.execPath, [...words, name], { stdio: 'inherit' }).status)
  return codes.length > 0 && codes.every((code) => code === 0) ? 0 : 1
}

/**
 * Reads many mangled texts with a reader and prints the slowest. Each of the longest first readings is repeated nine
 * times at the end, and the fastest counts: it shows the cost of the text, without whatever else the machine did, such
 * as compiling or collecting garbage. Also prints the longest first reading, and how many were over the limit. Then
 * reads texts that repeat themselves.
 * @returns the exit code: 1 when one threw, gave a value whose words are not in the text, or was too slow
 */
function fuzz({ name, texts: textsOf, values }: Fuzzed, texts: number, seed: number): number {
  const sentences = textsOf()
  const random = seeded(seed)
  let failed = 0
  let whole = 0
  let overAtFirst = 0
  let longest: Timing[] = []
  for (let index = 0; index < texts; index += 1) {
    const text = mangled(sentences, random)
    const ms = timed(values, text)
    whole += ms
    if (ms > LONGEST_MS) overAtFirst += 1
    longest.push({ ms, text })
    if (longest.length > 2 * LOOKED_AT) longest = slowestOf(longest)
    const problem = problemOf(values, text)
    if (problem === null) continue
    failed += 1
    console.log(`${name}: ${problem}: ${JSON.stringify(text)}`)
  }
  const first = slowestOf(longest)
  const [slowest = NOTHING] = slowestOf(
    first.map(({ ms, text }) => ({ text, ms: Math.min(ms, ...AGAIN.map(() => timed(values, text))) })),
  )
  if (slowest.ms > LONGEST_MS) failed += 1
  console.log(
    `${name}: ${texts} texts (seed ${seed}), ${(whole / texts).toFixed(3)} ms each, the slowest ${slowest.ms.toFixed(2)} ms (fastest of ${AGAIN.length + 1} readings) with ${slowest.text.length} characters: ${JSON.stringify(slowest.text.slice(0, 80))}`,
  )
  console.log(
    `${name}: of the first readings ${overAtFirst} took more than ${LONGEST_MS} ms, the longest ${(first[0] ?? NOTHING).ms.toFixed(2)} ms`,
  )
  const isLinear = readsInProportion(name, values)
  return failed === 0 && isLinear ? 0 : 1
}

interface Timing {
  ms: number
  text: string
}

const NOTHING: Timing = { ms: 0, text: '' }

const slowestOf = (timings: readonly Timing[]): Timing[] => timings.toSorted((a, b) => b.ms - a.ms).slice(0, LOOKED_AT)

/**
 * Reads something else first: a reader that remembered the same text would be faster the second time than at any first
 * reading.
 */
function timed(values: Fuzzed['values'], text: string): number {
  values('')
  const begun = performance.now()
  try {
    values(text)
  } catch {
    // Reported by problemOf.
  }
  return performance.now() - begun
}

function problemOf(values: Fuzzed['values'], text: string): string | null {
  try {
    const bad = values(text).find(({ words, at }) => {
      if (words === '') return true
      return at === undefined ? !text.includes(words) : text.slice(at, at + words.length) !== words
    })
    return bad ? `words that are not in the text (${JSON.stringify(bad)})` : null
  } catch (error) {
    return `thrown ${error}`
  }
}
