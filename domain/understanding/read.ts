/** A value that was read from a text: what it was read from, and where that begins. */
export interface Read<Value> {
  value: Value
  words: string
  at: number
}

/** The text without what was read, so that nothing is read twice; everything else stays where it is. */
export const without = (text: string, read: Read<unknown> | null): string =>
  read === null
    ? text
    : `${text.slice(0, read.at)}${' '.repeat(read.words.length)}${text.slice(read.at + read.words.length)}`
