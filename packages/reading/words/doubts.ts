import { CUES } from './cues.ts'
import { matchesIn, textAfter, textBefore } from './near.ts'
import type { Read } from './read.ts'
import { ofSameText } from './same-text.ts'

const BETWEEN = /\bbetween [^.;]{1,25} and $/i
const unsureIn = ofSameText((text) => matchesIn(text, CUES.unsure).map(({ index }) => index))
const SENTENCE_END = /[.;!?](?:\s|$)/

/** Returns whether the words around a value say that it may be another one. */
export function isDoubted(text: string, { at, words }: Read<unknown>): boolean {
  const end = at + words.length
  const before = textBefore(text, at)
  if (CUES.doubtBefore.test(before) || BETWEEN.test(before) || CUES.doubtAfter.test(textAfter(text, end))) return true
  return unsureIn(text).some((index) => !SENTENCE_END.test(text.slice(Math.min(end, index), Math.max(at, index))))
}

/** Returns whether something else follows a value: a first dose, a taper. Such a value applies only for a while. */
export function hasSequel(text: string, { at, words }: Read<unknown>): boolean {
  const rest = text.slice(at + words.length)
  const sentence = rest.slice(0, SENTENCE_END.exec(rest)?.index ?? rest.length)
  return CUES.sequel.test(sentence)
}
