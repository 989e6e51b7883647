import { matchesIn, textAfter, textBefore } from '../words/near.ts'
import type { Read } from '../words/read.ts'
import { PHONES } from './cues.ts'

/** Seven digits or more with what people put between them. */
const PHONE = /(?<![\p{L}\p{N}.:/-])\+?\(?\d(?:[ ().-]{0,2}\d){6,14}(?![\p{L}\p{N}])/gu
/** `VIC 3000`, `IL 62704`: the state before a postcode. */
const STATE = /\b\p{Lu}{2,3} $/u
const FIRST_GROUP = /^\d+(?=[ .(-])/

/** A phone number, and whether it is certain that it is the one to ring about the appointment. */
export interface SaidPhone extends Read<string> {
  isSure: boolean
}

/** Behind a whole number what stands in brackets is none of it: `0116 496 0001 (24 hours)`. */
const REMARK = /(?<=(?:\d\D{0,2}){9}) \(.*$/

const DIGIT_BY_DIGIT = /^\d(?: \d)+$/
const FEWEST_DIGITS = 7

/**
 * The first phone number of a text, as it is written there, or in one where it was said digit by digit; null when there
 * is none. One that is taken back or somebody else's counts as none. The number of a room, a postcode or a price right
 * before it is no part of it. Dates and times are to be taken out before.
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

/** Whether nothing beside a number may be more of it. */
export function isWhole(text: string, { value, words, at }: Read<string>): boolean {
  const isOpen = value.includes(')') && !value.includes('(')
  const begins = /^[+(0]/.test(value) || !REST_BEFORE.test(textBefore(text, at))
  return !isOpen && begins && !PHONES.restAfter.test(textAfter(text, at + words.length))
}

/** What is written as a phone number is, and where the digits begin that it is of. */
export interface WrittenPhone extends Read<string> {
  from: number
}

/** Everything in a text that is written as a phone number is, in its order. */
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

/** How many characters at the beginning of a run of digits are of another number. */
function strangers(run: string, before: string): number {
  // An area code, whatever stands before it: `Desk 0113 496 0002`.
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

/** Whose a number is that was said: of the appointment, perhaps of somebody else, or surely not to be rung. */
type Whose = 'appointment' | 'unclear' | 'other'

/**
 * Whether a number is that of the appointment, by the words around it: not one that is taken back, nor of the person or
 * whoever comes along.
 * @param next the number that is said after it
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
