import * as z from 'zod/mini'
import { bytesOfBase64 } from '../lib/base64.ts'
import { jpegSize, plainJpeg } from './plain-jpeg.ts'

/** The longest side in pixels: sharp at the size of a thumb on a phone (decision 078). */
export const PHOTO_SIDE = 160
/** The most bytes: the photo is part of the record, which every device has and fetches as a whole. */
export const PHOTO_BYTES = 6144
/** The most characters, in base64. */
const PHOTO_LENGTH = (PHOTO_BYTES / 3) * 4

/**
 * Returns what is wrong with the photo of a medicine, as the end of a sentence; null if nothing is. Its pixels are not
 * decoded: that a browser does wherever it shows one.
 */
export function photoProblem(text: string): string | null {
  if (text.length > PHOTO_LENGTH) return `must be at most ${PHOTO_BYTES} bytes`
  const bytes = bytesOfBase64(text)
  const plain = bytes && plainJpeg(bytes)
  const size = bytes && jpegSize(bytes)
  if (!bytes || !plain || !size) return 'must be a JPEG in base64'
  if (plain.length !== bytes.length) return 'must hold nothing but the picture (no EXIF, no comments, nothing after it)'
  const isSmall = [size.width, size.height].every((side) => side > 0 && side <= PHOTO_SIDE)
  return isSmall ? null : `must be at most ${PHOTO_SIDE} pixels wide and high`
}

/** The photo of a medicine, as a request or an import may give it. */
export const photoSchema = z.string().check((context) => {
  const message = photoProblem(context.value)
  if (message) context.issues.push({ code: 'custom', input: context.value, message })
})
