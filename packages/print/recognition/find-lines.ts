import { type Box, scaled, upsideDown } from '../boxes/box.ts'
import { closeUpOf, isIn, type Part } from '../boxes/close-up.ts'
import { aligned, liesAcross, mainDirection } from '../boxes/level.ts'
import { confidenceOf } from '../lines/line.ts'
import { linePicture, turnedOver } from '../pictures/line-picture.ts'
import type { Picture } from '../pictures/picture.ts'
import { LINE_HEIGHT, type PrintModels } from './models.ts'

/** The longest side, in pixels, of the picture that lines are cut out of, and of the one that they are looked for in. */
export const PAGE_SIDE = 3000
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
  /** Returns the picture with its letters that many times as wide. */
  stretched(by: number): Picture
}

/** A picture of a page, decoded and upright as its camera says; its longest side is at most PAGE_SIDE. */
export interface PagePicture {
  whole: Picture
  /**
   * Returns a part of it in another size, as smooth as the platform can.
   * @param part in pixels of `whole`
   */
  resized(width: number, height: number, part: Part): Promise<Picture>
}

/** Finds the lines of print on a picture, in any direction. */
export async function findLines(page: PagePicture, models: PrintModels): Promise<FoundLine[]> {
  const boxes = aligned(await boxesOn(page, models))
  const lines = boxes.map((box): FoundLine => {
    const stretched = (by: number): Picture => linePicture(page.whole, box, LINE_HEIGHT, by)
    return { box, picture: stretched(1), stretched }
  })
  // Print on the side of a package says nothing about how its front is held.
  const direction = mainDirection(boxes)
  const isAcross = ({ box }: FoundLine): boolean => liesAcross(box, direction)
  const isAlongTurned = await areTurned(
    lines.filter((line) => !isAcross(line)),
    models,
  )
  const isAcrossTurned = await areTurned(lines.filter(isAcross), models)
  return lines.map((line) => ((isAcross(line) ? isAcrossTurned : isAlongTurned) ? turnedLine(line) : line))
}

/** Print that fills a small part of the page is looked at from nearby as well. */
async function boxesOn(page: PagePicture, models: PrintModels): Promise<Box[]> {
  const { width, height } = page.whole
  const boxes = await boxesIn({ x: 0, y: 0, width, height }, page, models)
  const part = closeUpOf(boxes, page.whole)
  if (part === null) return boxes
  return [...(await boxesIn(part, page, models)), ...boxes.filter((box) => !isIn(box, part))]
}

/** Looks for lines in a part of the page; returns them in pixels of the page. */
async function boxesIn(part: Part, { resized }: PagePicture, models: PrintModels): Promise<Box[]> {
  const scale = Math.min(ENLARGED, LOOK / Math.max(part.width, part.height))
  const [width = GRID, height = GRID] = [part.width, part.height].map(
    (side) => Math.max(1, Math.round((side * scale) / GRID)) * GRID,
  )
  const look = await resized(width, height, part)
  return (await models.boxesIn(look)).map((box) => moved(scaled(box, part.width / look.width), part))
}

const moved = (box: Box, { x, y }: Part): Box => ({ ...box, x: box.x + x, y: box.y + y })

/** Returns a line read in the opposite direction. */
export const turnedLine = ({ box, picture, stretched }: FoundLine): FoundLine => ({
  box: upsideDown(box),
  picture: turnedOver(picture),
  stretched: (by) => turnedOver(stretched(by)),
})

/** Returns whether the print is upside down: one direction for all of these lines, because short ones show little. */
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
