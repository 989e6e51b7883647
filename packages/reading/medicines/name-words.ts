import notNames from '../vocabulary/not-names.json' with { type: 'json' }
import { alternatives } from '../words/alternatives.ts'
import { matchesIn, textBefore } from '../words/near.ts'
import { CUES } from './cues.ts'

/** A word of a text that may name a medication. */
export interface Word {
  text: string
  small: string
  at: number
  /** Whether a sentence, a list or a pause ends before it. */
  isAfterPause: boolean
}

/** Words that are never part of a medication's name. */
export const OTHER = new RegExp(String.raw`^(?:\p{L}|${alternatives(notNames.words)})$`, 'iu')

/** Returns whether a word may be a name: it has no other use. */
export const isUnknownName = (word: string): boolean => !OTHER.test(word) && !CUES.timeWord.test(word)

const WORD = /(?<!\p{N})\p{L}[\p{L}\p{M}\p{N}'’]*(?:-[\p{L}\p{N}]+)*/gu

/** Returns the words of a text in order; numbers are left out. */
export const wordsOf = (text: string): Word[] =>
  matchesIn(text, WORD).map(({ 0: word, index }) => ({
    text: word,
    small: word.toLowerCase(),
    at: index,
    isAfterPause: index === 0 || /[,.;:!?]\s*$/.test(textBefore(text, index)),
  }))

/** What follows a name: its form, an amount or a frequency. */
export const DOSAGE_NEXT = CUES.dosageNext
/** A dose right after a word leaves no doubt that it is a medication; a time or a frequency may follow anything. */
export const DOSE_NEXT = CUES.doseNext

/** Returns some words of a text in their original form. */
export const slice = (text: string, words: readonly Word[], index: number, length: number): string => {
  const last = words[index + length - 1]
  if (!last) return ''
  return text.slice(words[index]?.at ?? 0, (last?.at ?? 0) + (last?.text.length ?? 0))
}

/** Returns what follows a word. */
export const afterWord = (text: string, words: readonly Word[], index: number): string => {
  const word = words[index]
  return word ? text.slice(word.at + word.text.length, word.at + word.text.length + 60) : ''
}
