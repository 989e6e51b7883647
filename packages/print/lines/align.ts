import type { Glyph, ReadLine } from './line.ts'

/** One place of a line in two readings; null where one of them has no letter. */
export interface Place {
  a: Glyph | null
  b: Glyph | null
}

/** Another letter costs more than the same in another case, and less than one left out and one put in. */
const COST = { gap: 1, case: 0.2, other: 1.2 }

/** Returns the letters of two readings of a line side by side, with the fewest differences (Wagner and Fischer, 1974). */
export function sideBySide(a: ReadLine, b: ReadLine): Place[] {
  const width = b.length + 1
  const costs = new Float64Array((a.length + 1) * width)
  for (let i = 0; i <= a.length; i += 1) {
    for (let j = 0; j <= b.length; j += 1) {
      if (i === 0 || j === 0) {
        costs[i * width + j] = (i + j) * COST.gap
        continue
      }
      costs[i * width + j] = Math.min(
        (costs[(i - 1) * width + j - 1] as number) + costOf(a[i - 1] as Glyph, b[j - 1] as Glyph),
        (costs[(i - 1) * width + j] as number) + COST.gap,
        (costs[i * width + j - 1] as number) + COST.gap,
      )
    }
  }
  const places: Place[] = []
  for (let [i, j] = [a.length, b.length]; i > 0 || j > 0; ) {
    const here = costs[i * width + j] as number
    const [left, right] = [a[i - 1], b[j - 1]]
    const isPair = left && right && here === (costs[(i - 1) * width + j - 1] as number) + costOf(left, right)
    const isLeft = !isPair && left && here === (costs[(i - 1) * width + j] as number) + COST.gap
    places.push({ a: isPair || isLeft ? (left ?? null) : null, b: isPair || !isLeft ? (right ?? null) : null })
    if (isPair || isLeft) i -= 1
    if (isPair || !isLeft) j -= 1
  }
  return places.reverse()
}

function costOf(a: Glyph, b: Glyph): number {
  if (a.char === b.char) return 0
  return a.char.toLowerCase() === b.char.toLowerCase() ? COST.case : COST.other
}
