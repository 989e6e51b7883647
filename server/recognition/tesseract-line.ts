import type { Glyph } from '@dosewell/print/line'
import { CHANNELS, type Picture } from '@dosewell/print/picture'
import sharp from 'sharp'
import type { Page } from 'tesseract.js'
import { evenLight } from './grey.ts'
import { asFile } from './prepare.ts'

/** How much paper is above and below a line together, in pixels. */
export const LINE_PAPER = 16
const ASIDE = 12

/** Returns a line as the first recogniser reads it best: grey, evenly lit, with paper around it. */
export async function lineFile({ data, width, height }: Picture): Promise<Buffer> {
  const grey = await sharp(data, { raw: { width, height, channels: CHANNELS } })
    .greyscale()
    .toColourspace('b-w')
    .extractChannel(0)
    .extend({ top: LINE_PAPER / 2, bottom: LINE_PAPER / 2, left: ASIDE, right: ASIDE, extendWith: 'copy' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return asFile(evenLight({ data: grey.data, width: grey.info.width, height: grey.info.height }))
}

/** Returns the letters that the first recogniser found in a line of that height. */
export function glyphsIn({ blocks }: Pick<Page, 'blocks'>, height: number): Glyph[] {
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
