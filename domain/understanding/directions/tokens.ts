/** A word, a number or a mark of the text. */
export interface Token {
  /** In small letters; points of an abbreviation are left out: `t.i.d.` is `tid`. */
  text: string
  kind: 'word' | 'number' | 'clock' | 'mark'
  at: number
  end: number
  /** Nothing stands between it and the token before. */
  glued: boolean
  /** An abbreviation with points: `o.d.` */
  dotted?: boolean
}

/** Every quantifier is bounded or runs over one class, so that the time is linear in the text. */
const TOKEN =
  /(?<clock>\d{1,2}:[0-5]\d(?!\d))|(?<number>\d{1,3}(?:,\d{3}){1,3}(?!\d)|\d+(?:[.,]\d+)?|(?<![\p{L}\d])\.\d+|[½¼¾⅓⅔])|(?<dotted>(?<!\p{L})\p{L}(?:\.\p{L}){1,4}(?!\p{L})\.?)|(?<slashed>(?<!\p{L})[a-z]\/[a-z](?!\p{L}))|(?<word>\p{L}[\p{L}\p{M}'’]*)|(?<mark>[^\s])/giu

export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: found, index: at, groups = {} } of text.matchAll(TOKEN)) {
    const glued = at > 0 && tokens.at(-1)?.end === at
    const end = at + found.length
    const kind = groups.clock ? 'clock' : groups.number ? 'number' : groups.mark ? 'mark' : 'word'
    const lower = found.toLowerCase().replaceAll('’', "'")
    if (groups.dotted) tokens.push({ text: lower.replaceAll('.', ''), kind, at, end, glued, dotted: true })
    else tokens.push({ text: lower, kind, at, end, glued })
  }
  return tokens
}
