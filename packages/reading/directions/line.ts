import type { LocalTime } from '../calendar.ts'
import type { Confidence, Fact } from '../words/read.ts'
import { type Item, itemsOf } from './items.ts'
import type { Amount } from './numbers.ts'
import type { AskReason } from './values.ts'

/** What a rule of the grammar found. */
export interface Found {
  /** Position in the line, by which findings are sorted. */
  index: number
  /** Where it ends in the line. */
  end: number
  confidence: Confidence
  doubt: AskReason | undefined
  words: string
  at: number
  /** Returns the amount of a named group of the rule. */
  amount(group: string): Amount | undefined
  clock(group: string): LocalTime | undefined
  pattern(group: string): readonly number[] | undefined
  word(group: string): string | undefined
  fact<Value>(value: Value, confidence?: Confidence): Fact<Value>
}

/**
 * A text as one line of plain words: numbers are `#`, day patterns `%`, clock times `~t`, unknown words `?`. Rules take
 * their parts out of it, so that nothing is read twice; what was taken is replaced by `_`.
 */
export class Line {
  readonly #text: string
  readonly #items: readonly Item[]
  readonly #starts: number[] = []
  plain: string

  /**
   * @param text the original text, from which findings get their words
   * @param rest the text to read, of the same length: without the parts read separately, and with misprints repaired
   * @param repairedAt the positions of the repairs
   */
  constructor(text: string, rest = text, repairedAt: ReadonlySet<number> = new Set()) {
    this.#text = text
    this.#items = itemsOf(rest, repairedAt)
    let length = 0
    for (const { plain } of this.#items) {
      this.#starts.push(length)
      length += plain.length + 1
    }
    this.plain = this.#items.map(({ plain }) => plain).join(' ')
  }

  /**
   * Passes every match of a rule to `read`, in the order of the text, and takes it out of the line unless `read`
   * returns false. Rules begin and end between words; quantifiers are bounded.
   */
  take(rule: RegExp, read: (found: Found) => unknown): void {
    const parts: string[] = []
    let done = 0
    rule.lastIndex = 0
    for (let match = rule.exec(this.plain); match !== null; match = rule.exec(this.plain)) {
      const index = match.index
      const end = index + match[0].length
      if (read(this.#found(match, index, end)) === false) continue
      parts.push(this.plain.slice(done, index), match[0].replace(/[^ ]/g, '_'))
      done = end
    }
    if (done > 0) this.plain = parts.join('') + this.plain.slice(done)
  }

  /** Returns the text before what was found. */
  before({ at }: Pick<Found, 'at'>): string {
    return this.#text.slice(0, at)
  }

  /** Returns the text after it. */
  after({ at, words }: Pick<Found, 'at' | 'words'>): string {
    return this.#text.slice(at + words.length)
  }

  #found(match: RegExpExecArray, index: number, end: number): Found {
    const items = this.#itemsIn(index, end)
    const [first] = items
    const at = first?.at ?? 0
    let last = at
    let doubt: AskReason | undefined
    let isGuess = false
    for (const item of items) {
      if (item.end > last) last = item.end
      doubt ??= item.doubt
      isGuess ||= item.isGuess === true
    }
    const words = this.#text.slice(at, last)
    const confidence = doubt || isGuess ? 'guess' : 'sure'
    const item = (group: string): Item | undefined => {
      const [begin, stop] = match.indices?.groups?.[group] ?? []
      return begin === undefined || stop === undefined ? undefined : this.#itemsIn(begin, stop)[0]
    }
    return {
      index,
      end,
      confidence,
      doubt,
      words,
      at,
      amount: (group) => item(group)?.amount,
      clock: (group) => item(group)?.clock,
      pattern: (group) => item(group)?.pattern,
      word: (group) => match.groups?.[group],
      fact: (value, own = 'sure') => ({
        value,
        words,
        at,
        confidence: own === 'guess' ? 'guess' : confidence,
      }),
    }
  }

  #itemsIn(from: number, to: number): Item[] {
    let low = 0
    let high = this.#starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#starts[middle] ?? 0) < from) low = middle + 1
      else high = middle
    }
    let stop = low
    while (stop < this.#items.length && (this.#starts[stop] ?? 0) < to) stop += 1
    return this.#items.slice(low, stop)
  }
}

/** Returns what was found, extended by the following words of the text. */
export function withNext(found: Found, next: string): Found {
  const words = found.words + next
  return { ...found, words, fact: (value, own) => ({ ...found.fact(value, own), words }) }
}

/** Builds a rule of the grammar over plain words: it begins and ends between words. */
export const rule = (source: string): RegExp => new RegExp(`(?<![^ ])(?:${source})(?![^ ])`, 'gd')
