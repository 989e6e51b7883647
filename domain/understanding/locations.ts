import { endsHere, isCapitalised, isDay, isLink, isTitle } from './names.ts'

/** The endings of the specification (section 5), in both spellings. */
const ENDING =
  /(?<![\p{L}\p{N}])(?:clinic|hospital|medical cent(?:er|re)|health cent(?:er|re)|office)(?![\p{L}\p{N}'’])/giu
const WORD = /^\p{L}[\p{L}\p{M}'’.-]*$/u
/** Small words inside names of places: `University of Sydney Medical Centre`. */
const INSIDE = /^(?:of|and|the|for|de)$/
const BEFORE_PLACE = /^(?:at|in|to)$/i
const ARTICLE = /^(?:the|a|an|my|our|his|her|their|your)$/i

const MOST_WORDS = 8

/** Whether the word is one that places end in, or a part of it. */
export const isPlaceWord = (word: string): boolean =>
  /^(?:clinic|hospital|medical|health|center|centre|office)$/i.test(word.replace(/[.,;:!?]+$/, ''))

/**
 * A place whose name ends in clinic, hospital, medical center, office or health center, as the text has it; empty when there is
 * none. The ending alone ("the office") names no place.
 */
export function readLocation(text: string): string {
  for (const { 0: ending, index } of text.matchAll(ENDING)) {
    const name = text[index - 1] === ' ' ? nameBefore(text.slice(0, index - 1)) : ''
    if (name !== '') return `${name} ${ending}`
  }
  return ''
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
