/** Characters of an address, as people say them. */
const SIGNS: Record<string, string> = {
  dot: '.',
  point: '.',
  period: '.',
  underscore: '_',
  dash: '-',
  hyphen: '-',
  minus: '-',
  plus: '+',
}
const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** The most words that form one part of a host without a spoken dot between them: "at east side clinic dot com". */
const WORDS_OF_A_HOST = 3
/** How many characters of the speech are read: a sentence or two. */
const READ = 500

const WRITTEN = /[a-z0-9](?:[\w.%+-]{0,62}[a-z0-9])?@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}/
const ADDRESS = new RegExp(`^${WRITTEN.source}$`)

const isSign = (token: string | undefined): boolean => token !== undefined && /^[.+_-]$/.test(token)
const isSingle = (token: string | undefined): boolean => token !== undefined && /^[a-z0-9]$/.test(token)
const isWord = (token: string | undefined): boolean => token !== undefined && /^[a-z0-9]+$/.test(token)

/**
 * Reads a spoken e-mail address, in lower case: already written by the recogniser (`jo@example.org`), or in words ("jo
 * dot lee at example dot com"), with letters and digits spelled out. Null where there is none; never made from parts
 * that were not said.
 */
export function readSpokenEmail(text: string): string | null {
  const plain = text.slice(0, READ).toLowerCase()
  const written = WRITTEN.exec(plain)
  if (written) return written[0]
  const tokens = tokensOf(plain)
  for (let at = tokens.indexOf('@'); at !== -1; at = tokens.indexOf('@', at + 1)) {
    const address = `${nameBefore(tokens, at)}@${hostAfter(tokens, at)}`
    if (ADDRESS.test(address)) return address
  }
  return null
}

/** Returns words, digits, and the characters that words stand for. A full stop that ends a sentence is left out. */
function tokensOf(text: string): string[] {
  const tokens = text.match(/[a-z0-9]+|@|[.+_-](?=\S)/g) ?? []
  return tokens.map((token) => {
    const digit = DIGITS.indexOf(token)
    return token === 'at' ? '@' : (SIGNS[token] ?? (digit === -1 ? token : String(digit)))
  })
}

/** Goes back from the `@`: one word, and whatever a sign or spelling connects to it. */
function nameBefore(tokens: readonly string[], at: number): string {
  let from = at - 1
  if (!isWord(tokens[from])) return ''
  while (from > 0) {
    const before = tokens[from - 1]
    const isTied =
      isSign(tokens[from]) ||
      isSign(before) ||
      (isSingle(tokens[from]) && isSingle(before)) ||
      /^\d+$/.test(tokens[from] ?? '')
    if (!isTied || !(isSign(before) || isWord(before))) break
    from -= 1
  }
  return tokens.slice(from, at).join('')
}

/** Goes on from the `@`: parts with a dot or a hyphen between them; only the first may have several words. */
function hostAfter(tokens: readonly string[], at: number): string {
  let to = at + 1
  while (isWord(tokens[to]) && to - at <= WORDS_OF_A_HOST) to += 1
  while (isSign(tokens[to]) && isWord(tokens[to + 1])) {
    to += 2
    // A spelled-out ending: "dot c o m".
    while (isSingle(tokens[to - 1]) && isSingle(tokens[to])) to += 1
  }
  return tokens.slice(at + 1, to).join('')
}
