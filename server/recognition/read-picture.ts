import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import tesseract from 'tesseract.js'
import type { Grey } from './grey.ts'
import { asFile, prepared, turned } from './prepare.ts'
import type { Reading } from './recogniser.ts'

/** Of the two English models this one reads the same words in half the time (decision 024). It lies in node_modules: nothing is fetched. */
const MODEL = join(
  dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')),
  '4.0.0_best_int',
)

/** Words below this sureness (of 100) are shadows and edges, not print; so are a few letters alone on a line below the other. */
const NOTHING = 25
const SHORT = { letters: 6, sureness: 60 }
/** With fewer letters in words that are surely read, the picture may lie on its side or stand on its head. */
const SURE_LETTERS = 15
const SURE = 80

/** Starts the recogniser; answers what reads one picture after the other. */
export async function startReading(): Promise<(picture: Buffer) => Promise<Reading>> {
  const worker = await tesseract.createWorker('eng', tesseract.OEM.LSTM_ONLY, {
    langPath: MODEL,
    cacheMethod: 'none',
    errorHandler: () => {},
  })
  const readOne = async (picture: Grey): Promise<Found> => {
    const { data } = await worker.recognize(await asFile(picture), {}, { blocks: true })
    return foundIn(data)
  }
  return async (bytes) => {
    const picture = await prepared(bytes)
    let best = await readOne(picture)
    for (const degrees of [180, 90, 270]) {
      if (best.sureLetters >= SURE_LETTERS) break
      const other = await readOne(await turned(picture, degrees))
      if (other.sureLetters > best.sureLetters) best = other
    }
    const { text, confidence } = best
    return { text, confidence }
  }
}

interface Found extends Reading {
  sureLetters: number
}

type Words = Pick<tesseract.Word, 'text' | 'confidence'>[]

function foundIn({ blocks }: Pick<tesseract.Page, 'blocks'>): Found {
  const lines = (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines))
  const kept = lines
    .map(
      ({ words }): Words =>
        words.filter(({ text, confidence }) => confidence >= NOTHING && /[\p{L}\p{N}]/u.test(text)),
    )
    .filter((words) => lettersOf(words) > SHORT.letters || surenessOf(words) >= SHORT.sureness)
  const words = kept.flat()
  return {
    text: kept.map((line) => line.map(({ text }) => text).join(' ')).join('\n'),
    confidence: Math.round(surenessOf(words)),
    sureLetters: lettersOf(words.filter(({ text, confidence }) => confidence >= SURE && text.length > 2)),
  }
}

const lettersOf = (words: Words): number => words.reduce((sum, { text }) => sum + text.length, 0)

/** The mean of the words, each by its length; 0 where there are none. */
const surenessOf = (words: Words): number =>
  words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) /
  Math.max(1, lettersOf(words))
