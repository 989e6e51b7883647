import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import { DOCUMENT_BYTES } from '#domain/protocol/documents.ts'
import type { NewPicture } from '#src/data/document-writes.ts'

/**
 * Longest sides in pixels: text on an A4 page stays readable at 250 dpi; the thumbnail fills its space at three device
 * pixels.
 */
const LARGE = 3000
const SMALL = 480
/** Specification, section 9. */
const QUALITY = 0.95

/** Only Safari decodes these natively; the server accepts them too. */
const HEIC = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/

const PAGES_OF_PDF = msg('A PDF is not a picture. Take a photo of the page, or save the page as a picture.')

async function isHeic(file: Blob): Promise<boolean> {
  const text = new TextDecoder('latin1').decode(await file.slice(4, 12).arrayBuffer())
  return text.startsWith('ftyp') && HEIC.test(text.slice(4))
}

/**
 * Prepares a picture for saving: upright, at most 3000 pixels a side, as JPEG, without the camera's metadata (above all
 * the location). A HEIC that cannot be decoded here is left as it is (`thumbnail` is null); the server then does the
 * same to it. Anything that is not a picture is refused with a sentence.
 * @param aboutPdf the sentence for a PDF
 */
export async function preparePicture(
  file: Blob,
  aboutPdf: string = t(PAGES_OF_PDF),
): Promise<Result<NewPicture, string>> {
  if (file.size === 0) return fail(t('The file is empty.'))
  try {
    const bitmap = await bitmapOf(file)
    if (!bitmap) return await unreadable(file, aboutPdf)
    const image = await drawn(bitmap, LARGE, QUALITY)
    const thumbnail = await drawn(bitmap, SMALL, 0.8)
    bitmap.close()
    return ok({ image, thumbnail })
  } catch {
    // It was moved or deleted since it was chosen, or the device ran out of memory.
    return fail(t('The picture could not be read. Choose it again.'))
  }
}

/**
 * Returns the picture upright, decoded by the browser or, for a HEIC it does not know, by our own decoder; null if
 * neither can read it.
 */
async function bitmapOf(file: Blob): Promise<ImageBitmap | null> {
  const own = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (own || !(await isHeic(file))) return own
  return import('#src/platform/heic.ts').then(({ decodeHeic }) => decodeHeic(file)).catch(() => null)
}

async function unreadable(file: Blob, aboutPdf: string): Promise<Result<NewPicture, string>> {
  if (await isHeic(file)) {
    if (file.size <= DOCUMENT_BYTES) return ok({ image: file, thumbnail: null })
    return fail(t('The picture is larger than 15 MB.'))
  }
  const start = new TextDecoder('latin1').decode(await file.slice(0, 5).arrayBuffer())
  if (start.startsWith('%PDF')) return fail(aboutPdf)
  return fail(t('This file is not a picture that can be read. Use JPEG, PNG, WebP or HEIC.'))
}

/** Returns the whole picture as a JPEG, no side of which is longer. */
function drawn(bitmap: ImageBitmap, side: number, quality: number): Promise<Blob> {
  const { width, height } = bitmap
  const scale = Math.min(1, side / Math.max(width, height))
  const size = [width, height].map((length) => Math.max(1, Math.round(length * scale))) as [number, number]
  return drawnPart(bitmap, [0, 0, width, height], size, quality)
}

/** Returns the square in the middle of the picture as a JPEG with this side. */
export function jpegOfSquare(bitmap: ImageBitmap, side: number, quality: number): Promise<Blob> {
  const { width, height } = bitmap
  const edge = Math.min(width, height)
  return drawnPart(bitmap, [(width - edge) / 2, (height - edge) / 2, edge, edge], [side, side], quality)
}

/** Draws on white, since JPEG has no transparency. */
async function drawnPart(
  bitmap: ImageBitmap,
  part: [x: number, y: number, width: number, height: number],
  [width, height]: [width: number, height: number],
  quality: number,
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser has no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, ...part, 0, 0, width, height)
  return jpegOf(canvas, quality)
}

const jpegOf = (canvas: HTMLCanvasElement, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas gave no picture'))),
      'image/jpeg',
      quality,
    ),
  )

/** Returns the current camera image as a JPEG. */
export async function photoOf(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return jpegOf(canvas, QUALITY)
}
