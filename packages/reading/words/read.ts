/** A value read from a text, with its words and where they begin. */
export interface Read<Value> {
  value: Value
  words: string
  at: number
}

/** How far a value may be trusted: a guess is marked for the user's review. */
export type Confidence = 'sure' | 'guess'

/** A value with its words and its confidence. */
export interface Fact<Value> extends Read<Value> {
  confidence: Confidence
}

/** A question about what was said; each “…” stands for the words of one reading. */
export interface AskAbout {
  text: string
  about: readonly Read<unknown>[]
}

/** Returns whether two readings share words of the text. */
export const overlap = (a: Read<unknown>, b: Read<unknown>): boolean =>
  a.at < b.at + b.words.length && b.at < a.at + a.words.length

/**
 * Returns the text without all that was read, like `without`; in one pass, since a text may have many dates and times.
 */
export function withoutAll(text: string, reads: readonly Read<unknown>[]): string {
  let left = ''
  let end = 0
  for (const { at, words } of [...reads].sort((a, b) => a.at - b.at)) {
    const from = Math.max(end, at)
    const to = Math.max(end, at + words.length)
    left += text.slice(end, from) + ' '.repeat(to - from)
    end = to
  }
  return left + text.slice(end)
}

/** Returns the text without what was read, so that nothing is read twice; everything else keeps its position. */
export const without = (text: string, read: Read<unknown> | null): string =>
  read === null
    ? text
    : `${text.slice(0, read.at)}${' '.repeat(read.words.length)}${text.slice(read.at + read.words.length)}`
