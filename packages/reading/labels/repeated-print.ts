/** Wide, as between the columns of a sheet. */
const GAP = /\s{3,}/
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '')
const WORD = /\p{L}{5}/u

/**
 * Returns what a line of a blister sheet says once. A sheet repeats its print side by side, cut off at the edges:
 * `Mefex   Mefex   Mef`. A line whose columns differ stays as it is: in a table, `1   1` are two doses.
 */
export function printedOnce(line: string): string {
  const cells = line.trim().split(GAP)
  const [longest = ''] = cells.toSorted((one, other) => other.length - one.length)
  const whole = lettersOf(longest)
  const isRepeated = cells.filter((cell) => lettersOf(cell) === whole).length > 1
  if (isRepeated && whole.length > 3 && /\p{L}/u.test(whole) && cells.every((cell) => whole.includes(lettersOf(cell))))
    return longest
  const between = cells.slice(1, -1).toSorted((one, other) => other.length - one.length)[0] ?? ''
  if (isCutOnBothSides(cells[0] ?? '', between, cells.at(-1) ?? '')) return between
  if (cells.length > 1) return line
  return saidTwice(longest) ?? line
}

/** `00 mg   Zentel 400 mg   Zent`: the edges cut off the beginning on the left and the end on the right. */
const isCutOnBothSides = (left: string, whole: string, right: string): boolean =>
  ONLY_STRENGTH.test(left) &&
  WORD.test(whole) &&
  lettersOf(right).length > 3 &&
  lettersOf(whole).startsWith(lettersOf(right))
const ONLY_STRENGTH = /^\d{1,4} ?(?:mg|mcg|g)$/i

/** Returns the first half of a text whose halves are the same. */
function saidTwice(text: string): string | null {
  const middle = Math.round(text.length / 2)
  for (const at of [middle, middle - 1, middle + 1]) {
    const [once, again] = [text.slice(0, at).trim(), text.slice(at).trim()]
    if (
      once.length >= 10 &&
      WORD.test(once) &&
      lettersOf(once) === lettersOf(again) &&
      /\s/.test(text.slice(at - 1, at + 1))
    )
      return once
  }
  return null
}
