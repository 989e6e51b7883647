/**
 * A separate process that decodes uploaded pictures: a decoder that crashes, hangs or uses up memory takes down this
 * process and not the server. One picture at a time (picture-workshop.ts).
 */
import sharp, { type Sharp } from 'sharp'
import { DOCUMENT_PIXELS } from '#domain/protocol/documents.ts'
import { readInput } from '../platform/processes/helper-input.ts'
import { type PictureKind, pictureKind } from './picture-kind.ts'
import type { PictureAnswer, PictureJob } from './picture-workshop.ts'

/** The longest sides in pixels. Large is for storage, an A4 page at 300 dpi and more; small is for lists. */
const LARGE = 4000
const SMALL = 480
/** For one libvips step. The limit for the whole picture is the workshop's. */
const SECONDS = 15

sharp.concurrency(1)
sharp.cache(false)
// libvips reads dozens of formats, including SVG; only these loaders are allowed.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})

class TooManyPixels extends Error {}

function checkPixels(width: number | undefined, height: number | undefined): void {
  if ((width ?? 0) * (height ?? 0) > DOCUMENT_PIXELS) throw new TooManyPixels()
}

async function decoded(bytes: Buffer, kind: PictureKind): Promise<Sharp> {
  if (kind === 'heic') return heic(bytes)
  // Phones write harmless oddities that libjpeg warns about. Corrupt and missing data are errors.
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: false, sequentialRead: true })
  const { width, height, format } = await picture.metadata()
  if (format !== kind) throw new Error('the picture is not what it begins like')
  checkPixels(width, height)
  return picture
}

/** Decodes with libheif, which turns and mirrors the picture as the file says. */
async function heic(bytes: Buffer): Promise<Sharp> {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js')
  const [image] = new libheif.HeifDecoder().decode(bytes)
  if (!image) throw new Error('no picture in it')
  const [width, height] = [image.get_width(), image.get_height()]
  checkPixels(width, height)
  const pixels = new Uint8ClampedArray(width * height * 4)
  await new Promise<void>((resolve, reject) =>
    image.display({ data: pixels, width, height }, (shown) =>
      shown ? resolve() : reject(new Error('it could not be decoded')),
    ),
  )
  return sharp(pixels, { raw: { width, height, channels: 4 } })
}

/**
 * Returns the picture upright, in sRGB, on white, as JPEG. Everything else in the file (location, camera, previews,
 * appended data) is dropped.
 */
async function prepared(bytes: Buffer): Promise<PictureAnswer> {
  const kind = pictureKind(bytes)
  if (!kind) return { kind: 'refused', reason: 'unreadable' }
  const source = await decoded(bytes, kind)
  const upright = source.autoOrient().flatten({ background: '#fff' }).toColourspace('srgb')
  // mozjpeg takes ten times as long, a second for 12 megapixels, and saves a twentieth.
  const image = await fitted(upright, LARGE)
    .jpeg({ quality: 82, optimiseCoding: true })
    .toBuffer({ resolveWithObject: true })
  const thumbnail = await fitted(sharp(image.data), SMALL).jpeg({ quality: 75 }).toBuffer()
  const { width, height } = image.info
  return { kind: 'prepared', image: image.data, thumbnail, width, height }
}

const fitted = (picture: Sharp, side: number): Sharp =>
  picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true }).timeout({ seconds: SECONDS })

process.on('message', async ({ size }: PictureJob) => {
  const bytes = await readInput(size)
  const answer = await prepared(bytes).catch(
    (error): PictureAnswer => ({
      kind: 'refused',
      reason: error instanceof TooManyPixels ? 'too-large' : 'unreadable',
    }),
  )
  process.send?.(answer)
})
// The server is gone, and no one else would end this process.
process.on('disconnect', () => process.exit())
