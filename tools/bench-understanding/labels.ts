import { createRequire } from 'node:module'
import path from 'node:path'
import { readLabel } from '@dosewell/reading/label'
import tesseract from 'tesseract.js'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { heldPicture, pictureWorkshop } from '#server/pictures/picture-workshop.ts'
import { type Reading as Recognised, recogniser } from '#server/recognition/recogniser.ts'
import { chanceOf } from '#tests/sync/prng.ts'
import { frequencyKey } from './labels/frequency-key.ts'
import { type Label, labelOf } from './labels/label-layouts.ts'
import { LEVELS, type Level, pictureOf } from './labels/label-pictures.ts'
import { plainLabel, type ReadFields } from './labels/plain-label.ts'
import type { Corpus, Sample } from './sample.ts'
import { f1, type Judge, type Reading, type Score, score } from './score.ts'
import { type Section, wrongTarget } from './section.ts'

/**
 * Pictures of each level. Their seed begins differently from that of the pictures used to develop preparation and
 * parser.
 */
const PICTURES = 20
const SEED = 'unseen'

const FIELDS = ['name', 'dosage', 'frequency', 'instructions'] as const
type Field = (typeof FIELDS)[number]
/** QUALITY.md, Understanding. */
const WORDS_BAR: Record<Level, number> = { easy: 0.95, medium: 0.85, hard: 0.6 }
const FIELD_BAR: Record<Field, number> = { name: 0.8, dosage: 0.85, frequency: 0.75, instructions: 0.7 }

interface LabelReader {
  name: string
  read(picture: Buffer): Promise<Recognised>
  fields(read: Recognised): ReadFields[]
  close(): Promise<void>
}

/** Reads as an upload is read: decoded and re-encoded, prepared, recognised, read. */
function ours(): LabelReader {
  const [workshop, reader] = [pictureWorkshop(), recogniser()]
  return {
    name: 'Dosewell',
    async read(picture) {
      const prepared = await workshop.prepare(heldPicture(picture))
      if (prepared.kind === 'refused') throw new Error(`the picture was refused: ${prepared.reason}`)
      const read = await reader.read(prepared.image)
      return read.kind === 'read' ? read : { text: '', confidence: 0 }
    },
    fields: ({ text, confidence }) =>
      readLabel(text, { today: '2026-11-22' as LocalDate, confidence }).medications.map(
        ({ sources, ...medication }) => ({
          ...medication,
          guesses: FIELDS.filter((field) => sources[field]?.confidence === 'guess'),
        }),
      ),
    async close() {
      workshop.close()
      reader.close()
    },
  }
}

async function plain(): Promise<LabelReader> {
  const data = createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')
  const langPath = path.join(path.dirname(data), '4.0.0_best_int')
  const worker = await tesseract.createWorker('eng', tesseract.OEM.LSTM_ONLY, {
    langPath,
    cacheMethod: 'none',
  })
  await worker.setParameters({ debug_file: '/dev/null' } as Partial<tesseract.WorkerParams>)
  return {
    name: 'tesseract, regexes',
    read: async (picture) => (await worker.recognize(picture)).data,
    fields: ({ text }) => plainLabel(text),
    close: async () => void (await worker.terminate()),
  }
}

export const labels: Section = {
  name: 'labels',
  async measure() {
    const readers = [ours(), await plain()]
    const scores: Score[] = []
    const notes: string[] = ['']
    const targets: { words: string; met: boolean }[] = []
    for (const reader of readers) {
      for (const level of LEVELS) {
        const read = await readLevel(reader, level)
        scores.push(read.score)
        const share = read.words / read.wordsThere
        notes.push(
          `${reader.name}, ${level}: ${(100 * share).toFixed(1)} % of the words, ${Math.round(read.ms)} ms a picture`,
        )
        if (reader === readers[0]) {
          targets.push({
            words: `${level}: words read ≥ ${100 * WORDS_BAR[level]} %`,
            met: share >= WORDS_BAR[level],
          })
        }
      }
      await reader.close()
    }
    for (const reader of readers) notes.push(`${reader.name}, all levels: ${fieldWords(scores, reader.name)}`)
    const own = readers[0]?.name ?? ''
    for (const field of FIELDS) {
      const met = overall(scores, own, field) >= FIELD_BAR[field]
      targets.push({ words: `${field} F1 ≥ ${100 * FIELD_BAR[field]} % over all levels`, met })
    }
    return { name: 'labels', scores, targets: [...targets, wrongTarget(scores)], notes }
  },
}

interface LevelReading {
  score: Score
  words: number
  wordsThere: number
  ms: number
}

async function readLevel(reader: LabelReader, level: Level): Promise<LevelReading> {
  const samples: Sample[] = []
  const readings = new Map<string, Record<string, Reading>>()
  let [words, wordsThere, ms] = [0, 0, 0]
  for (let index = 0; index < PICTURES; index += 1) {
    const chance = chanceOf(`${SEED}/${level}/${index}`)
    const label = labelOf(chance, index)
    const picture = await pictureOf(chance, label, level)
    const begin = performance.now()
    const read = await reader.read(picture)
    const { text } = read
    ms += (performance.now() - begin) / PICTURES
    const there = label.lines.flatMap((line) => wordsOf(line.text))
    words += common(there, wordsOf(text))
    wordsThere += there.length
    for (const [sample, found] of aligned(label, reader.fields(read), { level, index, text })) {
      samples.push(sample)
      readings.set(sample.id, found)
    }
  }
  const corpus: Corpus = { name: `pictures, ${level}`, samples }
  const judged = score(corpus, { name: reader.name, read: ({ id }) => readings.get(id) ?? {} }, isRight)
  return { score: judged, words, wordsThere, ms }
}

/**
 * Returns one sample for each medication of the label, with what was read of it, and one for each reading that is not
 * on the label.
 */
function aligned(
  { kind, truth }: Label,
  found: readonly ReadFields[],
  { level, index, text }: { level: Level; index: number; text: string },
): [Sample, Record<string, Reading>][] {
  const left = [...found]
  const take = (name: string): ReadFields | undefined => {
    const at = left.findIndex((one) => isSame(one.name, name))
    return at >= 0 ? left.splice(at, 1)[0] : undefined
  }
  const named = truth.medications.map((medication) => ({ medication, read: take(medication.name) }))
  const sampleOf = (number: number, expected: Record<string, unknown>): Sample => ({
    id: `${level}-${index}-${kind}-${number}`,
    text: text.replaceAll('\n', ' | '),
    expected,
    set: level,
    now: undefined,
  })
  const rows = named.map(({ medication, read }, number): [Sample, Record<string, Reading>] => [
    sampleOf(number, medication),
    readingsOf(read ?? left.shift()),
  ])
  const more = left.map((read, number): [Sample, Record<string, Reading>] => [
    sampleOf(truth.medications.length + number, { name: '' }),
    readingsOf(read),
  ])
  return [...rows, ...more]
}

const readingsOf = (read: ReadFields | undefined): Record<string, Reading> =>
  Object.fromEntries(
    read === undefined
      ? []
      : FIELDS.map((field) => [field, { value: read[field], isSure: !read.guesses.includes(field) }]),
  )

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []
const bare = (text: string): string => wordsOf(text).join('')
const isSame = (a: string, b: string): boolean => bare(a) === bare(b)

/** Counts the words two texts have in common, each as often as it occurs in both. */
function common(a: readonly string[], b: readonly string[]): number {
  const left = Map.groupBy(b, (word) => word)
  return a.filter((word) => left.get(word)?.pop() !== undefined).length
}

/** Directions count as read when nine words in ten are. */
const isRight: Judge = (field, expected, value) => {
  const [wanted, read] = [String(expected), String(value)]
  if (field === 'frequency') return frequencyKey(read) === wanted
  if (field !== 'instructions') return isSame(wanted, read)
  const [there, found] = [wordsOf(wanted), wordsOf(read)]
  return (2 * common(there, found)) / Math.max(1, there.length + found.length) >= 0.9
}

function overall(scores: readonly Score[], reader: string, field: Field): number {
  const counts = { right: 0, wrong: 0, missed: 0 }
  for (const { fields } of scores.filter((one) => one.reader === reader)) {
    const { right = 0, wrong = 0, missed = 0 } = fields.get(field) ?? {}
    counts.right += right
    counts.wrong += wrong
    counts.missed += missed
  }
  return f1(counts)
}

const fieldWords = (scores: readonly Score[], reader: string): string =>
  FIELDS.map((field) => `${field} ${(100 * overall(scores, reader, field)).toFixed(1)} %`).join(', ')
