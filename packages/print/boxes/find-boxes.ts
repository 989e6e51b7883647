import type { Box } from './box.ts'
import { type Likelihood, piecesAbove } from './pieces.ts'
import { type Point, type Rectangle, smallestRectangle } from './rectangle.ts'

/** A pixel is in the core of a line above the first; a line is one if its core is that likely in the mean. */
const CORE = 0.3
const LINE = 0.5
/** Cores that are thinner, in pixels of the detector's picture, are no lines. */
const THINNEST = 2.5
/**
 * How far a line reaches beyond its core on every side, in areas of the core by its circumference. The detector was
 * taught cores (DB: Liao et al., 2020).
 */
const BEYOND = 1.8
/** Lines shorter than this many times their height are straight. */
const LONG = 4
/** A line is bent if its ends are this share of its height off the straight line through its middle. */
const BENT = 0.3
const MOST_BOXES = 200

/** Returns where lines of print are, the largest first, in pixels of the detector's picture. */
export function findBoxes(likelihood: Likelihood): Box[] {
  return piecesAbove(likelihood, CORE)
    .filter((piece) => piece.length >= THINNEST * THINNEST && meanOf(piece, likelihood) >= LINE)
    .map((piece) => boxOf(pointsOf(piece, likelihood.width)))
    .filter((box) => box !== null)
    .sort((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, MOST_BOXES)
}

const meanOf = (piece: Int32Array, { data }: Likelihood): number =>
  piece.reduce((sum, at) => sum + (data[at] as number), 0) / piece.length

const pointsOf = (piece: Int32Array, width: number): Point[] =>
  Array.from(piece, (at) => [(at % width) + 0.5, Math.floor(at / width) + 0.5] as const)

function boxOf(points: readonly Point[]): Box | null {
  const around = smallestRectangle(points)
  const core = along(points, { ...around, width: around.width + 1, height: around.height + 1 })
  if (core.height < THINNEST) return null
  const beyond = (BEYOND * core.width * core.height) / (2 * (core.width + core.height))
  return { ...core, width: core.width + 2 * beyond, height: core.height + 2 * beyond }
}

/** Returns the core as a line that follows its pixels: the parabola through the middles of their columns. */
function along(points: readonly Point[], around: Rectangle): Box {
  const { x, y, width, height, angle } = around
  if (width < LONG * height * 0.75) return { ...around, bend: 0 }
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const count = Math.ceil(width)
  const sums = new Float64Array(count)
  const counts = new Float64Array(count)
  for (const [px, py] of points) {
    const u = Math.min(count - 1, Math.max(0, Math.floor((px - x) * cos + (py - y) * sin + width / 2)))
    sums[u] = (sums[u] as number) + (py - y) * cos - (px - x) * sin
    counts[u] = (counts[u] as number) + 1
  }
  const middles = Array.from(sums, (sum, u) => [u + 0.5 - width / 2, sum / (counts[u] as number)] as const).filter(
    ([, v]) => Number.isFinite(v),
  )
  const [c0, c1, c2] = parabolaThrough(middles)
  const thickness = (Array.from(counts).sort((a, b) => a - b)[Math.floor(count * 0.85)] as number) + 1
  if (Math.abs(c2) * (width / 2) ** 2 < BENT * thickness) return { ...around, bend: 0 }
  return {
    x: x - c0 * sin,
    y: y + c0 * cos,
    width,
    height: Math.min(height, thickness),
    angle: angle + Math.atan(c1),
    bend: c2,
  }
}

/** Returns the coefficients of v = c0 + c1·u + c2·u² with the least squares of error; u lies around 0. */
function parabolaThrough(points: readonly Point[]): [number, number, number] {
  let [n, s1, s2, s3, s4, v0, v1, v2] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (const [u, v] of points) {
    const square = u * u
    n += 1
    s1 += u
    s2 += square
    s3 += square * u
    s4 += square * square
    v0 += v
    v1 += u * v
    v2 += square * v
  }
  const minor0 = s2 * s4 - s3 * s3
  const minor1 = s1 * s4 - s2 * s3
  const minor2 = s1 * s3 - s2 * s2
  const determinant = n * minor0 - s1 * minor1 + s2 * minor2
  if (Math.abs(determinant) < 1e-9) return [v0 / Math.max(1, n), 0, 0]
  return [
    (v0 * minor0 - v1 * minor1 + v2 * minor2) / determinant,
    (-v0 * minor1 + v1 * (n * s4 - s2 * s2) - v2 * (n * s3 - s1 * s2)) / determinant,
    (v0 * minor2 - v1 * (n * s3 - s1 * s2) + v2 * (n * s2 - s1 * s1)) / determinant,
  ]
}
