import { across, type Box, normal, upsideDown } from './box.ts'

/** Boxes shorter than this many times their height do not show their direction themselves. */
const LONG = 2

/**
 * Returns the boxes all read in nearly the same direction, at first either this or the opposite one: that in which most
 * of the print lies.
 */
export function aligned(boxes: readonly Box[]): Box[] {
  const direction = mainDirection(boxes)
  return boxes.map((box) => nearest(box, direction))
}

/** Returns the direction of most of the print, along or against the reading: its angles are doubled and averaged. */
export function mainDirection(boxes: readonly Box[]): number {
  const long = boxes.filter(({ width, height }) => width >= LONG * height)
  let best = { count: 0, angle: 0 }
  for (const { angle } of long) {
    const near = long.filter((other) => Math.abs(differenceOf(other.angle, angle)) < Math.PI / 8)
    const count = near.reduce((sum, { width }) => sum + width, 0)
    if (count <= best.count) continue
    const turn = near.reduce((sum, other) => sum + other.width * differenceOf(other.angle, angle), 0) / count
    best = { count, angle: angle + turn }
  }
  return best.angle
}

/** The angle between two lines, at most a right angle. */
const differenceOf = (a: number, b: number): number => {
  const difference = normal(a - b)
  return difference - Math.PI * Math.round(difference / Math.PI)
}

/** Returns whether a box lies across a direction: print on another side of a package, or along an edge. */
export const liesAcross = ({ angle }: Pick<Box, 'angle'>, direction: number): boolean =>
  Math.abs(differenceOf(angle, direction)) > Math.PI / 4

function nearest(box: Box, direction: number): Box {
  const difference = Math.abs(normal(box.angle - direction))
  const near = difference > Math.PI / 2 ? upsideDown(box) : box
  const isAcross = liesAcross(box, direction) && box.width < LONG * box.height
  if (!isAcross) return near
  const turned = across(near)
  return Math.abs(normal(turned.angle - direction)) > Math.PI / 2 ? upsideDown(turned) : turned
}
