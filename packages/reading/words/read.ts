/** A value that was read from a text: what it was read from, and where that begins. */
export interface Read<Value> {
  value: Value
  words: string
  at: number
}

/** How far a value may be trusted: a guess is marked for the person who reviews it. */
export type Confidence = 'sure' | 'guess'

/** A value with its words and how far it may be trusted. */
export interface Fact<Value> extends Read<Value> {
  confidence: Confidence
}

/** A question about what was said; each “…” stands for the words of one reading. */
export interface AskAbout {
  text: string
  about: readonly Read<unknown>[]
}

/** Whether two readings have words of the text in common. */
export const overlap = (a: Read<unknown>, b: Read<unknown>): boolean =>
  a.at < b.at + b.words.length && b.at < a.at + a.words.length

/** The text without all that was read, as `without` has it; in one go, since a text may have many dates and times. */
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

/** The text without what was read, so that nothing is read twice; everything else stays where it is. */
export const without = (text: string, read: Read<unknown> | null): string =>
  read === null
    ? text
    : `${text.slice(0, read.at)}${' '.repeat(read.words.length)}${text.slice(read.at + read.words.length)}`
