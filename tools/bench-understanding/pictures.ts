import { onDevice } from './labels/device-label-reader.ts'
import { FIELDS, type Field } from './labels/judging.ts'
import { ours } from './labels/label-reader.ts'
import { type PictureResult, readTaken } from './labels/picture-reading.ts'
import { FEW, KINDS, takenPictures } from './labels/taken-pictures.ts'
import { type Counts, f1, type Score } from './score.ts'
import type { Section } from './section.ts'

/** No picture of this seed was looked at while preparation and readers were developed. */
const SEED = 'unseen'

/** In per cent: F1 over all pictures, and F1 of photographs (QUALITY.md, Understanding). */
const BARS: Record<Field, { all: number; photo: number }> = {
  name: { all: 85, photo: 75 },
  dosage: { all: 88, photo: 75 },
  frequency: { all: 82, photo: 65 },
  instructions: { all: 78, photo: 65 },
}
const MOST_WRONG = 0.02
const MEDIAN = { server: 2500, device: 6000 }

interface Choice {
  /** One picture of each effect and layout. */
  quick: boolean
  /** Read in a browser, as a device reads; otherwise as an upload. */
  device: boolean
  seed?: string | undefined
}

/** Pictures that the project makes itself, by kind. */
export const pictures = ({ quick, device, seed = SEED }: Choice): Section => ({
  name: 'pictures',
  async measure() {
    const reader = device ? await onDevice() : ours()
    const most = device ? MEDIAN.device : MEDIAN.server
    const results: PictureResult[] = []
    // One after the other: a server with one core reads one at a time.
    for (const taken of takenPictures(seed, quick ? FEW : undefined)) results.push(await readTaken(taken, reader))
    await reader.close()
    const kinds = KINDS.map((kind) => ({ kind, own: results.filter(({ taken }) => taken.kind === kind) }))
    const labels = results.filter(({ taken }) => taken.kind !== 'card')
    const photos = results.filter(({ taken }) => taken.kind === 'photo')
    const effects = Map.groupBy(results, ({ taken }) => `${taken.kind}, ${taken.effect}`)
    const all = merged(results)
    return {
      name: 'pictures',
      scores: kinds.map(({ own }) => merged(own)),
      targets: [
        ...FIELDS.map((field) => f1Target(`${field} F1, rendered and photo`, labels, field, BARS[field].all)),
        ...FIELDS.map((field) => f1Target(`${field} F1, photo`, photos, field, BARS[field].photo)),
        { words: 'sure but wrong < 2 % of all pictures', met: all.sureWrong < MOST_WRONG * Math.max(1, all.sure) },
        { words: `median ≤ ${most} ms`, met: share(results, 0.5) <= most },
      ],
      notes: [
        '',
        ...kinds.flatMap(({ kind, own }) => [`${kind}: ${inWords(own)}`, `  ${lostInWords(own)}`]),
        ...[...effects].map(([effect, own]) => `${effect}: ${inWords(own)}`),
      ],
    }
  },
})

function merged(results: readonly PictureResult[]): Score {
  const [first, ...others] = results.map(({ score }) => score)
  if (!first) throw new RangeError('there is no picture')
  const sum = { ...first, fields: new Map(first.fields), failures: [...first.failures] }
  for (const { n, exact, sure, sureWrong, fields, failures } of others) {
    sum.n += n
    sum.exact += exact
    sum.sure += sure
    sum.sureWrong += sureWrong
    sum.failures.push(...failures)
    for (const [field, counts] of fields) sum.fields.set(field, added(sum.fields.get(field), counts))
  }
  return sum
}

const added = (a: Counts | undefined, b: Counts): Counts => ({
  right: (a?.right ?? 0) + b.right,
  wrong: (a?.wrong ?? 0) + b.wrong,
  missed: (a?.missed ?? 0) + b.missed,
})

function f1Target(words: string, results: readonly PictureResult[], field: Field, bar: number) {
  const counts = merged(results).fields.get(field) ?? { right: 0, wrong: 0, missed: 1 }
  const value = 100 * f1(counts)
  return { words: `${words} ≥ ${bar} %: ${value.toFixed(1)} %`, met: value >= bar }
}

/** Returns the time, in milliseconds, that this share of the pictures did not exceed. */
function share(results: readonly PictureResult[], part: number): number {
  const times = results.map(({ took }) => took).sort((a, b) => a - b)
  return times[Math.min(times.length - 1, Math.ceil(part * times.length) - 1)] ?? 0
}

const isWhole = ({ score: { n, exact } }: PictureResult): boolean => n === exact

function inWords(results: readonly PictureResult[]): string {
  const there = results.reduce((sum, { words }) => sum + words.there, 0)
  const read = results.reduce((sum, { words }) => sum + words.read, 0)
  const whole = results.filter(isWhole).length
  const [median, most] = [share(results, 0.5), share(results, 0.95)].map(Math.round)
  const words = `${((100 * read) / there).toFixed(1)} % of the words`
  return `${whole} of ${results.length} wholly right, ${words}, median ${median} ms, p95 ${most} ms`
}

/** Tells what the reader of texts lost from what the recogniser lost. */
function lostInWords(results: readonly PictureResult[]): string {
  const byReader = results.flatMap(({ lost }) => lost.byReader)
  const byRecogniser = results.flatMap(({ lost }) => lost.byRecogniser)
  const counted = (fields: readonly string[]): string =>
    [...Map.groupBy(fields, (field) => field)].map(([field, own]) => `${field} ${own.length}`).join(', ') || 'none'
  return `fields not right although all their words were read: ${counted(byReader)}; because they were not: ${counted(byRecogniser)}`
}
