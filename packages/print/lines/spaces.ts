import type { Glyph, ReadLine } from './line.ts'

/** How wide letters are in print, beside a usual small letter. */
const NARROW = /[ijlItfr1.,:;'|!()[\]]/
const WIDE = /[mwMW@%]/
const CAPITAL = /[A-Z]/

const widthOf = (char: string): number =>
  NARROW.test(char) ? 0.6 : WIDE.test(char) ? 1.5 : CAPITAL.test(char) ? 1.2 : 1

/** A gap is a space if it is larger than the letters explain by this share of a usual small letter. */
const SPACE = 0.5
/** Shorter lines do not show how wide their letters are. */
const SHORTEST = 5

/** Returns the line with the spaces that the positions of its letters show. Spaces that were read stay. */
export function withGaps(line: ReadLine): Glyph[] {
  const letter = letterWidth(line)
  return line.map((glyph, index) => {
    const before = line[index - 1]
    if (!before || glyph.isApart || letter === null) return { ...glyph }
    const explained = ((widthOf(before.char) + widthOf(glyph.char)) / 2) * letter
    const isGap = glyph.at - before.at > explained + SPACE * letter && mayBeApart(before.char, glyph.char)
    return isGap ? { ...glyph, isApart: true, isGap } : { ...glyph }
  })
}

/** A point or a stroke inside a number or an abbreviation is no word of its own. */
const mayBeApart = (before: string, after: string): boolean => !/[.,/'-]/.test(after) && !/[/'(-]/.test(before)

/** Returns how wide a usual small letter is, or null. Half of the distances are smaller: few are across a space. */
function letterWidth(line: ReadLine): number | null {
  const widths = line
    .flatMap((glyph, index) => {
      const before = line[index - 1]
      return before && !glyph.isApart
        ? [(glyph.at - before.at) / ((widthOf(before.char) + widthOf(glyph.char)) / 2)]
        : []
    })
    .sort((a, b) => a - b)
  return widths.length < SHORTEST ? null : (widths[Math.floor(widths.length * 0.45)] as number)
}
