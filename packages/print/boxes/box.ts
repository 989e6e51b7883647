/**
 * Where a line of print is in a picture, in pixels. `x` and `y` are its middle, `angle` the direction in which it is read
 * in radians, clockwise from the right. `bend` is how the line curves: at a distance of `u` from the middle along its
 * direction its centre is `bend * u * u` below the straight line.
 */
export interface Box {
  x: number
  y: number
  width: number
  height: number
  angle: number
  bend: number
}

/** Returns the box in a picture that is `scale` times as large. */
export const scaled = (box: Box, scale: number): Box => ({
  x: box.x * scale,
  y: box.y * scale,
  width: box.width * scale,
  height: box.height * scale,
  angle: box.angle,
  bend: box.bend / scale,
})

/** Returns the box read in the opposite direction. */
export const upsideDown = (box: Box): Box => ({ ...box, angle: normal(box.angle + Math.PI), bend: -box.bend })

/** Returns the box with its width for its height: read across instead of along. */
export const across = (box: Box): Box => ({
  ...box,
  width: box.height,
  height: box.width,
  angle: normal(box.angle + Math.PI / 2),
  bend: 0,
})

/** Returns the same direction, above -π and at most π. */
export const normal = (angle: number): number => angle - 2 * Math.PI * Math.ceil((angle - Math.PI) / (2 * Math.PI))
