import type { Glyph } from '../lines/line.ts'
import { evenLight } from '../pictures/even-light.ts'
import { type Grey, greyOf, withMargin } from '../pictures/grey.ts'
import type { Picture } from '../pictures/picture.ts'

/** How much paper is above and below a line together, and at each side, in pixels. */
const PAPER = 16
const ASIDE = 12

/** Returns a line as Tesseract reads it best: grey, evenly lit, with paper around it. */
export const lineForTesseract = (line: Picture): Grey => evenLight(withMargin(greyOf(line), ASIDE, PAPER / 2))

/** What Tesseract returns for a picture (tesseract.js, `blocks`), as far as it is used here. */
export interface TesseractPage {
  blocks: readonly { paragraphs: readonly { lines: readonly { words: readonly TesseractWord[] }[] }[] }[] | null
}
interface TesseractWord {
  confidence: number
  symbols: readonly { text: string; confidence: number; bbox: { x0: number; x1: number } }[]
}

/** Returns the letters that Tesseract found in what `lineForTesseract` made of a line. */
export function glyphsIn({ blocks }: TesseractPage, { height }: Pick<Grey, 'height'>): Glyph[] {
  const words = (blocks ?? []).flatMap(({ paragraphs }) =>
    paragraphs.flatMap(({ lines }) => lines.flatMap((line) => line.words)),
  )
  return words.flatMap(({ symbols, confidence: ofWord }) =>
    symbols.flatMap(({ text, confidence, bbox }, index) =>
      [...text].map((char) => ({
        char,
        confidence: Math.min(confidence, ofWord) / 100,
        isApart: index === 0,
        at: (bbox.x0 + bbox.x1) / 2 / height,
      })),
    ),
  )
}
