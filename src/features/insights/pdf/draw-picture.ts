import {
  clip,
  endPath,
  type PDFDocument,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  rgb,
} from '@cantoo/pdf-lib'
import { bytesOfBase64 } from '#domain/lib/base64.ts'
import type { Colour } from '#domain/records/medicine-look.ts'
import { FILLS, OUTLINES } from '#src/ui/medicine-shapes.ts'
import { PAGE, type PlacedPicture } from './page-layout.ts'

/** The outlines are drawn in a square of this side. */
const DRAWN = 24

/** Draws the picture of a medicine: the photo as it is, or else its shape, which is sharp at any size. */
export async function drawPicture(document: PDFDocument, page: PDFPage, placed: PlacedPicture): Promise<void> {
  const { picture, x, top, side } = placed
  const bytes = picture.photo ? bytesOfBase64(picture.photo) : null
  const y = PAGE.height - top - side
  if (bytes) {
    const photo = await document.embedJpg(bytes)
    page.drawImage(photo, { x, y, ...photo.scaleToFit(side, side) })
    return
  }
  if (!picture.look) return
  const [first = 'white', second] = picture.look.colours
  const outline = OUTLINES[picture.look.shape]
  const at = { x, y: PAGE.height - top, scale: side / DRAWN }
  page.drawSvgPath(outline, { ...at, color: inkOf(first) })
  if (second) {
    page.pushOperators(pushGraphicsState(), rectangle(x + side / 2, y, side / 2, side), clip(), endPath())
    page.drawSvgPath(outline, { ...at, color: inkOf(second) })
    page.pushOperators(popGraphicsState())
  }
  page.drawSvgPath(outline, { ...at, borderColor: EDGE, borderWidth: 1.75 })
}

const EDGE = rgb(0.1, 0.16, 0.14)

const inkOf = (colour: Colour) => {
  const parts = [1, 3, 5].map((from) => Number.parseInt(FILLS[colour].slice(from, from + 2), 16) / 255)
  const [red = 0, green = 0, blue = 0] = parts
  return rgb(red, green, blue)
}
