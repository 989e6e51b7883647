import common from './vocabulary/common.json' with { type: 'json' }

/**
 * Some words as a data file has them: a line of alternatives, or a sequence in which an array stands for any one of its lines. In a line
 * `(a|b)` groups, `?` makes optional, `'` is any apostrophe, `{word}` any word and `{name}` the list of that name; all else is as patterns
 * have it.
 */
type Phrase = string | readonly (string | readonly Phrase[])[]
type Lists = Readonly<Record<string, readonly Phrase[]>>

/** Phrases that say one thing, and where they stand. */
interface Cue {
  phrases: readonly Phrase[]
  /** `before` what is read, right `after` it, or the `whole` of it; by default anywhere, as words of their own. */
  where?: string
  /** What comes before and behind the phrases, where that is something else. */
  lead?: Phrase
  tail?: Phrase
  /** Found again and again in a text. */
  each?: boolean
  exactCase?: boolean
}

const EDGES: Record<string, readonly [lead: string, tail: string]> = {
  before: ['\\b', '$'],
  after: ['^', '\\b'],
  whole: ['^', '$'],
  anywhere: ['\\b', '\\b'],
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

/** One pattern for all phrases of a cue. */
export function patternOf({ phrases, where = 'anywhere', ...cue }: Cue, words: Lists = {}): RegExp {
  const lists: Lists = { ...common.words, ...words }
  const [lead = '', tail = ''] = EDGES[where] ?? []
  const source = `${sourceOf(cue.lead ?? lead, lists)}${choiceOf(phrases, lists)}${sourceOf(cue.tail ?? tail, lists)}`
  return new RegExp(source, `${cue.each ? 'g' : ''}${cue.exactCase ? '' : 'i'}u`)
}

/** The patterns of a vocabulary, each by the name of its cue. */
export const patternsOf = <Name extends string>(vocabulary: {
  words?: Lists
  cues: Record<Name, Cue>
}): Record<Name, RegExp> =>
  Object.fromEntries(
    Object.entries<Cue>(vocabulary.cues).map(([name, cue]) => [name, patternOf(cue, vocabulary.words)]),
  ) as Record<Name, RegExp>
