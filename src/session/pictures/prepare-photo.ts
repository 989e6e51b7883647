import { t } from '#domain/language/translate.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import { PHOTO_BYTES, PHOTO_SIDE } from '#domain/records/medicine-photo.ts'
import { plainJpeg } from '#domain/records/plain-jpeg.ts'
import { jpegOfSquare, preparePicture } from './prepare-picture.ts'

/** Tried in this order until one fits; the last one fits even if the photo is nothing but noise. */
const TRIES: readonly { side: number; quality: number }[] = [
  ...[0.8, 0.65, 0.5, 0.35].map((quality) => ({ side: PHOTO_SIDE, quality })),
  { side: 96, quality: 0.3 },
]

/**
 * Makes the photo of a medicine out of a picture: the square in its middle, small, without metadata, as JPEG in base64.
 * Anything that is not a picture is refused with a sentence.
 */
export async function preparePhoto(file: Blob): Promise<Result<string, string>> {
  const prepared = await preparePicture(file, t('A PDF is not a picture. Choose a photo of the medicine.'))
  if (!prepared.ok) return prepared
  const { thumbnail } = prepared.value
  if (!thumbnail) return fail(t('This picture can’t be opened on this device. Choose a JPEG, PNG or WebP.'))
  try {
    // Large enough for the square in its middle, and decoded at once.
    const bitmap = await createImageBitmap(thumbnail)
    const photo = await firstThatFits(bitmap)
    bitmap.close()
    if (photo) return ok(photo)
  } catch {
    // The device ran out of memory.
  }
  return fail(t('The photo could not be made from this picture. Try another one.'))
}

async function firstThatFits(bitmap: ImageBitmap): Promise<string | null> {
  for (const { side, quality } of TRIES) {
    const jpeg = await jpegOfSquare(bitmap, side, quality)
    // Some browsers put EXIF into what a canvas gives them.
    const bytes = plainJpeg(new Uint8Array(await jpeg.arrayBuffer()))
    if (bytes && bytes.length <= PHOTO_BYTES) return btoa(String.fromCharCode(...bytes))
  }
  return null
}
