/**
 * Counts the slips between two words, with swaps of neighbours counting once (optimal string alignment).
 * @param most if there are more, any number above it is returned, as soon as that is known
 */
export function editDistance(one: string, other: string, most = Number.POSITIVE_INFINITY): number {
  let fewestBefore = 0
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    let fewest = i
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      row.push(least)
      fewest = Math.min(fewest, least)
    }
    // A swap reaches over one row: what exceeds the limit in this row and nearly does in the last cannot recover.
    if (fewest > most && fewestBefore >= most) return fewest
    fewestBefore = fewest
    before = last
    last = row
  }
  return last[other.length] ?? one.length
}
