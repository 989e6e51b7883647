import { patternOf } from '../../patterns.ts'
import vocabulary from '../../vocabulary/print.json' with { type: 'json' }
import { CLEAN, withLetters } from '../../words/misread-letters.ts'
import { PRINT } from '../cues.ts'

/** Shorter words resemble too many others; longer ones are not words. */
const [FEWEST_LETTERS, MOST_LETTERS] = [3, 30]

/** Letters and digits that a camera confuses: one stands for all. "Clay" is a name. */
const ONE_FOR_ALL: readonly (readonly [RegExp, string])[] = [
  [/’/g, "'"],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/ii/g, 'u'],
  [/(?<=\p{L}{4})cl/gu, 'd'],
  [/[1|i]/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
]
const outlineOf = (word: string): string =>
  ONE_FOR_ALL.reduce((text, [read, printed]) => text.replace(read, printed), word.replace(/I/g, 'l').toLowerCase())

/**
 * Words that say what a line of a card or letter is about, by their outlines; they are recognised even when a camera
 * misread them.
 */
const KNOWN = new Map(
  vocabulary.known.list
    .join(' ')
    .split(' ')
    .map((word) => [outlineOf(word), word]),
)

/** Words between which a camera saw no space. */
const RUN_TOGETHER = vocabulary.runTogether.map(({ parts, exactCase = false }) =>
  patternOf(
    {
      phrases: [parts.map((part, index) => `(?<_${index}>${part})`).join('')],
      where: 'whole',
      exactCase,
    },
    vocabulary.words,
  ),
)

const FEWEST_PARTS = 2
/** `Thu13`. */
const SHORTEST_DATE = 5

/** Returns the parts of such a date; none for an ordinary word. */
function partsOfDate(word: string): string[] {
  if (!/\d|(?:st|th)\p{Lu}/u.test(word) || word.length < SHORTEST_DATE) return []
  const { lead, weekday, day, of, month, year, at, hour } = PRINT.wholeDate.exec(word)?.groups ?? {}
  const parts = [lead, weekday, day, of, month, year, at, hour].filter((part) => part !== undefined)
  const isDate = weekday !== undefined || month !== undefined || (at !== undefined && hour !== undefined)
  const isRead = hour === undefined || at !== undefined || year !== undefined
  return isDate && isRead && parts.length >= FEWEST_PARTS ? parts : []
}

/**
 * Returns a word of a card as it was printed, where a camera confused some of its letters: `appointrnent`, `CLlNlC`,
 * `BrookIands`, `Te1`. Any other word is returned unchanged.
 */
export function asPrinted(word: string): string {
  if (CLEAN.test(word) && !PRINT.mayBeMisread.test(word)) return word
  // From "a.m."; the nurse is written RN.
  if (word === 'rn') return 'm'
  if (/^\d{0,2}[ap]rn$/.test(word)) return word.replace('rn', 'm')
  if (PRINT.misreadTime.test(word) || PRINT.misreadDay.test(word)) return word
  if (/^l[fnst]$/.test(word)) return `I${word.slice(1)}`
  const dateParts = partsOfDate(word)
  if (dateParts.length > 0) return dateParts.join(' ')
  const [first, ...rest] = RUN_TOGETHER.flatMap((pattern) => pattern.exec(word)?.slice(1) ?? [])
  if (first !== undefined) return [first, ...rest].map(alone).join(' ')
  return alone(word)
}

function alone(word: string): string {
  if (word.length < FEWEST_LETTERS || word.length > MOST_LETTERS || !/\p{L}/u.test(word)) return word
  const known = knownWord(word)
  // "Level1" keeps its number.
  if (known !== null || /\d$/.test(word)) return known ?? word
  return withLetters(word).replace(PRINT.capitalFirst, 'l')
}

/**
 * Returns the known word that this one is meant to be, in the case of its first letters; null where it is one already,
 * or resembles none.
 */
function knownWord(word: string): string | null {
  const found = PRINT.mayBeMisread.test(word) ? KNOWN.get(outlineOf(word)) : undefined
  if (found === undefined || found === word.toLowerCase().replaceAll('’', "'")) return null
  if (/^\p{Lu}.*\p{Lu}/u.test(word) && !/\p{Ll}{2}/u.test(word)) return found.toUpperCase()
  const isCapital = /^[\p{Lu}0]/u.test(word) || (word.startsWith('l') && found.startsWith('i'))
  return isCapital ? `${found.slice(0, 1).toUpperCase()}${found.slice(1)}` : found
}
