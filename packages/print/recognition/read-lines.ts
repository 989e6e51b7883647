import { combine, type IsKnown } from '../lines/combine.ts'
import { confidenceOf, type Glyph, surenessOf, textOf } from '../lines/line.ts'
import { type PlacedText, pageLines } from '../lines/page.ts'
import { withGaps } from '../lines/spaces.ts'
import type { Picture } from '../pictures/picture.ts'
import { type FoundLine, findLines, type PagePicture, turnedLine } from './find-lines.ts'
import type { PrintModels } from './models.ts'

/** A line below the first confidence is no print; a short one neither, below the second. */
const NOTHING = { sureness: 0.35, letters: 3, short: 0.6 }

/**
 * Letters of condensed print, or of a box seen from the side, are too narrow for the model: a large line that was read
 * unclearly is read once more with its letters this many times as wide, and a few times more if that helped.
 */
const STRETCHES = [2, 3]
const UNCLEAR = 0.88
/** Of the largest lines of a page, where names are; small print is unclear for other reasons. */
const LARGEST = 8
const MOST_AGAIN = 4
/**
 * A line that nothing was made of may be the other way up than the rest of the page, as on the lid of a box; it is, if it
 * is read this surely when it is turned over.
 */
const NO_WORDS = 0.7
const CLEAR = 0.85

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
  let again = 0
  for (const [index, line] of lines.entries()) {
    const first = await lettersOn(line.picture, models)
    const isAgain = index < LARGEST && again < MOST_AGAIN && isUnclear(first.own) && line.box.width > line.box.height
    if (isAgain) again += 1
    const { own, ...found } = isAgain ? await clearest(line, first, models) : { ...line, ...first }
    const reading = readOne(found, own)
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

interface OwnReading {
  picture: Picture
  own: Glyph[]
}

const lettersOn = async (picture: Picture, models: PrintModels): Promise<OwnReading> => ({
  picture,
  own: withGaps(await models.lettersOf(picture)),
})

const isUnclear = (letters: readonly Glyph[]): boolean => confidenceOf(letters) < UNCLEAR

/** Returns the clearest reading of a line: with wider letters or turned over, if that shows more and is surer. */
async function clearest(line: FoundLine, first: OwnReading, models: PrintModels): Promise<FoundLine & OwnReading> {
  const best = await widened(line, first, models)
  if (confidenceOf(best.own) >= NO_WORDS) return { ...line, ...best }
  const over = turnedLine(line)
  const turned = await lettersOn(over.picture, models)
  return turned.own.length >= FEWEST_LETTERS && confidenceOf(turned.own) >= CLEAR
    ? { ...over, ...turned }
    : { ...line, ...best }
}
/** Fewer letters than these look like others upside down. */
const FEWEST_LETTERS = 4

/** Returns the reading of a line with wider letters, as long as that shows no fewer of them and is surer. */
async function widened(line: FoundLine, first: OwnReading, models: PrintModels): Promise<OwnReading> {
  let best = first
  for (const by of STRETCHES) {
    const wider = await lettersOn(line.stretched(by), models)
    if (wider.own.length < best.own.length || confidenceOf(wider.own) <= confidenceOf(best.own)) return best
    best = wider
    if (!isUnclear(best.own)) return best
  }
  return best
}

function isPrint(letters: readonly Glyph[]): boolean {
  const bare = letters.filter(({ char }) => /[\p{L}\p{N}]/u.test(char))
  const sureness = confidenceOf(letters)
  return bare.length > 0 && sureness >= (bare.length <= NOTHING.letters ? NOTHING.short : NOTHING.sureness)
}
