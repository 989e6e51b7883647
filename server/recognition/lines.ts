import type { Grey } from '@dosewell/print/grey'
import { addTo } from '@dosewell/print/tally'

/** The largest expected skew of the lines in degrees, and the finest step of the search. */
const MOST = 16
const FINEST = 0.1

/**
 * Returns the skew of the printed lines in degrees, positive clockwise; 0 if no lines are found. Rows of ink are summed
 * along each angle: along the lines the sums alternate sharply between print and gap, across them they blur (projection
 * profile).
 */
export function leanOf(ink: Grey): number {
  const points = pointsOf(ink)
  if (points.length < 60) return 0
  let [best, step] = [0, 1]
  let score = sharpnessAt(points, 0, ink)
  for (let from = -MOST, to = MOST; step >= FINEST; from = best - step, to = best + step, step /= 2.5) {
    for (let angle = from; angle <= to; angle += step) {
      const found = sharpnessAt(points, angle, ink)
      if (found > score) [score, best] = [found, angle]
    }
  }
  return Math.abs(best) >= 0.2 ? best : 0
}

/** The most points of ink that are used. */
const POINTS = 40_000

/**
 * Returns the lower edges of ink as alternating x and y: print has many along a line, a shadow or a table's edge few.
 */
function pointsOf({ data, width, height }: Grey): Int32Array {
  const found: number[] = []
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (data[y * width + x] === 1 && data[(y + 1) * width + x] === 0) found.push(x, y)
    }
  }
  const every = Math.max(1, Math.ceil(found.length / 2 / POINTS))
  return Int32Array.from(found.filter((_, index) => (index >> 1) % every === 0))
}

function sharpnessAt(points: Int32Array, degrees: number, { width, height }: Grey): number {
  const tangent = Math.tan((degrees * Math.PI) / 180)
  const offset = Math.ceil(Math.abs(tangent) * width)
  const rows = new Uint32Array(height + 2 * offset + 2)
  for (let index = 0; index < points.length; index += 2) {
    const row = (points[index + 1] as number) - (points[index] as number) * tangent
    addTo(rows, Math.round(row) + offset)
  }
  let sum = 0
  for (const count of rows) sum += count * count
  return sum
}

/** The height range, in pixels, of pieces of ink that may be letters. */
const LOWEST = 4
const HIGHEST = 150

/** Returns the usual height of the letters in pixels, or null if there are none. */
export function letterHeight(ink: Grey): number | null {
  const heights = piecesOf(ink)
    .filter(({ width, height }) => height >= LOWEST && height <= HIGHEST && width < height * 12 && height < width * 12)
    .map(({ height }) => height)
    .sort((a, b) => a - b)
  // Specks are many and low; most of the ink belongs to letters.
  const total = heights.reduce((sum, height) => sum + height, 0)
  let half = total / 2
  for (const height of heights) {
    half -= height
    if (half <= 0) return heights.length >= 8 ? height : null
  }
  return null
}

interface Piece {
  width: number
  height: number
}

/**
 * Returns the bounding boxes of connected pieces of ink: runs in a row are joined with those they touch in the row
 * above.
 */
function piecesOf({ data, width, height }: Grey): Piece[] {
  const boxes: { left: number; right: number; top: number; bottom: number; into: number }[] = []
  const root = (index: number): number => {
    let at = index
    while ((boxes[at] as { into: number }).into !== at) at = (boxes[at] as { into: number }).into
    return at
  }
  let above: { from: number; to: number; box: number }[] = []
  for (let y = 0; y < height; y += 1) {
    const runs: typeof above = []
    let next = 0
    for (let x = 0; x < width; x += 1) {
      if (data[y * width + x] !== 1) continue
      const from = x
      while (x + 1 < width && data[y * width + x + 1] === 1) x += 1
      let box = -1
      while (next < above.length && (above[next] as { to: number }).to < from - 1) next += 1
      for (let look = next; look < above.length; look += 1) {
        const run = above[look] as { from: number; to: number; box: number }
        if (run.from > x + 1) break
        const found = root(run.box)
        if (box === -1) box = found
        else if (found !== box) {
          const [kept, gone] = [boxes[box], boxes[found]] as [(typeof boxes)[0], (typeof boxes)[0]]
          kept.left = Math.min(kept.left, gone.left)
          kept.right = Math.max(kept.right, gone.right)
          kept.top = Math.min(kept.top, gone.top)
          gone.into = box
        }
      }
      if (box === -1) box = boxes.push({ left: from, right: x, top: y, bottom: y, into: boxes.length }) - 1
      const own = boxes[box] as (typeof boxes)[0]
      own.left = Math.min(own.left, from)
      own.right = Math.max(own.right, x)
      own.bottom = y
      runs.push({ from, to: x, box })
    }
    above = runs
  }
  return boxes.flatMap(({ left, right, top, bottom, into }, index) =>
    into === index ? [{ width: right - left + 1, height: bottom - top + 1 }] : [],
  )
}
