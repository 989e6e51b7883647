import type { PrintedLine } from './columns.ts'
import { BEGINS_DIRECTIONS } from './lines.ts'

/** A row of the table, with what is in it: the number beside the picture is often not read. */
const ROW = /^(?<part>morning|midday|noon|evening|bedtime|night)(?:(?:\d|½)?(?:tablet|capsule)s?)?$/
const IN_ROW = /^(?:\d|½)?(?:tablet|capsule)s?$/
/** Fewer are times of the directions: `Morning`, `Evening`. */
const FEWEST_ROWS = 3

const GAP = /\s{3,}/
const lettersOf = (cell: string): string => cell.toLowerCase().replace(/[^\p{L}\d½]/gu, '')

/**
 * Takes away the table of a day that some pharmacies print beside the directions: every label has all its rows, and
 * which of them is filled in can hardly be read. Without directions it stays: then it is all there is.
 */
export function withoutDayTable(lines: readonly PrintedLine[]): PrintedLine[] {
  const cells = lines.map(({ text }) => text.split(GAP))
  const rows = cells.flat().flatMap((cell) => ROW.exec(lettersOf(cell))?.groups?.part ?? [])
  const hasDirections = cells.flat().some((cell) => BEGINS_DIRECTIONS.test(cell.trim()))
  if (new Set(rows).size < FEWEST_ROWS || !hasDirections) return [...lines]
  const isOfTable = (cell: string): boolean => ROW.test(lettersOf(cell)) || IN_ROW.test(lettersOf(cell))
  return lines
    .map((line, index) => {
      const own = cells[index] ?? []
      return own.some(isOfTable) ? { ...line, text: own.filter((cell) => !isOfTable(cell)).join('   ') } : line
    })
    .filter(({ text }) => text.trim() !== '')
}
