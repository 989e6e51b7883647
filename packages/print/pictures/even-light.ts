import type { Grey } from './grey.ts'
import { addTo } from './tally.ts'

/** The side, in pixels, of the squares in which the paper's brightness is measured. */
const SQUARE = 24

/**
 * Removes shadows and uneven light: each pixel becomes relative to the paper around it, and then the contrast is
 * raised. Paper is what the brightest fifth of a square shows.
 */
export function evenLight(picture: Grey): Grey {
  const { width, height, data } = picture
  const paper = smoothed(paperOf(picture))
  const flat = new Uint8Array(data.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      flat[at] = Math.min(255, ((data[at] as number) * 240) / Math.max(24, lightAt(paper, x, y)))
    }
  }
  return { width, height, data: stretched(flat) }
}

interface Light {
  squares: Float32Array
  columns: number
  rows: number
}

function paperOf({ data, width, height }: Grey): Light {
  const [columns, rows] = [Math.ceil(width / SQUARE), Math.ceil(height / SQUARE)]
  const squares = new Float32Array(columns * rows)
  const counts = new Uint32Array(256)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      counts.fill(0)
      const [bottom, right] = [Math.min(height, (row + 1) * SQUARE), Math.min(width, (column + 1) * SQUARE)]
      for (let y = row * SQUARE; y < bottom; y += 1) {
        for (let x = column * SQUARE; x < right; x += 1) addTo(counts, data[y * width + x] as number)
      }
      squares[row * columns + column] = shadeAbove(counts, 0.2)
    }
  }
  return { squares, columns, rows }
}

/** Returns the shade that this share of the counted pixels exceeds. */
function shadeAbove(counts: Uint32Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let left = total * share
  for (let shade = 255; shade > 0; shade -= 1) {
    left -= counts[shade] as number
    if (left < 0) return shade
  }
  return 0
}

/**
 * Takes the brightest of the neighbouring squares, then their mean: a square full of print has the same light as its
 * neighbours.
 */
const smoothed = (light: Light): Light => around(around(light, Math.max), (sum, value) => sum + value, 9)

function around({ squares, columns, rows }: Light, fold: (a: number, b: number) => number, share = 1): Light {
  const result = new Float32Array(squares.length)
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      let value = 0
      for (let dy = -1; dy <= 1; dy += 1) {
        const y = Math.min(rows - 1, Math.max(0, row + dy))
        for (let dx = -1; dx <= 1; dx += 1) {
          const x = Math.min(columns - 1, Math.max(0, column + dx))
          value = fold(value, squares[y * columns + x] as number)
        }
      }
      result[row * columns + column] = value / share
    }
  }
  return { squares: result, columns, rows }
}

/** Interpolates between the centres of the four nearest squares. */
function lightAt({ squares, columns, rows }: Light, x: number, y: number): number {
  const [across, down] = [x / SQUARE - 0.5, y / SQUARE - 0.5]
  const left = Math.min(columns - 1, Math.max(0, Math.floor(across)))
  const top = Math.min(rows - 1, Math.max(0, Math.floor(down)))
  const [right, bottom] = [Math.min(columns - 1, left + 1), Math.min(rows - 1, top + 1)]
  const [fx, fy] = [Math.min(1, Math.max(0, across - left)), Math.min(1, Math.max(0, down - top))]
  const upper = mix(squares[top * columns + left] as number, squares[top * columns + right] as number, fx)
  const lower = mix(squares[bottom * columns + left] as number, squares[bottom * columns + right] as number, fx)
  return mix(upper, lower, fy)
}

const mix = (a: number, b: number, share: number): number => a + (b - a) * share

/** Maps the darkest hundredth to black and paper to white, with its grain. */
function stretched(data: Uint8Array): Uint8Array {
  const counts = new Uint32Array(256)
  for (const shade of data) addTo(counts, shade)
  const black = Math.min(150, shadeAbove(counts, 0.985))
  const paper = shadeAbove(counts, 0.4)
  const grain = shadeAbove(counts, 0.1) - paper
  const white = Math.max(black + 60, paper - 2 * grain)
  const table = Uint8Array.from({ length: 256 }, (_, shade) =>
    Math.round(Math.min(1, Math.max(0, (shade - black) / (white - black))) * 255),
  )
  return data.map((shade) => table[shade] as number)
}
