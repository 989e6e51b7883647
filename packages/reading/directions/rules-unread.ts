import { editDistance } from '../words/edit-distance.ts'
import type { Findings } from './findings.ts'
import { plainWords, SPELLINGS } from './lexicon.ts'
import { type Line, rule } from './line.ts'
import { NUMBER_WORDS } from './numbers.ts'
import { ORDINAL_WORDS } from './other-numbers.ts'
import { isOrdinary } from './spelling.ts'

/** How much or how often, in words that no rule took; minutes and hours alone are about something else. */
const COUNT = rule(
  '(?:x )?(?:#|%|ord)(?: time)?(?<often>(?<= time) (?:a|every))?(?: (?:a|every|x|\\?))?(?! (?:minute|hour|repeat|strength))',
)
/** What rules take together with a number or a word before it: `every … hours`, `… times a day`, `max … mg`. */
const WITHOUT_NUMBER = rule(
  [
    '(?<often>every)(?! (?:time|single)(?: |$))(?: (?:_+|to|/|\\?|x|=|\\.|m:[a-z]+)){0,6} (?:hour|minute|time|day|week|month)',
    '(?<each>every) \\?(?= _)',
    '(?<!(?:#|a|an|side|every) )(?:hourly|hour|time)(?: (?:a|every) (?:hour|day|week|month))?',
    '(?:every|for|x) (?:a )?\\? (?:day|week|month)',
    '(?<!(?:#|up|close|hour|minute) )to # hour',
    '(?:max|exceed|more than|up to|at most) m:[a-z]+',
    '(?:max|than|up to|every|for|at|x) (?:and|at)|at u:[a-z]+|more \\?',
    '\\? (?:it )?need',
    'up(?= \\?)|x(?= _)|day(?= [um]:)',
    '(?<!# )m:[a-z]+',
    '(?:a|in|/) (?:day|week)',
  ].join('|'),
)
/** An unknown word; and numbers in whose place something else was read: `2D ml`, `i5 mg`, `for x0 days`. */
const SUSPECT = rule(
  '(?<word>\\?|water)|# (?:day|week|hour) (?:[um]:[a-z]+|day|week|month)|x (?:# (?:hour|w:[a-z]+)|~t)|(?:every|for) # x|for x',
)
/**
 * A mark at a letter or a digit, or alone, as no directions have it (`tw|ce`, `~ tablets`), a digit that became a
 * letter (`2.Smg`, `i5 mg`), and shorthand that may be another (`q1d`).
 */
const BROKEN = new RegExp(
  [
    String.raw`[|~@^\\<>{}_$#*?](?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}])[|~@^\\<>{}_$#*](?![\p{L}\p{N}])`,
    String.raw`(?<=^|[\s.-])(?:&(?=\d| ?[ap]\.?m\b)|[|~^\\?](?=[\s.-]))`,
    String.raw`(?<=\d)\.(?=\p{L})|(?<![\p{L}\p{N}])(?:q[1l]d\b|[ilo](?=\d))`,
  ].join('|'),
  'giu',
)

/** Plain words that say how much, how often or when. */
const COUNTING = /^(?:#|every|hour|minute|day|week|fortnight|month|time|max|exceed|need|as need|[wd]:)/
const COUNTED = [
  ...NUMBER_WORDS,
  ...ORDINAL_WORDS,
  ...SPELLINGS.filter((word) => /^[a-z]{3,}$/.test(word) && COUNTING.test(plainWords(word) ?? '')),
]
/** Only for longer words: too many short ones are one letter away from a measure. */
const MEASURES = SPELLINGS.filter((word) => /^[a-z]{3,}$/.test(word) && /^[um]:/.test(plainWords(word) ?? ''))
const BY_LENGTH = Map.groupBy([...COUNTED, ...MEASURES], ({ length }) => length)
/** Before the digits of a vitamin or a hormone: `B12`, `T4`. */
const VITAMIN = /(?<![\p{L}\d])[BCDEKTQ](?=\d|$)/u

/** Finds words that look like a number or a time and mean nothing: before any rule takes them. */
export function readDamaged(line: Line, text: string, findings: Findings): void {
  for (const { 0: words, index: at } of text.matchAll(BROKEN)) findings.damaged.push({ words, at })
  line.take(SUSPECT, ({ words, at, word }) => {
    if (VITAMIN.test(text.slice(Math.max(0, at - 2), at + 2))) return false
    const isBesideDigit = /^\d/.test(words) || /\d$/.test(text.slice(0, at))
    if (word('word') === undefined || isBesideDigit || looksCounted(words.toLowerCase()))
      findings.damaged.push({ words, at })
    return false
  })
}

/** Finds what is left of counts and times, after all other rules; speech damages no words. */
export function readUnread(line: Line, findings: Findings, isSpoken: boolean): void {
  if (!isSpoken)
    line.take(WITHOUT_NUMBER, (found) => {
      const isOfPlace = found.word('each') !== undefined && !/^every/i.test(found.words)
      return isOfPlace ? false : findings.unread.push(found)
    })
  line.take(COUNT, (found) => findings.unread.push(found))
}

/** Returns whether an unknown word is too short to be one, or one slip away from a word that counts. */
function looksCounted(word: string): boolean {
  if (!/^\p{L}{1,14}$/u.test(word) || isOrdinary(word) || plainWords(word) !== undefined) return false
  if (word.length < 3) return true
  if (word.length === 3) return COUNTED.some((known) => known.length === 3 && isSlip(word, known))
  return [-1, 0, 1].some((more) => BY_LENGTH.get(word.length + more)?.some((known) => isSlip(word, known)))
}

/** One slip leaves the first letter or the last one. */
const isSlip = (word: string, known: string): boolean =>
  (word[0] === known[0] || word.at(-1) === known.at(-1)) && editDistance(word, known, 1) <= 1
