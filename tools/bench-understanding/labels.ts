import { createRequire } from 'node:module'
import path from 'node:path'
import tesseract from 'tesseract.js'
import { chanceOf } from '#tests/sync/prng.ts'
import { aligned, common, FIELDS, type Field, isRight, wordsOf } from './labels/judging.ts'
import { labelOf } from './labels/label-layouts.ts'
import { LEVELS, type Level, pictureOf } from './labels/label-pictures.ts'
import { type LabelReader, ours } from './labels/label-reader.ts'
import { plainLabel } from './labels/plain-label.ts'
import type { Corpus, Sample } from './sample.ts'
import { f1, type Reading, type Score, score } from './score.ts'
import { type Section, wrongTarget } from './section.ts'

/**
 * Pictures of each level. Their seed begins differently from that of the pictures used to develop preparation and
 * parser.
 */
const PICTURES = 20
const SEED = 'unseen'

/** QUALITY.md, Understanding. */
const WORDS_BAR: Record<Level, number> = { easy: 0.95, medium: 0.85, hard: 0.6 }
const FIELD_BAR: Record<Field, number> = { name: 0.8, dosage: 0.85, frequency: 0.75, instructions: 0.7 }

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
    for (const [number, { expected, readings: found }] of aligned(label.truth, reader.fields(read)).entries()) {
      const id = `${level}-${index}-${label.kind}-${number}`
      samples.push({ id, text: text.replaceAll('\n', ' | '), expected, set: level, now: undefined })
      readings.set(id, found)
    }
  }
  const corpus: Corpus = { name: `pictures, ${level}`, samples }
  const judged = score(corpus, { name: reader.name, read: ({ id }) => readings.get(id) ?? {} }, isRight)
  return { score: judged, words, wordsThere, ms }
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
