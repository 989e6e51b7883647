import { matchesIn, textBefore } from '../../words/near.ts'
import type { Read } from '../../words/read.ts'
import { PLACES } from '../cues.ts'
import { bare, isDay, isLink, isTitle } from '../people/names.ts'
import { isFieldWord } from '../specialties/named.ts'

/** A place, whether its ending is one of the specification's, and whether it is certain where its name begins. */
export interface SaidLocation extends Read<string> {
  isSure: boolean
}

/** Returns a place whose value is its words. */
export const placeAt = (name: string, at: number, isSure: boolean): SaidLocation => ({
  value: name,
  words: name,
  at,
  isSure,
})

/** Words next to the name of a place that are never part of it. */
export const isBeside = (word: string): boolean =>
  PLACES.neverInside.test(bare(word)) || PLACES.saidShort.test(bare(word)) || bare(word) === 'down'

/**
 * Returns whether a name says only what is done there, or for whom: `chest`, `hip and knee`, `minor injuries`; so it is
 * a part of some place.
 */
export const isOfPart = (name: string): boolean =>
  name.split(' ').every((word) => PLACES.partOfPlace.test(word) || isFieldWord(word))

/** Returns whether a word is an ending of places, or part of one. */
export const isPlaceWord = (word: string): boolean => PLACES.placeWord.test(bare(word))

const WORD = /^\p{L}[\p{L}\p{M}'’.-]*$/u
/** Returns whether a word may belong to the name of a place, in any position. */
export const isOfName = (word: string): boolean =>
  WORD.test(word) && !isLink(word) && !isDay(word) && !isTitle(word) && !isBeside(word)

const SENTENCE_END = /[.!?;\n]/
const ABOUT_REACH = 20

/** Returns whether a text says that the appointment is a phone or video call. */
export const isRemote = (text: string): boolean =>
  matchesIn(text, PLACES.remote).some(({ 0: words, index }) => {
    const before = textBefore(text, index).split(SENTENCE_END).at(-1) ?? ''
    const [after = ''] = text.slice(index + words.length, index + words.length + ABOUT_REACH).split(SENTENCE_END)
    return !PLACES.aboutAppointment.test(before) && !PLACES.aboutCalls.test(after)
  })
