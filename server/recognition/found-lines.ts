import { type Box, scaled, upsideDown } from '@dosewell/print/box'
import { aligned } from '@dosewell/print/level'
import { confidenceOf } from '@dosewell/print/line'
import { linePicture, turnedOver } from '@dosewell/print/line-picture'
import { CHANNELS, type Picture } from '@dosewell/print/picture'
import sharp, { type Sharp } from 'sharp'
import { LINE_HEIGHT, type PrintModels } from './print-models.ts'

/** The longest side, in pixels, of the picture that lines are cut out of, and of the one that they are looked for in. */
const LARGEST = 3000
const LOOK = 1120
/** The most that a small picture is enlarged for the look. */
const ENLARGED = 1.25
/** The detector takes sides that are multiples of this. */
const GRID = 32
/** How many of the longest lines show whether the print is upside down, and above which doubt two are read both ways. */
const SHOWN = 6
const DOUBT = 0.1
const READ_BOTH_WAYS = 2

/** A line of print: where it is, and a level picture of it. */
export interface FoundLine {
  box: Box
  picture: Picture
}

/** Finds the lines of print on a picture, in any direction. */
export async function linesOn(bytes: Buffer, models: PrintModels): Promise<FoundLine[]> {
  const whole = await colourOf(
    sharp(bytes).resize({ width: LARGEST, height: LARGEST, fit: 'inside', withoutEnlargement: true }),
  )
  const boxes = aligned(await boxesOn(whole, models))
  const lines = boxes.map((box): FoundLine => ({ box, picture: linePicture(whole, box, LINE_HEIGHT) }))
  return (await areTurned(lines, models)) ? lines.map(turned) : lines
}

async function boxesOn(whole: Picture, models: PrintModels): Promise<Box[]> {
  const scale = Math.min(ENLARGED, LOOK / Math.max(whole.width, whole.height))
  const [width, height] = [whole.width, whole.height].map(
    (side) => Math.max(1, Math.round((side * scale) / GRID)) * GRID,
  )
  const { data, width: from, height: high } = whole
  const raw = sharp(data, { raw: { width: from, height: high, channels: CHANNELS } })
  const look = await colourOf(raw.resize({ width, height, fit: 'fill' }))
  return (await models.boxesIn(look)).map((box) => scaled(box, whole.width / look.width))
}

const turned = ({ box, picture }: FoundLine): FoundLine => ({ box: upsideDown(box), picture: turnedOver(picture) })

/** Returns whether the print is upside down: one direction for all of it, because short lines show little. */
async function areTurned(lines: readonly FoundLine[], models: PrintModels): Promise<boolean> {
  const shown = lines.toSorted((a, b) => b.box.width / b.box.height - a.box.width / a.box.height).slice(0, SHOWN)
  let [sum, total] = [0, 0]
  for (const { picture } of shown) {
    sum += (await models.isTurned(picture)) * picture.width
    total += picture.width
  }
  const share = total === 0 ? 0 : sum / total
  if (share < DOUBT || share > 1 - DOUBT) return share > 0.5
  let lead = 0
  for (const line of shown.slice(0, READ_BOTH_WAYS)) {
    const [as, over] = [await models.lettersOf(line.picture), await models.lettersOf(turnedOver(line.picture))]
    lead += confidenceOf(over) - confidenceOf(as)
  }
  return lead > 0
}

async function colourOf(picture: Sharp): Promise<Picture> {
  const { data, info } = await picture.toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
