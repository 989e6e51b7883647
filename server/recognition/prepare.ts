import sharp, { type Sharp } from 'sharp'
import { evenLight, type Grey, grainOf, inked } from './grey.ts'
import { leanOf, letterHeight } from './lines.ts'
import { withoutSurroundings } from './surroundings.ts'

/** Pixels of the longest side at which light and lines are looked at. */
const LOOK = 1600
/** The height of letters that the recogniser reads best, in pixels, and the most that a picture is enlarged. */
const LETTERS = 30
const ENLARGED = 3
/** The longest side of what is given to the recogniser. */
const LARGEST = 4000
/** The grain, of 255 shades, from which on a picture is softened: a recogniser takes grain for points and commas. */
const GRAINY = 3

/**
 * Makes a picture ready to be read: grey, evenly lit, without what lies around the paper, its lines level and its letters of the
 * height that reads best. Takes any picture that sharp reads.
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

/** Standard deviation of the blur in pixels. It grows with the grain and with what one pixel of the camera has become. */
const softness = (grain: number, scale: number): number => Math.max(0.3, 0.8 * scale * Math.min(1.3, 0.35 + grain / 16))

/** The picture turned clockwise, white where there was nothing. */
export const turned = async (picture: Grey, degrees: number): Promise<Grey> =>
  degrees === 0 ? picture : greyOf(pictureOf(picture).rotate(degrees, { background: '#fff' }))

/** The picture as a file that the recogniser takes; a PNG of little compression, because it is read at once. */
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
