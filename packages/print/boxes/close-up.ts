import type { Box } from './box.ts'

/** A part of a picture with sides along its own, in its pixels. */
export interface Part {
  x: number
  y: number
  width: number
  height: number
}

/** Lines belong together if they are nearer than this many times their height. */
const NEAR = 2.5
/** How much is shown around them, in heights. */
const MARGIN = 2
/** A part larger than this share of the picture's longest side is seen well enough in the picture. */
const SMALL = 0.62
/** The print that a part has to hold, of all that was found: the pattern of a cloth may look like a few lines. */
const MOST = 0.6

/**
 * Returns the part of a picture where nearly all its print is, if that is a small one: a bottle held before the camera.
 * Its lines are only a few pixels high where the whole picture is looked at, so it is looked at once more from nearby.
 */
export function closeUpOf(boxes: readonly Box[], picture: { width: number; height: number }): Part | null {
  const extents = boxes.map(extentOf)
  const groups: (typeof extents)[] = []
  for (const one of extents) {
    const near = groups.filter((group) => group.some((other) => isNear(one, other)))
    const rest = groups.filter((group) => !near.includes(group))
    groups.splice(0, groups.length, ...rest, [one, ...near.flat()])
  }
  const printOf = (group: typeof extents): number => group.reduce((sum, { print }) => sum + print, 0)
  const [largest, ...others] = groups.toSorted((a, b) => printOf(b) - printOf(a))
  if (!largest || printOf(largest) < MOST * (printOf(largest) + printOf(others.flat()))) return null
  const margin = MARGIN * Math.max(...largest.map(({ line }) => line))
  const left = Math.max(0, Math.floor(Math.min(...largest.map((one) => one.left)) - margin))
  const top = Math.max(0, Math.floor(Math.min(...largest.map((one) => one.top)) - margin))
  const right = Math.min(picture.width, Math.ceil(Math.max(...largest.map((one) => one.right)) + margin))
  const bottom = Math.min(picture.height, Math.ceil(Math.max(...largest.map((one) => one.bottom)) + margin))
  const part = { x: left, y: top, width: right - left, height: bottom - top }
  const isSmall = Math.max(part.width, part.height) <= SMALL * Math.max(picture.width, picture.height)
  return isSmall ? part : null
}

interface Extent {
  left: number
  top: number
  right: number
  bottom: number
  /** The height of the line. */
  line: number
  /** How much print it is: as long as it is. */
  print: number
}

function extentOf({ x, y, width, height, angle }: Box): Extent {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  const [wide, high] = [(width * cos + height * sin) / 2, (width * sin + height * cos) / 2]
  return { left: x - wide, top: y - high, right: x + wide, bottom: y + high, line: height, print: width }
}

function isNear(one: Extent, other: Extent): boolean {
  const gap = NEAR * Math.max(one.line, other.line)
  const across = Math.max(one.left, other.left) - Math.min(one.right, other.right)
  const along = Math.max(one.top, other.top) - Math.min(one.bottom, other.bottom)
  return across < gap && along < gap
}

/** Returns whether the middle of a box lies in a part. */
export const isIn = ({ x, y }: Box, part: Part): boolean =>
  x >= part.x && x < part.x + part.width && y >= part.y && y < part.y + part.height
