/** One letter, digit or sign that was read. */
export interface Glyph {
  char: string
  /** How sure the recogniser is of it, from 0 to 1. */
  confidence: number
  /** Whether a space comes before it. */
  isApart: boolean
  /** Whether that space was not read, but follows from the positions of the letters: another reading may deny it. */
  isGap?: boolean
  /** Where its middle is along the line, in heights of the line from its beginning. */
  at: number
}

/** A line as one recogniser read it, without the spaces: they are told by `isApart`. */
export type ReadLine = readonly Glyph[]

/** Returns the text of a line. */
export const textOf = (line: ReadLine): string =>
  line.map(({ char, isApart }, index) => (isApart && index > 0 ? ` ${char}` : char)).join('')

/** Returns the mean confidence of the letters of a line, from 0 to 1; 0 if there are none. */
export const confidenceOf = (line: ReadLine): number =>
  line.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, line.length)

/** How much surer than its least sure word a line is at most. */
const ABOVE_LEAST = 0.2

/** Returns how sure a line is, from 0 to 1: its letters in the mean, but not far above its least sure word. */
export function surenessOf(line: ReadLine): number {
  const words: Glyph[][] = []
  for (const glyph of line) {
    if (glyph.isApart || words.length === 0) words.push([])
    words.at(-1)?.push(glyph)
  }
  return Math.min(confidenceOf(line), ...words.map((word) => confidenceOf(word) + ABOVE_LEAST))
}
