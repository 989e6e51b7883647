import { endsHere, isCapitalised, isDay, isLink, isTitle } from './names.ts'
import { matchesIn } from './near.ts'
import type { Read } from './read.ts'

/** The endings of the specification (section 5), in both spellings. */
const ENDING =
  /(?<![\p{L}\p{N}])(?:clinic|hospital|medical cent(?:er|re)|health cent(?:er|re)|office)(?![\p{L}\p{N}'’])/giu
const WORD = /^\p{L}[\p{L}\p{M}'’.-]*$/u
/** Small words inside names of places: `University of Sydney Medical Centre`. */
const INSIDE = /^(?:of|and|the|for|de)$/
const BEFORE_PLACE = /^(?:at|in|to)$/i
const ARTICLE = /^(?:the|a|an|my|our|his|her|their|your)$/i

const MOST_WORDS = 8
/** As far as eight words reach. */
const REACH = 160

/** Whether the word is one that places end in, or a part of it. */
export const isPlaceWord = (word: string): boolean =>
  /^(?:clinic|hospital|medical|health|center|centre|office)$/i.test(word.replace(/[.,;:!?]+$/, ''))

/** Other endings that only places have. */
const OTHER_ENDING =
  /(?<![\p{L}\p{N}])(?:(?:medical|family|dental|general) practice|practice|surgery|infirmary|institute|health service|medical group|imaging|pathology|specialist cent(?:er|re)|(?:eye|heart|cancer|dental|wellness|community|imaging|diagnostic|day surgery|physio|sports medicine) cent(?:er|re)|specialists|pharmacy|medical|consulting rooms|polyclinic|health hub)(?![\p{L}\p{N}'’])/giu
/** `12 High Street`, `Level 3, 55 Collins St`. */
const STREET =
  /(?<=\b(?:at|on|to) )\d{1,5}[a-z]? (?:\p{Lu}[\p{L}'’]+ ){1,3}(?:street|st|road|rd|avenue|ave|drive|dr|lane|court|ct|highway|parade|terrace|place|boulevard|blvd|crescent|way)\b/giu
/** `St Vincent's`, `the Alfred`: capitalised after "at the" or with a saint's name; never a surname or a day. */
const SAINT = /(?<=\b(?:at|in|to) )(?:St\.?|Saint) \p{Lu}\p{L}+(?:['’]s?)?(?![\p{L}])/gu

/** A place, and whether its ending is one of the specification. */
export interface SaidLocation extends Read<string> {
  isListed: boolean
}

/**
 * The places whose names end in clinic, hospital, medical center, office or health center, as the text has them; where there is none,
 * those with another ending of places, streets with a number, and saints. The ending alone ("the office") names no place.
 * @param text plain (`plainText`), without its dates and times
 */
export function locationsIn(text: string): SaidLocation[] {
  const listed = withEnding(text, ENDING, true)
  if (listed.length > 0) return listed
  const others = [
    ...withEnding(text, OTHER_ENDING, false),
    ...matching(text, SAINT),
    ...matching(text, STREET),
  ]
  return others.sort((a, b) => a.at - b.at)
}

const matching = (text: string, pattern: RegExp): SaidLocation[] =>
  matchesIn(text, pattern).map(({ 0: words, index }) => ({
    value: words,
    words,
    at: index,
    isListed: false,
  }))

function withEnding(text: string, endings: RegExp, isListed: boolean): SaidLocation[] {
  return matchesIn(text, endings).flatMap(({ 0: ending, index }) => {
    const name = text[index - 1] === ' ' ? nameBefore(text.slice(Math.max(0, index - REACH), index - 1)) : ''
    if (name === '') return []
    const words = `${name} ${ending}`
    return [{ value: words, words, at: index + ending.length - words.length, isListed }]
  })
}

function nameBefore(text: string): string {
  const words = text.split(' ').slice(-MOST_WORDS)
  const capitals = isCapitalised(words.at(-1) ?? '')
  const begin = words.findLastIndex((word) => !mayBeInside(word, capitals)) + 1
  const lead = words.slice(begin).findIndex((word) => !INSIDE.test(word) && !ARTICLE.test(word))
  if (lead === -1) return ''
  // A text without capitals says where a place begins only after "at", "in" or "to".
  const before = words.slice(0, begin).filter((word) => !ARTICLE.test(word))
  if (!capitals && !BEFORE_PLACE.test(before.at(-1) ?? '')) return ''
  return words.slice(begin + lead).join(' ')
}

function mayBeInside(word: string, capitals: boolean): boolean {
  if (!WORD.test(word) || endsHere(word) || isDay(word) || isTitle(word)) return false
  return capitals ? isCapitalised(word) || INSIDE.test(word) : !isLink(word)
}
