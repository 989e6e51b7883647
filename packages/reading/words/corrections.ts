import { CUES } from './cues.ts'
import { isDoubted } from './doubts.ts'
import { matchesIn, textAfter, textBefore } from './near.ts'
import type { Read } from './read.ts'
import { ofSameText } from './same-text.ts'

/** `moved from 3 to 4`, `increase from 10 mg to 20 mg`. */
export const CHANGE = CUES.change

/** Returns whether a text denies what begins at a position. */
export const isDenied = (text: string, at: number): boolean => CUES.not.test(textBefore(text, at))

/** Returns whether the words next to a day or a time say that it is impossible. */
export const isRuledOut = (text: string, { at, words }: Read<unknown>): boolean =>
  CUES.ruledOutAfter.test(textAfter(text, at + words.length)) || CUES.ruledOutBefore.test(textBefore(text, at))

/** Returns where the corrections in a text begin. */
export const correctionsIn = ofSameText((text): readonly number[] =>
  matchesIn(text, CUES.correction).map(({ index }) => index),
)

/** Returns whether the words right after a value take it back, whatever they give instead. */
export const isTakenBack = (text: string, { at, words }: Read<unknown>): boolean =>
  CUES.takenBack.test(textAfter(text, at + words.length))

const TO_A_DAY = /\bto (?:the |on |next |this |at )*(?:\d|\p{L}+day\b|half\b|quarter\b|noon\b|midday\b)/iu

/** Returns whether an appointment was moved from this value, even if it is unclear what it was moved to. */
export function isMovedFrom(text: string, { at }: Read<unknown>): boolean {
  const between = CUES.movedFrom.exec(textBefore(text, at))?.groups?.between
  if (between === undefined || /\b(?:tablets?|pills?|dose|dosage|medic\w+|insulin)\b/i.test(between)) return false
  return !/\bto\b/i.test(between) || TO_A_DAY.test(between)
}

/** The value that applies, and what else a text gives instead of it. */
export interface Weighed<Value> {
  value: Value
  /** Whether nothing competes with it or casts doubt on it; otherwise it is at most a guess, and asked about. */
  isSure: boolean
  /** Other values of its kind that were not taken back, in the order of the text. */
  rivals: readonly Value[]
}

const isSameValue = (a: Read<unknown>, b: Read<unknown>): boolean =>
  JSON.stringify(a.value).toLowerCase() === JSON.stringify(b.value).toLowerCase()

/**
 * Decides which of several values of one kind applies, and whether it can be trusted. The first does, unless a
 * correction stands between it and the next, or something was changed from the first. If another one is left
 * (`10 am or 2 pm`, `8 units with breakfast, 10 with lunch`), or the words doubt it (`maybe`, `I think`,
 * `I'm not sure`), it is unclear which is meant: it is not sure.
 * @param said in the order of the text
 * @param isSame whether two values mean the same; by default, whether they are equal, ignoring case
 * @param linked the text without other matter between values of this kind: the time in
 * `from Monday at 10 to Friday at 9`
 */
export function weighed<Value extends Read<unknown>>(
  text: string,
  said: readonly Value[],
  isSame: (a: Value, b: Value) => boolean = isSameValue,
  linked: string = text,
): Weighed<Value> | null {
  const { value, left } = standing(text, said, linked)
  if (value === null) return null
  const rivals = left.filter((other) => other !== value && !isSame(other, value))
  return { value, isSure: rivals.length === 0 && !isDoubted(text, value), rivals }
}

/** Returns the value that `weighed` chooses, however sure. */
export const holding = <Value extends Read<unknown>>(
  text: string,
  said: readonly Value[],
  linked: string = text,
): Value | null => standing(text, said, linked).value

/** Returns the value that applies, and all that were not taken back. */
function standing<Value extends Read<unknown>>(
  text: string,
  said: readonly Value[],
  linked: string,
): { value: Value | null; left: readonly Value[] } {
  const valid = said.filter(({ at }) => !isDenied(text, at))
  const marks = valid.length > 1 ? correctionsIn(text) : []
  const takesBack = (from: Value, to: Value): boolean => {
    const end = from.at + from.words.length
    return marks.some((mark) => mark >= end - 1 && mark < to.at) || isChangedTo(linked, from, to)
  }
  let value: Value | null = null
  const left: Value[] = []
  for (const next of valid) {
    const last = left.at(-1)
    if (last && takesBack(last, next)) left.pop()
    left.push(next)
    if (value === null || takesBack(value, next)) value = next
  }
  return { value, left }
}

/** How the text between them ends, where it says so. */
const LEADS_TO_NEW = /$(?<=\b(?:to|until)(?: +(?:at|the|on|a))* +)/i
/** Longer than such words, including removed text between them. */
const LEAD_REACH = 150

/**
 * Returns whether a text says that the first was changed to the second: `from 300 mg to 600 mg`,
 * `10 mg, but now increased to 20 mg`.
 */
export function isChangedTo(text: string, from: Read<unknown>, to: Read<unknown>): boolean {
  const begin = from.at + from.words.length
  if (!LEADS_TO_NEW.test(text.slice(Math.max(begin, to.at - LEAD_REACH), to.at))) return false
  const between = text.slice(begin, to.at).replace(/ {2,}/g, ' ')
  if (CUES.changed.test(between)) return true
  if (!/^,? (?:\p{L}+ ){0,2}(?:to|until) (?:at |the |on |a )*$/iu.test(between)) return false
  return CUES.change.test(textBefore(text, from.at))
}
