import common from './vocabulary/common.json' with { type: 'json' }

/**
 * Phrases as a data file writes them: a line of alternatives, or a sequence in which an array stands for any one of its
 * lines. In a line `(a|b)` groups, `?` makes optional, `'` is any apostrophe, `{word}` any word and `{name}` the list
 * of that name; everything else is as in regular expressions.
 */
type Phrase = string | readonly (string | readonly Phrase[])[]
type Lists = Readonly<Record<string, readonly Phrase[]>>

/** Phrases that mean one thing, and where they occur. */
interface Cue {
  phrases: readonly Phrase[]
  /**
   * `before` what is read, right `after` it, the `whole` of it, or anywhere `inside`, also within a word; by default
   * anywhere, as separate words.
   */
  where?: string
  /** What precedes and follows the phrases instead. */
  lead?: Phrase
  tail?: Phrase
  /** Matches repeatedly in a text. */
  each?: boolean
  exactCase?: boolean
}

const EDGES: Record<string, readonly [lead: string, tail: string]> = {
  before: ['\\b', '$'],
  after: ['^', '\\b'],
  whole: ['^', '$'],
  anywhere: ['\\b', '\\b'],
  inside: ['', ''],
}

const TOKEN = /\\[pP]\{\w{1,3}\}|\\.|\[(?:\\.|[^\]\\]){1,99}\]|\((?!\?)|'|\{([a-z]\w{0,30})\}/gi

const choiceOf = (phrases: readonly Phrase[], lists: Lists): string =>
  `(?:${phrases.map((phrase) => sourceOf(phrase, lists)).join('|')})`

function sourceOf(phrase: Phrase, lists: Lists): string {
  if (typeof phrase !== 'string')
    return phrase.map((part) => (typeof part === 'string' ? sourceOf(part, lists) : choiceOf(part, lists))).join('')
  return phrase.replace(TOKEN, (token, name?: string) => {
    if (token === '(') return '(?:'
    if (token === "'") return "[’']"
    if (name === undefined) return token
    return name === 'word' ? '\\p{L}+' : choiceOf(lists[name] ?? [], lists)
  })
}

/** Builds one pattern for all phrases of a cue. */
export function patternOf({ phrases, where = 'anywhere', ...cue }: Cue, words: Lists = {}): RegExp {
  const lists: Lists = { ...common.words, ...words }
  const [lead = '', tail = ''] = EDGES[where] ?? []
  const source = `${sourceOf(cue.lead ?? lead, lists)}${choiceOf(phrases, lists)}${sourceOf(cue.tail ?? tail, lists)}`
  return new RegExp(source, `${cue.each ? 'g' : ''}${cue.exactCase ? '' : 'i'}u`)
}

/** Builds the patterns of a vocabulary, each under the name of its cue. */
export const patternsOf = <Name extends string>(vocabulary: {
  words?: Lists
  cues: Record<Name, Cue>
}): Record<Name, RegExp> =>
  Object.fromEntries(
    Object.entries<Cue>(vocabulary.cues).map(([name, cue]) => [name, patternOf(cue, vocabulary.words)]),
  ) as Record<Name, RegExp>
