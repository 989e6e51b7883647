import abbreviations from '../vocabulary/abbreviations.json' with { type: 'json' }
import type { Token } from './tokens.ts'

const LONGEST = 4
/** Two letters are also other words. */
const SHORTHAND: ReadonlySet<string> = new Set(
  abbreviations.flatMap(({ means }) => Object.keys(means)).filter((written) => /^[a-z]{3,4}$/.test(written)),
)

/**
 * Returns the shorthand that begins at a token and is printed with spaces or marks between its letters: `q h s`,
 * `Q HS`, `q. h. s.`, `p/r/n`; null for anything else. Letter by letter, `q h s` would be every hour.
 */
export function spacedShorthand(tokens: readonly Token[], index: number): { text: string; last: number } | null {
  let text = ''
  let found: { text: string; last: number } | null = null
  for (let at = index; at < tokens.length; at += 1) {
    const { text: part = '', kind, glued } = tokens[at] as Token
    const isMark = kind === 'mark' && glued && at > index && /^[./-]$/.test(part)
    if (isMark) continue
    const letters = part.replace('/', '')
    if (kind !== 'word' || !/^[a-z]{1,3}$/.test(letters)) break
    text += letters
    if (text.length > LONGEST) break
    if (at > index && SHORTHAND.has(text)) found = { text, last: at }
  }
  return found
}
