/** A colour picture: three bytes per pixel, row by row. */
export interface Pixels {
  data: Uint8Array
  width: number
  height: number
}

/** How the label lies before the camera. Lengths are in pixels of the flat label. */
export interface Pose {
  /** Degrees: to the side, backwards, and within the picture. */
  yaw: number
  pitch: number
  roll: number
  /** Pixels of the photograph for a pixel of the label in its middle. */
  scale: number
  /** Radius of the bottle it is stuck to; null where it lies flat. */
  radius: number | null
  /** Where the middle of the label is seen, as a share of the picture beside its middle. */
  shift: readonly [number, number]
}

/** Where a ray of the camera meets the label, or the table behind a bottle. */
export interface Hit {
  on: 'label' | 'table'
  /** Position on the unrolled label or on the table, from the label's middle. */
  u: number
  v: number
  /** How far the surface is turned away from the camera, in radians around the bottle. */
  angle: number
}

/** Focal length of a phone, in widths of the picture. */
const FOCAL = 1.15
const RADIANS = Math.PI / 180

type Vector = readonly [number, number, number]

/** Returns where the ray through each pixel of a photograph ends, for a camera with a pinhole. */
export function rays(pose: Pose, width: number, height: number): (x: number, y: number) => Hit {
  const { radius, scale, shift } = pose
  const focal = FOCAL * Math.max(width, height)
  const distance = focal / scale
  const turn = inverseOf(pose)
  const origin = turn([0, 0, -distance])
  const middle = [width * (0.5 + shift[0]), height * (0.5 + shift[1])] as const
  return (x, y) => {
    const direction = turn([x - middle[0], y - middle[1], focal])
    if (radius !== null) {
      const found = onCylinder(origin, direction, radius)
      if (found) return found
    }
    const depth = radius === null ? 0 : 2 * radius
    const along = (depth - origin[2]) / direction[2]
    const on = radius === null ? 'label' : 'table'
    return { on, u: origin[0] + along * direction[0], v: origin[1] + along * direction[1], angle: 0 }
  }
}

/** The cylinder lies along v and touches the plane of the label in its middle. */
function onCylinder(origin: Vector, direction: Vector, radius: number): Hit | null {
  const [ox, , oz] = [origin[0], origin[1], origin[2] - radius]
  const [dx, dy, dz] = direction
  const a = dx * dx + dz * dz
  const b = ox * dx + oz * dz
  const root = b * b - a * (ox * ox + oz * oz - radius * radius)
  if (root < 0) return null
  const along = (-b - Math.sqrt(root)) / a
  const angle = Math.atan2(ox + along * dx, -(oz + along * dz))
  return { on: 'label', u: radius * angle, v: origin[1] + along * dy, angle }
}

function inverseOf({ yaw, pitch, roll }: Pose): (vector: Vector) => Vector {
  const [sy, cy] = [Math.sin(yaw * RADIANS), Math.cos(yaw * RADIANS)]
  const [sp, cp] = [Math.sin(pitch * RADIANS), Math.cos(pitch * RADIANS)]
  const [sr, cr] = [Math.sin(roll * RADIANS), Math.cos(roll * RADIANS)]
  return ([x, y, z]) => {
    const [a, b] = [cr * x + sr * y, cr * y - sr * x]
    const [c, d] = [cp * b + sp * z, cp * z - sp * b]
    return [cy * a - sy * d, c, sy * a + cy * d]
  }
}

/** A fold across the paper: its direction and place, how wide and how deep. */
interface Fold {
  along: readonly [number, number]
  at: number
  width: number
  depth: number
}

/** Paper that was folded or crumpled: where its print has moved to, and how its light changes. */
export type Relief = (u: number, v: number) => { u: number; v: number; light: number }

/** Returns the relief of paper with folds at random; `span` is its longer side, in pixels. */
export function crumpled(next: () => number, span: number, folds: number): Relief {
  const all = Array.from({ length: folds }, (): Fold => {
    const direction = next() * Math.PI
    return {
      along: [Math.cos(direction), Math.sin(direction)],
      at: (next() - 0.5) * span * 0.8,
      width: span * (0.04 + next() * 0.12),
      depth: (next() < 0.5 ? -1 : 1) * (0.25 + next() * 0.5),
    }
  })
  const size = span * 0.016
  return (u, v) => {
    let [du, dv, light] = [0, 0, 1]
    for (const { along, at, width, depth } of all) {
      const off = (u * along[0] + v * along[1] - at) / width
      const height = depth * Math.exp(-Math.abs(off))
      const slope = height * Math.sign(off)
      du += height * along[0] * size
      dv += height * along[1] * size
      light += slope * 0.3 * (along[0] * 0.8 + along[1] * 0.6)
    }
    return { u: u + du, v: v + dv, light }
  }
}

/** Writes the colour of a picture between its pixels into `into`; false outside of it. */
export function sampled({ data, width, height }: Pixels, x: number, y: number, into: Float64Array): boolean {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return false
  const [fx, fy] = [x - left, y - top]
  const at = (top * width + left) * 3
  const below = at + width * 3
  for (let channel = 0; channel < 3; channel += 1) {
    const upper = mix(data[at + channel] ?? 0, data[at + 3 + channel] ?? 0, fx)
    const lower = mix(data[below + channel] ?? 0, data[below + 3 + channel] ?? 0, fx)
    into[channel] = mix(upper, lower, fy)
  }
  return true
}

const mix = (a: number, b: number, share: number): number => a + (b - a) * share
