import { evenLight } from '@dosewell/print/even-light'
import type { Grey } from '@dosewell/print/grey'
import sharp, { type Sharp } from 'sharp'
import { grainOf, inked } from './grey.ts'
import { leanOf, letterHeight } from './lines.ts'
import { withoutSurroundings } from './surroundings.ts'

/** The longest side, in pixels, of the copy used to measure light and lines. */
const LOOK = 1600
/** The letter height the recogniser reads best, in pixels, and the largest enlargement of a picture. */
const LETTERS = 30
const ENLARGED = 3
/** The longest side of the picture given to the recogniser. */
const LARGEST = 4000
/** The grain, in 255 shades, from which a picture is blurred: the recogniser takes grain for full stops and commas. */
const GRAINY = 3

/**
 * Prepares a picture for reading: grey, evenly lit, without what surrounds the paper, with level lines and letters of
 * the best height. Accepts any picture that sharp can read.
 */
export async function prepared(bytes: Buffer): Promise<Grey> {
  const { width, height } = await sharp(bytes).metadata()
  const most = Math.max(width, height)
  const look = await greyOf(sharp(bytes).resize({ width: LOOK, height: LOOK, fit: 'inside', withoutEnlargement: true }))
  const grain = grainOf(look)
  const ink = inked(withoutSurroundings(evenLight(grain > GRAINY ? await greyOf(pictureOf(look).blur(1)) : look)))
  const letters = letterHeight(ink)
  const wanted = letters === null ? 1 : (LETTERS / letters) * (Math.max(look.width, look.height) / most)
  const scale = Math.min(ENLARGED, LARGEST / most, Math.max(0.3, wanted))
  const sized = await greyOf(
    sharp(bytes).resize({
      width: Math.round(width * scale),
      height: Math.round(height * scale),
      kernel: 'cubic',
    }),
  )
  const softened = grain > GRAINY ? await greyOf(pictureOf(sized).blur(softness(grain, scale))) : sized
  return turned(withoutSurroundings(evenLight(softened)), -leanOf(ink))
}

/**
 * Returns the standard deviation of the blur in pixels. It grows with the grain and with the size that one pixel of the
 * camera now has.
 */
const softness = (grain: number, scale: number): number => Math.max(0.3, 0.8 * scale * Math.min(1.3, 0.35 + grain / 16))

/** Returns the picture turned clockwise, with white in the new corners. */
export const turned = async (picture: Grey, degrees: number): Promise<Grey> =>
  degrees === 0 ? picture : greyOf(pictureOf(picture).rotate(degrees, { background: '#fff' }))

/** Returns the picture as a file for the recogniser: a PNG with little compression, because it is read immediately. */
export const asFile = (picture: Grey): Promise<Buffer> =>
  pictureOf(picture).withMetadata({ density: 300 }).png({ compressionLevel: 1 }).toBuffer()

const pictureOf = ({ data, width, height }: Grey): Sharp => sharp(data, { raw: { width, height, channels: 1 } })

async function greyOf(picture: Sharp): Promise<Grey> {
  const { data, info } = await picture
    .greyscale()
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
