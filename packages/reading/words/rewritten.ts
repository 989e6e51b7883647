import type { Read } from './read.ts'

/** The part of the source that a character represents. */
interface Part {
  from: number
  to: number
}

/** A text that was rewritten in places, and leads back to the original words. */
export class Rewritten {
  readonly text: string
  readonly #source: string
  /** One entry for each character of the text; null while it is the unchanged source, as almost every text is. */
  readonly #parts: readonly Part[] | null

  private constructor(source: string, text: string, parts: readonly Part[] | null) {
    this.#source = source
    this.text = text
    this.#parts = parts
  }

  /** @param text the source, or a text of the same length with some characters replaced */
  static of(source: string, text = source): Rewritten {
    return new Rewritten(source, text, null)
  }

  /** Replaces every match of a pattern by `right`; each of its characters represents the whole match. */
  replace(pattern: RegExp, right: string): Rewritten {
    const parts: Part[] = []
    let done = 0
    const text = this.text.replace(pattern, (match: string, ...rest: unknown[]) => {
      const at = rest.find((one) => typeof one === 'number') as number
      const all = this.#partOf(at, match.length)
      parts.push(...this.#partsOf(done, at), ...Array.from(right, () => all))
      done = at + match.length
      return right
    })
    if (text === this.text) return this
    return new Rewritten(this.#source, text, [...parts, ...this.#partsOf(done, this.text.length)])
  }

  /** @param text of the same length, with some characters replaced */
  lettered(text: string): Rewritten {
    return new Rewritten(this.#source, text, this.#parts)
  }

  /**
   * Inserts a space at each of the positions, which represents nothing of the source.
   * @param positions ascending
   */
  spaced(positions: readonly number[]): Rewritten {
    const parts: Part[] = []
    let text = ''
    let done = 0
    for (const at of positions) {
      const { from } = this.#at(at)
      text += `${this.text.slice(done, at)} `
      parts.push(...this.#partsOf(done, at), { from, to: from })
      done = at
    }
    return new Rewritten(this.#source, text + this.text.slice(done), [
      ...parts,
      ...this.#partsOf(done, this.text.length),
    ])
  }

  /** Returns the part of the source where something was read in the text. */
  source({ at, words }: Pick<Read<unknown>, 'at' | 'words'>): string {
    const { from, to } = this.#partOf(at, words.length)
    return this.#source.slice(from, to).trim()
  }

  #partOf(at: number, length: number): Part {
    const from = this.#at(at).from
    return { from, to: length === 0 ? from : this.#at(at + length - 1).to }
  }

  #partsOf(from: number, to: number): readonly Part[] {
    return this.#parts?.slice(from, to) ?? Array.from({ length: to - from }, (_, index) => this.#at(from + index))
  }

  #at(at: number): Part {
    if (this.#parts === null) return { from: at, to: at + 1 }
    return this.#parts[at] ?? { from: this.#source.length, to: this.#source.length }
  }
}
