import type { LocalDate } from '#domain/lib/local-time.ts'
import { readAppointment } from '#domain/understanding/appointments.ts'
import { readDirections } from '#domain/understanding/directions/read-directions.ts'
import { DIRECTION_FIELDS } from '#domain/understanding/directions/values.ts'
import { readMedication } from '#domain/understanding/medications.ts'
import type { Read } from '#domain/understanding/read.ts'
import { mangled, seeded } from '#tests/understanding/mangle.ts'
import { ownCorpora } from './sample.ts'

/** A reader of texts and every value it gives with its words. */
interface Fuzzed {
  name: string
  /** Our file of sentences that are mangled. */
  file: string
  values(text: string): readonly Read<unknown>[]
}

const FUZZED: readonly Fuzzed[] = [
  {
    name: 'directions',
    file: 'directions.jsonl',
    values(text) {
      const read = readDirections(text)
      return DIRECTION_FIELDS.flatMap((field) => read[field] ?? [])
    },
  },
  {
    name: 'medications',
    file: 'dictation-medication.jsonl',
    values(text) {
      const { instructions: _instructions, asks: _asks, ...facts } = readMedication(text, TODAY)
      return Object.values(facts).flatMap((fact) => fact ?? [])
    },
  },
  {
    name: 'appointments',
    file: 'dictation-appointment.jsonl',
    values: (text) => Object.values(readAppointment(text, TODAY)).filter((fact) => fact !== null),
  },
]

const TODAY = '2026-11-20' as LocalDate

/** How long one text may take. */
const LONGEST_MS = 5
const AGAIN = Array.from({ length: 9 })

/**
 * Reads many mangled texts with every reader and prints the slowest. A text slower than all before is read again: what counts is its
 * best time, which is its own and not that of whatever else the machine did.
 * @returns the exit code: 1 when one threw, gave a value whose words are not in the text, or was too slow
 */
export function fuzz(texts: number, seed: number): number {
  let failed = 0
  for (const { name, file, values } of FUZZED) {
    const sentences = ownCorpora(file).flatMap(({ samples }) => samples.map(({ text }) => text))
    const random = seeded(seed)
    let slowest = { ms: 0, text: '' }
    let whole = 0
    for (let index = 0; index < texts; index += 1) {
      const text = mangled(sentences, random)
      const ms = timed(values, text)
      whole += ms
      const own = ms > slowest.ms ? Math.min(ms, ...AGAIN.map(() => timed(values, text))) : ms
      if (own > slowest.ms) slowest = { ms: own, text }
      const problem = problemOf(values, text)
      if (problem === null) continue
      failed += 1
      console.log(`${name}: ${problem}: ${JSON.stringify(text)}`)
    }
    if (slowest.ms > LONGEST_MS) failed += 1
    console.log(
      `${name}: ${texts} texts (seed ${seed}), ${(whole / texts).toFixed(3)} ms each, the slowest ${slowest.ms.toFixed(2)} ms with ${slowest.text.length} characters: ${JSON.stringify(slowest.text.slice(0, 80))}`,
    )
  }
  return failed > 0 ? 1 : 0
}

function timed(values: Fuzzed['values'], text: string): number {
  const begun = performance.now()
  try {
    values(text)
  } catch {
    // Told by problemOf.
  }
  return performance.now() - begun
}

function problemOf(values: Fuzzed['values'], text: string): string | null {
  try {
    const bad = values(text).find(
      ({ words, at }) => words === '' || text.slice(at, at + words.length) !== words,
    )
    return bad ? `words that are not in the text (${JSON.stringify(bad)})` : null
  } catch (error) {
    return `thrown ${error}`
  }
}
