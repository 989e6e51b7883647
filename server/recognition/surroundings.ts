import type { Grey } from '@dosewell/print/grey'
import { addTo } from '@dosewell/print/tally'

/** The side, in pixels, of the squares that are examined, and the mean shade below which a square is not paper. */
const SIDE = 12
const BEHIND = 140

interface Squares {
  /** 1 for a dark square, 2 for one known to be connected to the border. */
  marks: Uint8Array
  columns: number
  rows: number
}

/**
 * Paints everything around the paper white: dark areas connected to the border. Print on them is not read, and is not
 * needed. Expects an evenly lit picture.
 */
export function withoutSurroundings(picture: Grey): Grey {
  const { width, height } = picture
  const data = picture.data.slice()
  const squares = darkSquares(picture)
  for (const square of reachingOut(squares)) {
    const [row, column] = [Math.floor(square / squares.columns), square % squares.columns]
    for (let y = row * SIDE; y < Math.min(height, (row + 1) * SIDE); y += 1) {
      data.fill(255, y * width + column * SIDE, y * width + Math.min(width, (column + 1) * SIDE))
    }
  }
  return { width, height, data }
}

function darkSquares({ data, width, height }: Grey): Squares {
  const [columns, rows] = [Math.ceil(width / SIDE), Math.ceil(height / SIDE)]
  const sums = new Float64Array(columns * rows)
  const counts = new Uint32Array(columns * rows)
  for (let y = 0; y < height; y += 1) {
    const row = Math.floor(y / SIDE) * columns
    for (let x = 0; x < width; x += 1) {
      const square = row + Math.floor(x / SIDE)
      addTo(sums, square, data[y * width + x] as number)
      addTo(counts, square)
    }
  }
  const marks = Uint8Array.from(sums, (sum, square) => (sum < BEHIND * (counts[square] as number) ? 1 : 0))
  return { marks, columns, rows }
}

/** Returns the dark squares connected to the border by other dark squares. */
function reachingOut({ marks, columns, rows }: Squares): number[] {
  const found: number[] = []
  const reach = (row: number, column: number) => {
    const square = row * columns + column
    if (row < 0 || column < 0 || row >= rows || column >= columns || marks[square] !== 1) return
    marks[square] = 2
    found.push(square)
  }
  for (let column = 0; column < columns; column += 1) {
    reach(0, column)
    reach(rows - 1, column)
  }
  for (let row = 0; row < rows; row += 1) {
    reach(row, 0)
    reach(row, columns - 1)
  }
  // The list grows during the loop.
  for (const square of found) {
    const [row, column] = [Math.floor(square / columns), square % columns]
    reach(row - 1, column)
    reach(row + 1, column)
    reach(row, column - 1)
    reach(row, column + 1)
  }
  return found
}
