import type { Box } from '../boxes/box.ts'
import { CHANNELS, type Picture } from './picture.ts'

/** How long a line may be, in its heights: longer ones are narrowed. */
const LONGEST = 40

/**
 * Returns a level picture of one line, `height` pixels high and as wide as it is long: its curve straightened, its
 * direction turned to the right. Beyond the picture's edge its edge goes on.
 * @param stretch how many times as wide, for letters that are narrow
 */
export function linePicture(picture: Picture, box: Box, height: number, stretch = 1): Picture {
  const scale = box.height / height
  const width = Math.max(8, Math.min(LONGEST * height, Math.round((stretch * box.width) / scale)))
  const step = box.width / width
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)]
  const data = new Uint8Array(width * height * CHANNELS)
  // A pixel of a smaller picture is the mean of several: one alone would lose thin strokes.
  const samples = Math.min(4, Math.max(1, Math.round(scale)))
  const sum = new Float64Array(CHANNELS)
  for (let column = 0; column < width; column += 1) {
    for (let row = 0; row < height; row += 1) {
      sum.fill(0)
      for (let part = 0; part < samples * samples; part += 1) {
        const u = (column + ((part % samples) + 0.5) / samples - width / 2) * step
        const below = (row + (Math.floor(part / samples) + 0.5) / samples - height / 2) * scale
        const v = below + box.bend * u * u
        addAt(sum, picture, box.x + u * cos - v * sin - 0.5, box.y + u * sin + v * cos - 0.5)
      }
      const at = (row * width + column) * CHANNELS
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        data[at + channel] = Math.round((sum[channel] as number) / (samples * samples))
      }
    }
  }
  return { data, width, height }
}

/** Adds the colour between the four pixels around a position. */
function addAt(sum: Float64Array, { data, width, height }: Picture, x: number, y: number): void {
  const [cx, cy] = [Math.min(width - 1, Math.max(0, x)), Math.min(height - 1, Math.max(0, y))]
  const [left, top] = [Math.floor(cx), Math.floor(cy)]
  const [fx, fy] = [cx - left, cy - top]
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)]
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    const at = (column: number, row: number) => data[(row * width + column) * CHANNELS + channel] as number
    const upper = at(left, top) * (1 - fx) + at(right, top) * fx
    const lower = at(left, bottom) * (1 - fx) + at(right, bottom) * fx
    sum[channel] = (sum[channel] as number) + upper * (1 - fy) + lower * fy
  }
}

/** Returns a picture turned by half a turn. */
export function turnedOver({ data, width, height }: Picture): Picture {
  const turned = new Uint8Array(data.length)
  for (let at = 0; at < data.length; at += CHANNELS) {
    const to = data.length - CHANNELS - at
    for (let channel = 0; channel < CHANNELS; channel += 1) turned[to + channel] = data[at + channel] as number
  }
  return { data: turned, width, height }
}
