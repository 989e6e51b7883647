import { BEGINS_DIRECTIONS, goesOn } from './lines.ts'
import { nameOf } from './medicine.ts'
import { strengthIn } from './strength.ts'

const GAP = /\s{3,}/
/** Fewer lines may share the position of a gap by chance. */
const FEWEST = 3

interface Row {
  left: string
  right: string
  from: number
}

/**
 * Rearranges a label whose directions are in a column next to one about other matters (the pharmacy, its telephone), so
 * that one column follows the other. A table with a medication and its frequency in each row stays as it is.
 */
export function withoutColumns(lines: readonly string[]): string[] {
  const rows = lines.map(rowOf)
  const found: string[] = []
  for (let index = 0; index < lines.length; ) {
    const block = blockAt(rows, index)
    found.push(
      ...(block.length < FEWEST ? [lines[index] ?? ''] : inTurn(block, lines.slice(index, index + block.length))),
    )
    index += block.length < FEWEST ? 1 : block.length
  }
  return found
}

/** Returns the parts left and right of a line's only wide gap, and where the right one begins. */
function rowOf(line: string): Row | null {
  const [left = '', right, ...more] = line.trim().split(GAP)
  return right === undefined || more.length > 0 ? null : { left, right, from: line.lastIndexOf(right) }
}

/** Returns the rows from here on whose right parts begin at the same position. */
function blockAt(rows: readonly (Row | null)[], start: number): Row[] {
  const block: Row[] = []
  for (let index = start; index < rows.length; index += 1) {
    const row = rows[index] ?? null
    if (row === null || Math.abs(row.from - (block[0] ?? row).from) > 1) break
    block.push(row)
  }
  return block
}

function inTurn(block: readonly Row[], lines: readonly string[]): readonly string[] {
  const [left, right] = [block.map((row) => row.left), block.map((row) => row.right)]
  const areColumns = (saysDirections(left) && isOther(right)) || (saysDirections(right) && isOther(left))
  return areColumns ? [...left, ...right] : lines
}

const isOfDirections = (cell: string): boolean => BEGINS_DIRECTIONS.test(cell) || goesOn(cell)
const saysDirections = (cells: readonly string[]): boolean =>
  cells.some((cell) => BEGINS_DIRECTIONS.test(cell)) && cells.filter(isOfDirections).length > 1
const isOther = (cells: readonly string[]): boolean =>
  cells.every((cell) => !isOfDirections(cell) && strengthIn(cell) === null && nameOf(cell).confidence === 'guess')
