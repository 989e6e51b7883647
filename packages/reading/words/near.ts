/** More values of one kind than anybody says in one text; the rest of a text that repeats itself is not worth the time. */
export const MOST_OF_A_KIND = 40

const REACH = 60

/** What stands right before a place of a text: as much as a pattern that ends there may look at. */
export const textBefore = (text: string, at: number): string => text.slice(Math.max(0, at - REACH), at)

/** What stands right after a place of a text. */
export const textAfter = (text: string, at: number): string => text.slice(at, at + REACH)

/** The first matches of a pattern, as many as one text has values of a kind. It is global and matches no empty words. */
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

/** Where the first matches of a pattern begin, those within another match too. It is global and matches no empty words. */
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
