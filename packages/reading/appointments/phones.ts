import { matchesIn, textAfter, textBefore } from '../words/near.ts'
import type { Read } from '../words/read.ts'
import { PHONES } from './cues.ts'

/** Seven digits or more, with the separators people use. */
const PHONE = /(?<![\p{L}\p{N}.:/-])\+?\(?\d(?:[ ().-]{0,2}\d){6,14}(?![\p{L}\p{N}])/gu
/** `VIC 3000`, `IL 62704`: the state before a postcode. */
const STATE = /\b\p{Lu}{2,3} $/u
const FIRST_GROUP = /^\d+(?=[ .(-])/

/** A phone number, and whether it is certainly the one to call about the appointment. */
export interface SaidPhone extends Read<string> {
  isSure: boolean
}

/** After a whole number, text in brackets is not part of it: `0116 496 0001 (24 hours)`. */
const REMARK = /(?<=(?:\d\D{0,2}){9}) \(.*$/

const DIGIT_BY_DIGIT = /^\d(?: \d)+$/
const FEWEST_DIGITS = 7

/**
 * Returns the first phone number of a text, as it is written there, or without gaps where it was spoken digit by digit;
 * null when there is none. A number that is taken back or belongs to somebody else does not count. The number of a
 * room, a postcode or a price right before it is not part of it. Dates and times must be removed before.
 * @param text plain (`plainText`), in its lines (`inLines`)
 */
export function readPhone(text: string): SaidPhone | null {
  const all = phonesIn(text).filter(({ from }) => !PHONES.otherNumber.test(textBefore(text, from)))
  const known = all.map((phone, index) => ({ phone, whose: whosePhone(text, phone, all[index + 1]) }))
  const { phone, whose } =
    known.find((one) => one.whose === 'appointment') ?? known.find((one) => one.whose === 'unclear') ?? {}
  return phone ? { ...phone, isSure: whose === 'appointment' && isWhole(text, phone) } : null
}
const REST_BEFORE = /\|$/

/** Returns whether nothing next to a number may be part of it. */
export function isWhole(text: string, { value, words, at }: Read<string>): boolean {
  const isOpen = value.includes(')') && !value.includes('(')
  const begins = /^[+(0]/.test(value) || !REST_BEFORE.test(textBefore(text, at))
  return !isOpen && begins && !PHONES.restAfter.test(textAfter(text, at + words.length))
}

/** A number in the format of phone numbers, and where its own digits begin. */
export interface WrittenPhone extends Read<string> {
  from: number
}

/** Returns every number in the format of phone numbers, in the order of the text. */
export function phonesIn(text: string): WrittenPhone[] {
  return [...matchesIn(text, PHONE), ...matchesIn(text, PHONES.sixDigits)]
    .map(({ 0: all, index }) => {
      const skipped = strangers(all, textBefore(text, index))
      const words = all.slice(skipped).replace(REMARK, '')
      const value = DIGIT_BY_DIGIT.test(words) ? words.replaceAll(' ', '') : words
      return { value, words, at: index + skipped, from: index }
    })
    .sort((a, b) => a.at - b.at)
}

const digitsIn = (text: string): number => text.replace(/\D/g, '').length

/** Returns how many characters at the start of a run of digits belong to another number. */
function strangers(run: string, before: string): number {
  // An area code, whatever precedes it: `Desk 0113 496 0002`.
  if (/^[+(0]/.test(run) && (!PHONES.label.test(before) || /^0\d{2}/.test(run))) return 0
  const group = FIRST_GROUP.exec(run)?.[0]
  if (group === undefined || DIGIT_BY_DIGIT.test(run)) return 0
  const isOther =
    PHONES.label.test(before) ||
    (STATE.test(before) && group.length > 3) ||
    (group !== '1' && /^[ .]*(?:\(|0\d|1[38]00\b)/.test(run.slice(group.length)))
  const rest = run.slice(group.length).replace(/^[ .-]+/, '')
  return isOther && digitsIn(rest) >= FEWEST_DIGITS ? run.length - rest.length : 0
}

/** Whose number it is: the appointment's, perhaps somebody else's, or certainly one not to call. */
type Whose = 'appointment' | 'unclear' | 'other'

/**
 * Returns whether a number belongs to the appointment, judged by the words around it: not one that is taken back, nor
 * that of the user or of somebody who comes along.
 * @param next the number that follows it
 */
function whosePhone(text: string, { at, words }: Read<string>, next: Read<string> | undefined): Whose {
  const before = textBefore(text, at)
  const end = at + words.length
  if (PHONES.oldBefore.test(before) || PHONES.ofRelative.test(before) || PHONES.takenBack.test(textAfter(text, end)))
    return 'other'
  if (next && PHONES.saidAgain.test(text.slice(end, next.at))) return 'other'
  if (PHONES.ofThatPerson.test(before) && PHONES.speaksOfRelative.test(text))
    return PHONES.comesAlong.test(text.slice(0, at)) ? 'other' : 'unclear'
  return PHONES.own.test(before) || PHONES.callsBack.test(before) ? 'unclear' : 'appointment'
}
