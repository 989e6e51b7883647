import type { PDFDocument } from '@cantoo/pdf-lib'
import fontkit from '@pdf-lib/fontkit'

type Fontkit = Parameters<PDFDocument['registerFontkit']>[0]

/**
 * The font reader as the PDF writer needs it. A subset in this fontkit has its own `encode`, which requires a stream;
 * the writer mistakes it for a newer fontkit's, which requires nothing, and fails. So only what the writer should use
 * is passed on.
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
