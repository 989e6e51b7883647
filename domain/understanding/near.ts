/** More values of one kind than anybody says in one text; the rest of a text that repeats itself is not worth the time. */
export const MOST_OF_A_KIND = 40

const REACH = 60

/** What stands right before a place of a text: as much as a pattern that ends there may look at. */
export const textBefore = (text: string, at: number): string => text.slice(Math.max(0, at - REACH), at)

/** What stands right after a place of a text. */
export const textAfter = (text: string, at: number): string => text.slice(at, at + REACH)

/** The first matches of a pattern, as many as one text has values of a kind. */
export function matchesIn(text: string, pattern: RegExp): RegExpExecArray[] {
  const found: RegExpExecArray[] = []
  for (const match of text.matchAll(pattern)) {
    found.push(match)
    if (found.length === MOST_OF_A_KIND) break
  }
  return found
}
