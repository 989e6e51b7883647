import { combine } from '@dosewell/print/combine'
import { confidenceOf, type Glyph, surenessOf, textOf } from '@dosewell/print/line'
import { type PlacedText, pageLines } from '@dosewell/print/page'
import type { Picture } from '@dosewell/print/picture'
import { withGaps } from '@dosewell/print/spaces'
import { isKnownOnLabels } from '@dosewell/reading/known-words'
import { linesOn } from './found-lines.ts'
import type { PrintModels } from './print-models.ts'
import type { Reading } from './recogniser.ts'

/** A line below the first confidence is no print; a short one neither, below the second. */
const NOTHING = { sureness: 0.35, letters: 3, short: 0.6 }

/** Reads a level picture of one line. */
export type ReadLetters = (line: Picture) => Promise<Glyph[]>

/**
 * Reads the print on a picture: finds its lines, reads each with both recognisers, and puts them in order. Null if there
 * are no lines.
 */
export async function readLines(bytes: Buffer, models: PrintModels, other: ReadLetters): Promise<Reading | null> {
  const lines = await linesOn(bytes, models)
  const texts: PlacedText[] = []
  for (const { box, picture } of lines) {
    const own = withGaps(await models.lettersOf(picture))
    const letters = own.length === 0 ? [] : combine(own, await other(picture), isKnownOnLabels)
    if (isPrint(letters)) texts.push({ box, text: textOf(letters), confidence: surenessOf(letters) })
  }
  if (texts.length === 0) return null
  const page = pageLines(texts)
  const length = page.reduce((sum, { text }) => sum + text.length, 0)
  const sum = page.reduce((total, { text, confidence }) => total + text.length * confidence, 0)
  return {
    text: page.map(({ text }) => text).join('\n'),
    confidence: Math.round((100 * sum) / length),
    lineConfidences: page.map(({ confidence }) => Math.round(100 * confidence)),
  }
}

function isPrint(letters: readonly Glyph[]): boolean {
  const bare = letters.filter(({ char }) => /[\p{L}\p{N}]/u.test(char))
  const sureness = confidenceOf(letters)
  return bare.length > 0 && sureness >= (bare.length <= NOTHING.letters ? NOTHING.short : NOTHING.sureness)
}
