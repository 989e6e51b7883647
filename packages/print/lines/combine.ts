import { type Place, sideBySide } from './align.ts'
import { confidenceOf, type Glyph, type ReadLine, textOf } from './line.ts'

/** Returns whether a word without its signs, in small letters, is one that labels use. */
export type IsKnown = (word: string) => boolean

/** How much of the second reading's confidence counts where both agree. */
const AGREED = 0.5
/** How unsure a word is at least that another reading denies with this confidence: below that it is no reading. */
const DENIED = 0.55
const DENIES = 0.5
/** A known word is taken for an unknown one that is surer by less than this. */
const KNOWN = 0.35

/**
 * Returns a line that was read twice as one: word by word the reading that is known or surer, with the spaces that either
 * shows. `a` is the reading that sees more letters and fewer spaces. Confidence rises where both agree. It falls where they
 * differ in a number, or in a word that is known or unknown either way: nobody can tell from the words which is right.
 */
export function combine(a: ReadLine, b: ReadLine, isKnown: IsKnown): Glyph[] {
  if (a.length === 0 || b.length === 0) return [...(a.length === 0 ? b : a)].map((glyph) => ({ ...glyph }))
  const places = sideBySide(a, b)
  return wordsOf(spaced(places)).flatMap((word) => better(word, isKnown))
}

interface Spaced extends Place {
  isApart: boolean
}

/**
 * A space of `b` counts where at least half of the letters around it are the same in both readings. Where `a` shows more letters before
 * it than `b` (`Ph04`, `Ph 4`), it belongs between a letter and a digit.
 */
function spaced(places: readonly Place[]): Spaced[] {
  const found = places.map((place, index): Spaced => {
    const before = places[index - 1]
    // Where only `b` sees a letter, the gap is that letter.
    const isRead = isSame(before) || (before?.a === null && before.b !== null)
    const isDenied = place.a?.isGap && !place.b?.isApart && isSame(place) && isRead
    return { ...place, isApart: place.a?.isApart === true && !isDenied }
  })
  for (const [index, place] of places.entries()) {
    if (!place.b?.isApart || index === 0 || !isAlike(places.slice(Math.max(0, index - 2), index + 2))) continue
    let at = index
    while (at > 1 && places[at - 1]?.b === null) at -= 1
    const isChange = /[a-z]$/i.test(places[at - 1]?.a?.char ?? '') && /\d/.test(places[at]?.a?.char ?? '')
    ;(found[isChange ? at : index] as Spaced).isApart = true
  }
  return found
}

const isSame = (place: Place | undefined): boolean =>
  place?.a?.char !== undefined && place.a.char.toLowerCase() === place.b?.char.toLowerCase()

const isAlike = (places: readonly Place[]): boolean => places.filter(isSame).length * 2 >= places.length

function wordsOf(places: readonly Spaced[]): Spaced[][] {
  const words: Spaced[][] = []
  for (const place of places) {
    if (place.isApart || words.length === 0) words.push([])
    words.at(-1)?.push(place)
  }
  return words
}

function better(word: readonly Spaced[], isKnown: IsKnown): Glyph[] {
  const [a, b] = [word.flatMap((place) => place.a ?? []), word.flatMap((place) => place.b ?? [])]
  const [sureA, sureB] = [confidenceOf(a), confidenceOf(b)]
  if (coreOf(a) === coreOf(b)) return joined(a, ({ confidence }) => 1 - (1 - confidence) * (1 - AGREED * sureB))
  const [knowsA, knowsB] = [known(a, isKnown), known(b, isKnown)]
  const isA = sureA - sureB + (Number(knowsA) - Number(knowsB)) * KNOWN >= 0
  const isOpen = knowsA === knowsB ? coreOf(a).toLowerCase() !== coreOf(b).toLowerCase() : numberIn(a) !== numberIn(b)
  const isDenied = isOpen && (isA ? sureB : sureA) >= DENIES
  return joined(isA ? a : b, ({ confidence }) => (isDenied ? Math.min(confidence, DENIED) : confidence))
}

/** A word without the signs around it; a point before a digit is part of the number. */
const coreOf = (glyphs: ReadLine): string =>
  textOf(glyphs).replace(/^[^\p{L}\d½.]+|^\.(?!\d)|(?<![^\p{L}\d½%])[^\p{L}\d½%]+$/gu, '')
const numberIn = (glyphs: ReadLine): string => coreOf(glyphs).replace(/[^\d.,/½]/g, '')

function known(glyphs: ReadLine, isKnown: IsKnown): boolean {
  const words =
    textOf(glyphs)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  return words.every((word) => isKnown(word))
}

const joined = (glyphs: readonly Glyph[], confidence: (glyph: Glyph, index: number) => number): Glyph[] =>
  glyphs.map((glyph, index) => ({ ...glyph, isApart: index === 0, confidence: confidence(glyph, index) }))
