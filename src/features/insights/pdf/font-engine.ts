import type { PDFDocument } from '@cantoo/pdf-lib'
import fontkit from '@pdf-lib/fontkit'

type Fontkit = Parameters<PDFDocument['registerFontkit']>[0]

/**
 * The reader of fonts as the writer of PDFs takes it. A subset of this fontkit has an `encode` of its own, which wants
 * a stream; the writer takes it for the one of a newer fontkit, which wants nothing, and fails. Only what it should use
 * is handed on.
 */
export const fontEngine: Fontkit = {
  create(data) {
    const font = fontkit.create(data)
    const createSubset = font.createSubset.bind(font)
    return Object.assign(font, {
      createSubset() {
        const subset = createSubset()
        return {
          includeGlyph: (glyph: Parameters<typeof subset.includeGlyph>[0]) => subset.includeGlyph(glyph),
          encodeStream: () => subset.encodeStream(),
          cff: (subset as { cff?: unknown }).cff,
        }
      },
    }) as ReturnType<Fontkit['create']>
  },
}
