import { type Token, tokenize } from '../directions/tokens.ts'

/** A value read from the tokens of a text, and the token that comes after it. */
export interface Taken<Value> {
  value: Value
  next: number
}

/** The words of a text with what is asked of them. Positions are those of tokens. */
export interface Cursor {
  readonly tokens: readonly Token[]
  /** Returns the position after these words; null if others stand there. Words are apart by spaces. */
  after(at: number, words: string): number | null
  /** Returns the position after the longest of these phrases that stands there; null if none does. */
  afterAny(at: number, phrases: readonly string[]): number | null
  /** Returns the position after any of these words, as often as they follow each other. */
  past(at: number, words: readonly string[]): number
  /** Returns the number that stands there. */
  number(at: number): Taken<number> | null
}

/** Returns a cursor over the plain form of a text (words/plain-text.ts). */
export function cursorOver(text: string): Cursor {
  const tokens = tokenize(text)
  const after = (at: number, words: string): number | null => {
    const wanted = words.split(' ')
    return wanted.every((word, index) => tokens[at + index]?.text === word) ? at + wanted.length : null
  }
  return {
    tokens,
    after,
    afterAny(at, phrases) {
      const ends = phrases.map((phrase) => after(at, phrase)).filter((end) => end !== null)
      return ends.length > 0 ? Math.max(...ends) : null
    },
    past(at, words) {
      let end = at
      while (words.includes(tokens[end]?.text ?? '')) end += 1
      return end
    },
    number(at) {
      const token = tokens[at]
      const value = token?.kind === 'number' ? Number(token.text) : Number.NaN
      return Number.isNaN(value) ? null : { value, next: at + 1 }
    },
  }
}

/** Returns the first thing that can be read anywhere in the text, with where its words begin and end. */
export function firstIn<Value>(
  cursor: Cursor,
  read: (at: number) => Taken<Value> | null,
): { value: Value; at: number; end: number } | null {
  for (const [index, { at }] of cursor.tokens.entries()) {
    const taken = read(index)
    if (taken) return { value: taken.value, at, end: cursor.tokens[taken.next - 1]?.end ?? at }
  }
  return null
}
