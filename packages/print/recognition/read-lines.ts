import { combine, type IsKnown } from '../lines/combine.ts'
import { confidenceOf, type Glyph, surenessOf, textOf } from '../lines/line.ts'
import { type PlacedText, pageLines } from '../lines/page.ts'
import { withGaps } from '../lines/spaces.ts'
import type { Picture } from '../pictures/picture.ts'
import { type FoundLine, findLines, type PagePicture } from './find-lines.ts'
import type { PrintModels } from './models.ts'

/** A line below the first confidence is no print; a short one neither, below the second. */
const NOTHING = { sureness: 0.35, letters: 3, short: 0.6 }

/** Reads a level picture of one line. */
export type ReadLetters = (line: Picture) => Promise<Glyph[]>

/** What reads lines: the models, and another recogniser. */
export interface LineReaders {
  models: PrintModels
  other: ReadLetters
  /** Returns whether a word in small letters is one that such pages use. */
  isKnown: IsKnown
  /** Called once the lines are found, and after each, with how much is read: from 0 to 1. */
  onProgress?(share: number): void
}

/** The text of a page line by line, and how sure its letters are, from 0 to 100: in the mean, and of each line in its order. */
export interface PageReading {
  text: string
  confidence: number
  lineConfidences: number[]
}

/**
 * Reads the print on a picture: finds its lines, reads each with both recognisers, and puts them in order. Null if there
 * are no lines.
 */
export async function readLines(page: PagePicture, readers: LineReaders): Promise<PageReading | null> {
  const { models, other, isKnown, onProgress = () => {} } = readers
  const lines = await findLines(page, models)
  onProgress(0)
  const readings: Promise<PlacedText | null>[] = []
  let done = 0
  const readOne = async ({ box, picture }: FoundLine, own: readonly Glyph[]): Promise<PlacedText | null> => {
    const letters = own.length === 0 ? [] : combine(own, await other(picture), isKnown)
    done += 1
    onProgress(done / lines.length)
    return isPrint(letters) ? { box, text: textOf(letters), confidence: surenessOf(letters) } : null
  }
  // The other recogniser has a thread of its own: it reads a line while the models read the next one.
  for (const line of lines) {
    const reading = readOne(line, withGaps(await models.lettersOf(line.picture)))
    // It is awaited below; until then a failure is nobody's.
    reading.catch(() => {})
    readings.push(reading)
  }
  const texts = (await Promise.all(readings)).filter((text) => text !== null)
  if (texts.length === 0) return null
  const read = pageLines(texts)
  const length = read.reduce((sum, { text }) => sum + text.length, 0)
  const sum = read.reduce((total, { text, confidence }) => total + text.length * confidence, 0)
  return {
    text: read.map(({ text }) => text).join('\n'),
    confidence: Math.round((100 * sum) / length),
    lineConfidences: read.map(({ confidence }) => Math.round(100 * confidence)),
  }
}

function isPrint(letters: readonly Glyph[]): boolean {
  const bare = letters.filter(({ char }) => /[\p{L}\p{N}]/u.test(char))
  const sureness = confidenceOf(letters)
  return bare.length > 0 && sureness >= (bare.length <= NOTHING.letters ? NOTHING.short : NOTHING.sureness)
}
