/** A message as `@lingui/core` interprets it. */
export type Compiled = string | Token[]
export type Token = string | [name: string] | [name: string, kind: string, cases: Record<string, Token[]>]

/**
 * Returns the message (ICU MessageFormat) in the form that the message library interprets. The library's own compiler
 * weighs 6 kB, a twentieth of a start; this one knows what messages here use: placeholders, plural, select, `#`. They
 * contain no quoted braces and no skeletons (tests/repo checks that both compilers agree on every message).
 */
export function compileMessage(message: string): Compiled {
  const [tokens] = tokensFrom(message, 0, false)
  return tokens.every((token) => typeof token === 'string') ? tokens.join('') : tokens
}

type Read<Result> = [result: Result, end: number]

/** Reads up to the brace that closes the text, or to the end. */
function tokensFrom(message: string, start: number, isCounted: boolean): Read<Token[]> {
  const tokens: Token[] = []
  let [at, text] = [start, '']
  const endText = () => {
    if (text !== '') tokens.push(text)
    text = ''
  }
  while (at < message.length && message[at] !== '}') {
    if (message[at] === '{') {
      endText()
      const [token, end] = argumentFrom(message, at + 1, isCounted)
      tokens.push(token)
      at = end
    } else if (message[at] === '#' && isCounted) {
      endText()
      tokens.push('#')
      at += 1
    } else {
      text += message[at]
      at += 1
    }
  }
  endText()
  return [tokens, at + 1]
}

/** Reads `name}`, `count, plural, one {…} other {…}}` or `who, select, …}`. */
function argumentFrom(message: string, start: number, isCounted: boolean): Read<Token> {
  const end = message.indexOf('}', start)
  const [name = '', kind] = message.slice(start, end).split(',', 2)
  if (kind === undefined) return [[name.trim()], end + 1]
  const cases: Record<string, Token[]> = {}
  let at = message.indexOf(',', start + name.length + 1) + 1
  for (;;) {
    const [open, close] = [message.indexOf('{', at), message.indexOf('}', at)]
    if (open < 0 || close < open) return [[name.trim(), kind.trim(), cases], close < 0 ? message.length : close + 1]
    const label = message.slice(at, open).trim()
    const [tokens, after] = tokensFrom(message, open + 1, isCounted || kind.trim() === 'plural')
    cases[label.replace(/^=/, '')] = tokens
    at = after
  }
}
