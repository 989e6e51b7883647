/** More values of one kind than one text has; the rest of a repetitive text is not worth the time. */
export const MOST_OF_A_KIND = 40

const REACH = 60

/** Returns the text right before a position: as much as a pattern that ends there may look at. */
export const textBefore = (text: string, at: number): string => text.slice(Math.max(0, at - REACH), at)

/** Returns the text right after a position. */
export const textAfter = (text: string, at: number): string => text.slice(at, at + REACH)

/**
 * Returns a pattern's first matches, as many as one text has values of a kind. It is global and never matches empty.
 */
export function matchesIn(text: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  pattern.lastIndex = 0
  while (found.length < MOST_OF_A_KIND) {
    const match = pattern.exec(text)
    if (match === null) break
    found.push(match)
  }
  pattern.lastIndex = 0
  return found
}

/**
 * Returns where a pattern's first matches begin, including those within another. It is global and never matches empty.
 */
export function beginningsIn(text: string, pattern: RegExp): number[] {
  const found: number[] = []
  pattern.lastIndex = 0
  while (found.length < MOST_OF_A_KIND) {
    const match = pattern.exec(text)
    if (match === null) break
    found.push(match.index)
    pattern.lastIndex = match.index + 1
  }
  pattern.lastIndex = 0
  return found
}
