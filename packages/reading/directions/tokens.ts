/** A word, a number or a mark of the text. */
export interface Token {
  /** In small letters; the points of an abbreviation are removed: `t.i.d.` is `tid`. */
  text: string
  kind: 'word' | 'number' | 'clock' | 'mark'
  at: number
  end: number
  /** Nothing separates it from the token before. */
  glued: boolean
  /** An abbreviation with points: `o.d.` */
  dotted?: boolean
}

/**
 * Every quantifier is bounded or covers one class, so that the time is linear in the text. Its groups, which have no
 * names because there is a match for every word: a time, a number, an abbreviation with points, a word (some with a
 * slash); anything else is a mark.
 */
const TOKEN =
  /(\d{1,2}:[0-5]\d(?!\d))|(\d{1,3}(?:,\d{3}){1,3}(?!\d)|\d+(?:[.,]\d+)?|(?<![\p{L}\d])\.\d+|[½¼¾⅓⅔])|((?<!\p{L})\p{L}(?:\.\p{L}){1,4}(?!\p{L})\.?)|((?<!\p{L})[a-z]\/[a-z](?!\p{L})|\p{L}[\p{L}\p{M}'’]*)|[^\s]/giu

export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let last = -1
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const { 0: found, 1: clock, 2: number, 3: dotted, 4: word, index: at } = match
    const glued = last === at
    const end = at + found.length
    last = end
    const kind = clock ? 'clock' : number ? 'number' : (dotted ?? word) ? 'word' : 'mark'
    const lower = found.toLowerCase().replaceAll('’', "'")
    if (dotted) tokens.push({ text: lower.replaceAll('.', ''), kind, at, end, glued, dotted: true })
    else tokens.push({ text: lower, kind, at, end, glued })
  }
  return tokens
}
