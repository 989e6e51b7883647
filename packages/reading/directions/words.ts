import { plainWords } from './lexicon.ts'
import { runTogether } from './run-together.ts'
import { spacedShorthand } from './spaced-shorthand.ts'
import { repaired } from './spelling.ts'
import { type Token, tokenize } from './tokens.ts'

export interface Word extends Token {
  isRepaired?: boolean
}

/** `bidx9` is `bid x 9`; `tablet's` and `wk'` lose what follows the apostrophe. */
function split(token: Token, index: number, tokens: readonly Token[]): Token[] {
  if (token.kind !== 'word') return [token]
  const text = token.text
  const next = tokens[index + 1]
  if (text.length > 2 && text.endsWith('x') && next?.kind === 'number' && next.glued) {
    const word = text.slice(0, -1)
    if (plainWords(word) !== undefined)
      return [
        { ...token, text: word, end: token.end - 1 },
        { ...token, text: 'x', at: token.end - 1, glued: true },
      ]
  }
  if (
    text.startsWith('x') &&
    /^x[a-z]/.test(text) &&
    plainWords(text) === undefined &&
    plainWords(text.slice(1)) !== undefined &&
    tokens[index - 1]?.kind === 'number'
  )
    return [
      { ...token, text: 'x', end: token.at + 1 },
      { ...token, text: text.slice(1), at: token.at + 1, glued: true },
    ]
  return [token]
}

/** Joins hyphenated words: `mid-day`, `bed-time`, `g-tube`; and those written separately: `bed time`, `q h s`; `b4`. */
function joined(tokens: readonly Token[]): Token[] {
  const words: Token[] = []
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token
    const next = tokens[index + 1]
    if (token.text === 'b' && next?.text === '4' && next.glued) {
      words.push({ ...token, text: 'before', end: next.end })
      index += 1
      continue
    }
    const shorthand = token.kind === 'word' ? spacedShorthand(tokens, index) : null
    if (shorthand) {
      words.push({ ...token, text: shorthand.text, end: tokens[shorthand.last]?.end ?? token.end })
      index = shorthand.last
      continue
    }
    const second = token.kind === 'word' ? hyphened(tokens, index) : undefined
    const whole = second && `${token.text}${second.text}`
    if (second && whole && plainWords(whole)) {
      words.push({ ...token, text: whole, end: second.end })
      index += 2
    } else words.push(token)
  }
  return words
}

/** Returns the word that a hyphen joins to the one before it. */
function hyphened(tokens: readonly Token[], index: number): Token | undefined {
  const mark = tokens[index + 1]
  const second = tokens[index + 2]
  return mark?.text === '-' && mark.glued && second?.kind === 'word' && second.glued ? second : undefined
}

/** Returns the tokens of a text as the intended words: split, joined, and with typing errors repaired. */
export function wordsOf(text: string, repairedAt: ReadonlySet<number>): Word[] {
  const known = new Map<string, readonly string[]>()
  return joined(tokenize(text).flatMap(split)).flatMap((token): Word | Word[] => {
    const isRepaired = repairedAt.has(token.at)
    if (token.kind !== 'word') return isRepaired ? { ...token, isRepaired } : token
    const words = known.get(token.text) ?? meantBy(token.text)
    known.set(token.text, words)
    const [word = token.text, ...others] = words
    if (others.length > 0) return apartAgain(token, words)
    if (word !== token.text) return { ...token, text: word, isRepaired: true }
    return isRepaired ? { ...token, isRepaired } : token
  })
}

/** Returns what a word stands for: itself, the one that was mistyped, or several whose spaces were lost. */
function meantBy(word: string): readonly string[] {
  if (plainWords(word) !== undefined) return [word]
  const right = repaired(word)
  return right === null ? (runTogether(word) ?? [word]) : [right]
}

function apartAgain(token: Token, words: readonly string[]): Word[] {
  let at = token.at
  return words.map((text, index) => {
    const word = { ...token, text, at, end: at + text.length, glued: index > 0, isRepaired: true }
    at += text.length
    return word
  })
}
