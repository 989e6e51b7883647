import { plainWords } from '../directions/lexicon.ts'
import { isNumberWord } from '../directions/numbers.ts'
import { isPrintedName } from '../medicines/medicine-names.ts'
import { isDateAlone } from './dates.ts'
import { BEGINS_DIRECTIONS, BEGINS_WITH_DOSE, goesOn, kindOf } from './lines.ts'
import { medicineIn, nameOf } from './medicine.ts'
import { isPurpose } from './purposes.ts'
import { strengthIn } from './strength.ts'
import { MAKER } from './unmeasured.ts'

/** A line of a label, or one column of it. */
export interface PrintedLine {
  text: string
  /** The number of the line in the recognised text, from 0. */
  line: number
}

/** Wide, or with the stroke of a table. */
const GAP = /\s{3,}(?:\|\s{1,20})?|\s{1,2}\|\s{1,20}/
/** Fewer lines may share the position of a gap by chance, unless one column is known to be about other matters. */
const FEWEST = 3
const FEWEST_KNOWN = 2
/** How far apart the beginnings of a column may be. */
const SLANT = 2

/** A line with one wide gap; with an empty side where only one column goes on. */
interface Row {
  left: string
  right: string
  /** Where the right part begins. */
  from: number
}

/**
 * Rearranges a label whose directions are in a column next to one about other matters (the pharmacy, an address), or
 * next to another medication, so that one column follows the other. A table with a medication and its frequency in each
 * row stays as it is, without parts that are about other matters.
 */
export function withoutColumns(printed: readonly PrintedLine[]): PrintedLine[] {
  const lines = printed.flatMap(belowMaker)
  const found: PrintedLine[] = []
  const others: PrintedLine[] = []
  const hasCounts = lines.some(({ text }) => !/\d/.test(text) && COUNTS.test(text.trim()))
  for (let index = 0; index < lines.length; ) {
    const block = blockAt(lines, index)
    const columns = columnsOf(block, lines, index)
    const end = index + Math.max(1, block.length)
    found.push(...(columns?.own ?? []))
    others.push(...(columns?.others ?? []))
    for (const line of columns === null ? lines.slice(index, end) : []) {
      const { own, others: away } = besideStrip(line.text, found.at(-1)?.text ?? '') ?? apart(line.text, hasCounts)
      found.push({ ...line, text: own })
      others.push(...away.map((text) => ({ ...line, text })))
    }
    index = end
  }
  return [...found, ...others]
}

/** Directions that were taken for more of the maker above them: `MFG ACME LABS TAKE 5 ML`. */
const TAKE =
  /\s(?=(?:take|give|instil|instill|inhale|apply|insert|place|chew|dissolve) (?:\d|½|one|two|three|half|an?)(?!\p{L}))/iu

/** Returns a line, without the directions below the maker, and those: they begin at the same letter. */
function belowMaker({ text, line }: PrintedLine): PrintedLine[] {
  const at = TAKE.exec(text)?.index ?? -1
  const cell = text.slice(0, Math.max(0, at)).split(GAP).at(-1)?.trim() ?? ''
  if (!MAKER.test(cell)) return [{ text, line }]
  const below = ' '.repeat(text.indexOf(cell)) + text.slice(at + 1)
  return [
    { text: text.slice(0, at), line },
    { text: below, line },
  ]
}

/** On the strip beside a label on a bottle: ends of words, of which no directions consist. */
const isOnStrip = (cell: string): boolean =>
  cell.length <= LONGEST_ON_STRIP &&
  !/\d/.test(cell) &&
  !isOfLabel(cell) &&
  !isOfDirections(cell) &&
  !cell.split(' ').some((word) => isPrintedName(word.toLowerCase())) &&
  cell.split(' ').some((word) => plainWords(word.toLowerCase()) === undefined && !isNumberWord(word.toLowerCase()))
const LONGEST_ON_STRIP = 14

/** Returns the directions of a line without what stands beside them, if they go on from the line above. */
function besideStrip(text: string, above: string): { own: string; others: string[] } | null {
  const row = rowOf(text)
  // In a table the row above has a gap as well, and each row begins anew.
  if (row === null || !isOfDirections(above) || rowOf(above) !== null || !isOnStrip(row.left)) return null
  if (BEGINS_DIRECTIONS.test(row.right) || BEGINS_WITH_DOSE.test(row.right)) return null
  return goesOn(row.right) || isPurpose(row.right, above) ? { own: row.right, others: [row.left] } : null
}

/** Returns the parts left and right of a line's only wide gap; null where there are none or several. */
function rowOf(text: string): Row | null {
  const [left = '', right, ...more] = text.trim().split(GAP)
  return right === undefined || more.length > 0 ? null : { left, right, from: text.lastIndexOf(right) }
}

/** Returns the rows from here on whose right parts begin at the same position, and those with one of the parts. */
function blockAt(lines: readonly PrintedLine[], start: number): Row[] {
  const first = rowOf(lines[start]?.text ?? '')
  const block: Row[] = []
  if (first === null) return block
  for (const { text } of lines.slice(start)) {
    const row = rowOf(text) ?? oneSided(text, first.from)
    if (row === null || Math.abs(row.from - first.from) > SLANT) break
    block.push(row)
  }
  return block
}

function oneSided(text: string, from: number): Row | null {
  const [begin, end] = [text.length - text.trimStart().length, text.trimEnd().length]
  if (GAP.test(text.trim())) return null
  if (begin >= from - SLANT) return { left: '', right: text.trim(), from: begin }
  return end < from ? { left: text.trim(), right: '', from } : null
}

/** Returns the columns of a block; null where its rows belong together. */
function columnsOf(
  block: readonly Row[],
  lines: readonly PrintedLine[],
  start: number,
): { own: PrintedLine[]; others: PrintedLine[] } | null {
  const placed = (side: 'left' | 'right') =>
    block.flatMap((row, index) =>
      row[side] === '' ? [] : [{ text: row[side], line: lines[start + index]?.line ?? 0 }],
    )
  const [left, right] = [placed('left'), placed('right')]
  if (isBeside(left, right)) return { own: left, others: right }
  if (isBeside(right, left)) return { own: right, others: left }
  return isWholeLabel(left) && isWholeLabel(right) ? { own: [...left, ...right], others: [] } : null
}

/** Returns whether one column is about a medication and the other about something else. */
function isBeside(own: readonly PrintedLine[], other: readonly PrintedLine[]): boolean {
  const [cells, others] = [own.map(({ text }) => text), other.map(({ text }) => text)]
  if (!isOther(others)) return false
  if (cells.length >= FEWEST && others.length >= FEWEST && saysDirections(cells)) return true
  return others.length >= FEWEST_KNOWN && others.some(isOtherMatter) && cells.some(isOfLabel)
}

const isOfDirections = (cell: string): boolean => BEGINS_DIRECTIONS.test(cell) || goesOn(cell)
const saysDirections = (cells: readonly string[]): boolean =>
  cells.some((cell) => BEGINS_DIRECTIONS.test(cell)) && cells.filter(isOfDirections).length > 1
const isOther = (cells: readonly string[]): boolean =>
  cells.every(
    (cell) =>
      isOtherMatter(cell) ||
      (!isOfDirections(cell) && strengthIn(cell) === null && nameOf(cell).confidence === 'guess'),
  )
const isOfLabel = (cell: string): boolean => BEGINS_DIRECTIONS.test(cell) || medicineIn(cell) !== null
/** A medication with its directions: two of them may be next to each other. */
const isWholeLabel = (cells: readonly PrintedLine[]): boolean =>
  cells.some(({ text }) => BEGINS_DIRECTIONS.test(text)) && cells.some(({ text }) => medicineIn(text) !== null)

/** Returns whether a part of a line is certainly about something else: an address, a doctor, a date. */
const isOtherMatter = (cell: string): boolean =>
  (kindOf(cell) !== 'other' && kindOf(cell) !== 'directions' && medicineIn(cell) === null) || isDateAlone(cell)

/** A column of counts is named in the head of a table. */
const COUNTS = /\s{3}(?:qty|quantity|no\.?|rpts?|repeats|refills)$/i
const COUNT = /^(?:x\s?)?\d{1,4}$/i
/** More than are taken at one time. */
const IN_THE_BOX = /^(?:x\s?|#)?[1-9]\d{1,3}\s?(?:tab(?:let)?s?|cap(?:sule)?s?)$/i

/** Returns a line without the parts that are about other matters, and those. */
function apart(text: string, hasCounts: boolean): { own: string; others: string[] } {
  const cells = text.trim().split(GAP)
  const isCount = (cell: string, index: number) =>
    cells.length > 2 && index === cells.length - 1 && (IN_THE_BOX.test(cell) || (hasCounts && COUNT.test(cell)))
  const isOwn = cells.map((cell, index) => !isOtherMatter(cell) && !isCount(cell, index))
  const own = cells.filter((_, index) => isOwn[index])
  if (own.length === cells.length || !own.some((cell) => isOfLabel(cell) || isOfDirections(cell)))
    return { own: text, others: [] }
  return { own: own.join('   '), others: cells.filter((_, index) => !isOwn[index]) }
}
