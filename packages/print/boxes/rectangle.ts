export type Point = readonly [x: number, y: number]

/** A rectangle in any position: its middle, and its sides along `angle` (radians, clockwise from the right) and across. */
export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
  angle: number
}

/** Returns the corners of the convex hull of points, in turn (Andrew's monotone chain). */
export function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (from: readonly Point[]): Point[] => {
    const chain: Point[] = []
    for (const point of from) {
      while (chain.length > 1 && !isLeftTurn(chain.at(-2) as Point, chain.at(-1) as Point, point)) chain.pop()
      chain.push(point)
    }
    return chain
  }
  if (sorted.length < 3) return sorted
  return [...half(sorted).slice(0, -1), ...half(sorted.toReversed()).slice(0, -1)]
}

const isLeftTurn = (a: Point, b: Point, c: Point): boolean =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0

/**
 * Returns the rectangle of least area around points: one of its sides lies along a side of their hull. Its width is the
 * longer side. The points may not be empty.
 */
export function smallestRectangle(points: readonly Point[]): Rectangle {
  const hull = hullOf(points)
  let best: Rectangle | null = null
  for (const [index, [x, y]] of hull.entries()) {
    const [nextX, nextY] = hull[(index + 1) % hull.length] as Point
    const found = rectangleAlong(hull, Math.atan2(nextY - y, nextX - x))
    if (best === null || found.width * found.height < best.width * best.height) best = found
  }
  return lying(best ?? rectangleAlong(points, 0))
}

function rectangleAlong(points: readonly Point[], angle: number): Rectangle {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of points) {
    const [u, v] = [x * cos + y * sin, y * cos - x * sin]
    left = Math.min(left, u)
    right = Math.max(right, u)
    top = Math.min(top, v)
    bottom = Math.max(bottom, v)
  }
  const [u, v] = [(left + right) / 2, (top + bottom) / 2]
  return { x: u * cos - v * sin, y: u * sin + v * cos, width: right - left, height: bottom - top, angle }
}

/** With the longer side as its width, in a direction of at most a right angle to either side. */
function lying(rectangle: Rectangle): Rectangle {
  const { width, height, angle } = rectangle
  const along = width >= height ? angle : angle + Math.PI / 2
  return {
    ...rectangle,
    width: Math.max(width, height),
    height: Math.min(width, height),
    angle: along - Math.PI * Math.round(along / Math.PI),
  }
}
