import type { Grey } from '@dosewell/print/grey'
import type tesseract from 'tesseract.js'
import { asFile, prepared, turned } from './prepare.ts'
import type { Reading } from './recogniser.ts'

/**
 * Short words below this confidence (out of 100) are shadows and edges, not print. A long one may be print that is hard
 * to read.
 */
const NOTHING = { letters: 3, sureness: 10 }
/**
 * The same goes for shorter ends of lines below this higher confidence, and for short lines above the first and below
 * the last line of print.
 */
const SHORT = { end: 2, line: 6, sureness: 60 }
/** With fewer letters in confidently read words, the picture may be on its side or upside down. */
const SURE_LETTERS = 15
const SURE = 80

/** Reads a whole page with the first recogniser alone. Throws if the picture cannot be decoded. */
export async function readPage(bytes: Buffer, worker: Pick<tesseract.Worker, 'recognize'>): Promise<Reading> {
  const readOne = async (picture: Grey): Promise<Found> => {
    const { data } = await worker.recognize(await asFile(picture), {}, { blocks: true })
    return foundIn(data)
  }
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

interface Found extends Reading {
  sureLetters: number
}

type Words = Pick<tesseract.Word, 'text' | 'confidence'>[]

function foundIn({ blocks }: Pick<tesseract.Page, 'blocks'>): Found {
  const lines = (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((paragraph) => paragraph.lines))
  const read = lines
    .toSorted((a, b) => middleOf(a) - middleOf(b))
    .map(({ words }) => withoutEdges(words))
    .filter((words) => words.length > 0)
  const isPrint = (words: Words) => lettersOf(words) > SHORT.line || surenessOf(words) >= SHORT.sureness
  const kept = read.slice(Math.max(0, read.findIndex(isPrint)), read.findLastIndex(isPrint) + 1)
  const words = kept.flat()
  return {
    text: kept.map((line) => line.map(({ text }) => text).join(' ')).join('\n'),
    confidence: Math.round(surenessOf(words)),
    sureLetters: lettersOf(words.filter(({ text, confidence }) => confidence >= SURE && text.length > 2)),
  }
}

const middleOf = ({ bbox }: Pick<tesseract.Line, 'bbox'>): number => (bbox.y0 + bbox.y1) / 2

/**
 * Returns the words of a line without non-words, and without specks at its end. A number at its beginning may be a
 * dose.
 */
function withoutEdges(words: Words): Words {
  const isWord = ({ text, confidence }: Words[number]) =>
    /[\p{L}\p{N}]/u.test(text) && (confidence >= NOTHING.sureness || bare(text).length > NOTHING.letters)
  const kept = words.filter(isWord)
  const isSpeck = ({ text, confidence }: Words[number]) => bare(text).length <= SHORT.end && confidence < SHORT.sureness
  while (kept.length > 1 && isSpeck(kept.at(-1) as Words[number])) kept.pop()
  while (kept.length > 1 && isSpeck(kept[0] as Words[number]) && !/^\d/.test(kept[0]?.text ?? '')) kept.shift()
  return kept
}

const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '')

const lettersOf = (words: Words): number => words.reduce((sum, { text }) => sum + text.length, 0)

/** Returns the mean confidence of the words, weighted by length; 0 if there are none. */
const surenessOf = (words: Words): number =>
  words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / Math.max(1, lettersOf(words))
