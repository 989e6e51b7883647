import { matchesIn, textAfter, textBefore } from './near.ts'
import type { Read } from './read.ts'
import { ofSameText } from './same-text.ts'

/** Said before what somebody does not know for certain, or one of several: `maybe 300`, `I think it's on Tuesday`, `either 10`, `or 2`. */
const DOUBT_BEFORE =
  /\b(?:maybe|perhaps|possibly|probably|(?:might|may|could|must) be|i (?:think|guess|believe|suppose|reckon)|either|something like|or)(?:,? (?:it|it['’]?s|is|was|that|that['’]?s|at|on|in|by|with|for|of|the|an?|my|i|to|take|called|named|about|around|dr|doctor)){0,4},? $/i
const BETWEEN = /\bbetween [^.;]{1,25} and $/i
/** Said after it: `on Tuesday, I think`, `10 or 2`. */
const DOUBT_AFTER =
  /^,? (?:(?:but |well )?(?:i (?:think|guess|believe|suppose|reckon)|maybe|perhaps|possibly|probably)\b|or(?! (?:no|not|rather|sorry|actually|as|when|if|until|more|less|after|before|with|without|(?:1|one) of (?:the|his|her|their)|an? (?:member|colleague)|another member|(?:his|her|their) (?:team|colleagues?))\b) )/i
/** Said of everything in its sentence. */
const UNSURE =
  /\b(?:(?:not|isn['’]?t|aren['’]?t) (?:really |quite |too |very |so |100 (?:percent|per cent|%) )?(?:sure|certain)|unsure|(?:can['’]?t|cannot|can not|don['’]?t|do not) (?:quite |really |exactly )?(?:remember|recall|know)|i forget (?:which|what|how|if|when)|or something|or whatever)\b(?! (?:to|why|what (?:it|this|that)(?:['’]?s| is) for)\b)/gi
const unsureIn = ofSameText((text) => matchesIn(text, UNSURE).map(({ index }) => index))
const SENTENCE_END = /[.;!?](?:\s|$)/

/** Whether the words around a value say that it may be another one. */
export function isDoubted(text: string, { at, words }: Read<unknown>): boolean {
  const end = at + words.length
  const before = textBefore(text, at)
  if (DOUBT_BEFORE.test(before) || BETWEEN.test(before) || DOUBT_AFTER.test(textAfter(text, end))) return true
  return unsureIn(text).some((index) => !SENTENCE_END.test(text.slice(Math.min(end, index), Math.max(at, index))))
}

/** `for a week then twice a day`, `then stop`; not `then at 2`, which goes on with the times of one day. */
const SEQUEL =
  /\b(?:then|after that|afterwards|after which|there ?after|followed by|(?:go(?:ing)?|build(?:ing)?|step(?:ping)?|work(?:ing)?) (?:up|down) to(?= \d)|before (?:increasing|decreasing|reducing|going|dropping|moving))\b(?! (?:again |1 )?(?:at|in the|before|with|after|on the|by) )/i

/** Whether a text says that something else comes after a value: a first dose, a taper. Such a value holds only for a while. */
export function hasSequel(text: string, { at, words }: Read<unknown>): boolean {
  const rest = text.slice(at + words.length)
  const sentence = rest.slice(0, SENTENCE_END.exec(rest)?.index ?? rest.length)
  return SEQUEL.test(sentence)
}
