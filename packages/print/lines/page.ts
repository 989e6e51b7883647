import type { Box } from '../boxes/box.ts'
import { liesAcross, mainDirection } from '../boxes/level.ts'

/** Text with its place on the page. */
export interface PlacedText {
  box: Box
  text: string
  /** From 0 to 1. */
  confidence: number
}

/** A line of a page, and how sure it is, from 0 to 1: as its least sure part. */
export interface PageLine {
  text: string
  confidence: number
}

/** Two texts are in one row if their middles are nearer than this share of the lower one's height. */
const SAME_ROW = 0.5
/** A gap is wide, and begins a column, from this many heights on. Boxes reach beyond their print. */
const WIDE = 0.9
/** A narrower gap begins a column if one in another row ends less than so many heights beside it. */
const ALIGNED = 0.35
/** How many spaces stand for a wide gap at least, and how far apart, in heights, beginnings of one column are at most. */
const SPACES = 3
const SAME_COLUMN = 0.9

interface Cell extends PlacedText {
  left: number
  right: number
  middle: number
  /** Whether it begins a column. */
  isApart: boolean
}

/**
 * Returns what stands on a page line by line, from top to bottom and each from left to right. Wide gaps are three spaces
 * or more, and columns that begin below each other also begin at the same letter. What lies across the rest, on another
 * side of a package or along an edge, comes last: it is in no row with it.
 */
export function pageLines(texts: readonly PlacedText[]): PageLine[] {
  const direction = mainDirection(texts.map(({ box }) => box))
  const isAcross = ({ box }: PlacedText): boolean => liesAcross(box, direction)
  return [...levelLines(texts.filter((text) => !isAcross(text))), ...levelLines(texts.filter(isAcross))]
}

function levelLines(texts: readonly PlacedText[]): PageLine[] {
  const rows = withCellsJoined(withColumns(rowsOf(levelled(texts))))
  const columns = columnsOf(rows)
  const hanging = hangingRows(rows)
  return rows.map((row, index) => ({
    text: lineOf(row, columns),
    confidence: Math.min(...row.map(({ confidence }) => confidence), hanging.has(index) ? HANGING.sureness : 1),
  }))
}

/** Returns the texts with their places on a page turned so that its lines are level. */
function levelled(texts: readonly PlacedText[]): Cell[] {
  const total = texts.reduce((sum, { box }) => sum + box.width, 0)
  const sin = texts.reduce((sum, { box }) => sum + Math.sin(box.angle) * box.width, 0)
  const cos = texts.reduce((sum, { box }) => sum + Math.cos(box.angle) * box.width, 0)
  const angle = total === 0 ? 0 : Math.atan2(sin, cos)
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return texts.map((text) => {
    const { box } = text
    const along = box.x * c + box.y * s
    return {
      ...text,
      box: { ...box, angle: box.angle - angle },
      left: along - box.width / 2,
      right: along + box.width / 2,
      middle: box.y * c - box.x * s,
      isApart: false,
    }
  })
}

/** Rows are found from left to right: each text continues the row whose last text points to it most exactly. */
function rowsOf(cells: readonly Cell[]): Cell[][] {
  const rows: Cell[][] = []
  for (const cell of cells.toSorted((a, b) => a.left - b.left)) {
    let [best, least] = [-1, SAME_ROW]
    for (const [index, row] of rows.entries()) {
      const last = row.at(-1) as Cell
      const distance = offRow(last, cell)
      if (distance < least && cell.left > last.right - last.box.height) [best, least] = [index, distance]
    }
    if (best < 0) rows.push([cell])
    else rows[best]?.push(cell)
  }
  return rows.sort((a, b) => middleOf(a) - middleOf(b))
}

/** How far a text is above or below the row of another one, in heights: the row goes on in the direction of both. */
function offRow(last: Cell, cell: Cell): number {
  const [from, to] = [(last.left + last.right) / 2, (cell.left + cell.right) / 2]
  const slope =
    (Math.tan(last.box.angle) * last.box.width + Math.tan(cell.box.angle) * cell.box.width) /
    (last.box.width + cell.box.width)
  return Math.abs(last.middle + (to - from) * slope - cell.middle) / Math.min(last.box.height, cell.box.height)
}

const middleOf = (row: readonly Cell[]): number => {
  const total = row.reduce((sum, { box }) => sum + box.width, 0)
  return row.reduce((sum, { middle, box }) => sum + middle * box.width, 0) / total
}

/**
 * Returns the rows with what begins a column: texts after a wide gap, and after any gap those that stand below each other
 * or above the beginning of the next row.
 */
function withColumns(rows: readonly (readonly Cell[])[]): Cell[][] {
  const isWide = (before: Cell, cell: Cell) =>
    cell.left - before.right > WIDE * Math.min(before.box.height, cell.box.height)
  const isAligned = (cell: Cell, at: number) =>
    rows.some((other, index) =>
      (index === at + 1 ? other : index === at ? [] : other.slice(1)).some(
        ({ left, box }) => Math.abs(left - cell.left) < ALIGNED * Math.min(box.height, cell.box.height),
      ),
    )
  return rows.map((row, at) =>
    row.map((cell, index) => {
      const before = row[index - 1]
      return { ...cell, isApart: before !== undefined && (isWide(before, cell) || isAligned(cell, at)) }
    }),
  )
}

/** Cells continue in the next row if it is nearer than this many heights. */
const NEXT_ROW = 2.2

/**
 * Joins what a cell of a table continues in the next row: a row whose texts all begin below ones that begin a column, and
 * that has nothing at the left.
 */
function withCellsJoined(rows: readonly Cell[][]): Cell[][] {
  const joined: Cell[][] = []
  let ends: Cell[] = []
  for (const row of rows) {
    const last = joined.at(-1) ?? []
    const above = row.map((cell) => last.findIndex(({ isApart }, index) => isApart && isBelow(cell, ends[index])))
    if (row.length === 0 || above.includes(-1)) {
      joined.push([...row])
      ends = [...row]
      continue
    }
    for (const [index, cell] of row.entries()) {
      const place = above[index] as number
      const begun = last[place] as Cell
      const confidence = Math.min(begun.confidence, cell.confidence)
      last[place] = {
        ...begun,
        text: `${begun.text} ${cell.text}`,
        confidence,
        right: Math.max(begun.right, cell.right),
      }
      ends[place] = cell
    }
  }
  return joined
}

const isBelow = (cell: Cell, above: Cell | undefined): boolean =>
  above !== undefined &&
  Math.abs(cell.left - above.left) < SAME_COLUMN * above.box.height &&
  cell.middle - above.middle < NEXT_ROW * above.box.height

/** A row hangs that begins more than so many heights to the right of the one above, and this sure it is at most. */
const HANGING = { heights: 3, sureness: 0.8 }

/**
 * Returns the rows that hang below one that begins further left, and that one: the detector may have taken two columns
 * for one text, and they may belong to a cell of it. Rows with the same middle are centred.
 */
function hangingRows(rows: readonly (readonly Cell[])[]): Set<number> {
  const hanging = new Set<number>()
  let [above, aboveAt] = [rows[0], 0]
  for (const [index, row] of rows.entries()) {
    const [first, other] = [row[0] as Cell, above?.[0] as Cell]
    const middle = (cells: readonly Cell[]) => ((cells[0] as Cell).left + (cells.at(-1) as Cell).right) / 2
    const isHanging =
      first.left - other.left > HANGING.heights * other.box.height &&
      Math.abs(middle(row) - middle(above ?? row)) > first.box.height
    if (isHanging) hanging.add(index).add(aboveAt)
    else [above, aboveAt] = [row, index]
  }
  return hanging
}

interface Column {
  left: number
  height: number
  /** At which letter of a line it begins. */
  letter: number
}

/** Returns the columns that texts after a wide gap begin, from left to right. */
function columnsOf(rows: readonly (readonly Cell[])[]): Column[] {
  const columns: Column[] = []
  const apart = rows.flatMap((row) => row.filter(({ isApart }) => isApart))
  for (const { left, box } of apart.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1)
    if (last && left - last.left < SAME_COLUMN * last.height) continue
    columns.push({ left, height: box.height, letter: 0 })
  }
  for (const [index, column] of columns.entries()) {
    const before = rows.map((row) => {
      const at = row.findIndex((cell) => cell.isApart && isIn(column, cell))
      return at < 0 ? 0 : lineOf(row.slice(0, at), columns.slice(0, index)).length + SPACES
    })
    column.letter = Math.max(...before)
  }
  return columns
}

const isIn = (column: Column, { left }: Cell): boolean =>
  left >= column.left && left - column.left < SAME_COLUMN * column.height

function lineOf(row: readonly Cell[], columns: readonly Column[]): string {
  let line = ''
  for (const [index, cell] of row.entries()) {
    if (index === 0) line = cell.text
    else if (!cell.isApart) line += ` ${cell.text}`
    else
      line =
        line.padEnd(Math.max(line.length + SPACES, columns.find((column) => isIn(column, cell))?.letter ?? 0)) +
        cell.text
  }
  return line
}
