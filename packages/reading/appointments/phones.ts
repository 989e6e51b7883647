import { matchesIn, textAfter, textBefore } from '../words/near.ts'
import type { Read } from '../words/read.ts'
import { PHONES } from './cues.ts'
import { type Print, type Statement, statementAt } from './print/statements.ts'
import type { Said } from './said.ts'

/** Seven digits or more, with the separators people use. */
const PHONE = /(?<![\p{L}\p{N}.:/-])\+?\(?\d(?:[ ().-]{0,2}\d){6,14}(?![\p{L}\p{N}])/gu
/** `VIC 3000`, `IL 62704`: the state before a postcode. */
const STATE = /\b\p{Lu}{2,3} $/u
const FIRST_GROUP = /^\d+(?=[ .(-])/

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
export function readPhone(text: string): Said | null {
  const all = phonesIn(text).filter(({ from }) => !PHONES.otherNumber.test(textBefore(text, from)))
  const { phone, use } = bestOf(all, (one, _, next) => spokenUse(text, one, next))
  return phone ? { ...phone, isSure: use === 'plain' && isWhole(text, phone) } : null
}

/** What a number is for, the best first; null for one not to call about the appointment. */
const USES = ['booking', 'plain', 'other'] as const
type Use = (typeof USES)[number] | null

/** Returns the first number of the best use, and the others of that use. */
function bestOf(
  all: readonly WrittenPhone[],
  useOf: (phone: WrittenPhone, before?: WrittenPhone, next?: WrittenPhone) => Use,
) {
  const used = all.map((phone, index) => ({ phone, use: useOf(phone, all[index - 1], all[index + 1]) }))
  const use = USES.find((each) => used.some((one) => one.use === each))
  const [phone, ...others] = used.filter((one) => one.use === use).map((one) => one.phone)
  return { phone, use, others }
}

const REST_BEFORE = /\|$/

/** Returns whether nothing next to a number may be part of it. */
function isWhole(text: string, { value, words, at }: Read<string>): boolean {
  const isOpen = value.includes(')') && !value.includes('(')
  const begins = /^[+(0]/.test(value) || !REST_BEFORE.test(textBefore(text, at))
  return !isOpen && begins && !PHONES.restAfter.test(textAfter(text, at + words.length))
}

/** A number in the format of phone numbers, and where its own digits begin. */
interface WrittenPhone extends Read<string> {
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

/** Returns the digits of a text. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '')

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
  return isOther && digitsOf(rest).length >= FEWEST_DIGITS ? run.length - rest.length : 0
}

/**
 * Returns whether a number belongs to the appointment, judged by the words around it: not one that is taken back, nor,
 * perhaps, that of the user or of somebody who comes along.
 * @param next the number that follows it
 */
function spokenUse(text: string, { at, words }: WrittenPhone, next: WrittenPhone | undefined): Use {
  const before = textBefore(text, at)
  const end = at + words.length
  if (PHONES.oldBefore.test(before) || PHONES.ofRelative.test(before) || PHONES.takenBack.test(textAfter(text, end)))
    return null
  if (next && PHONES.saidAgain.test(text.slice(end, next.at))) return null
  if (PHONES.ofThatPerson.test(before) && PHONES.speaksOfRelative.test(text))
    return PHONES.comesAlong.test(text.slice(0, at)) ? null : 'other'
  return PHONES.own.test(before) || PHONES.callsBack.test(before) ? 'other' : 'plain'
}

/**
 * Returns the number to call about the appointment: the one for bookings, else a general one, else that of the
 * switchboard; null where a card has none.
 * @param text with its dates and times removed, in its lines
 */
export function printedPhone(print: Print, text: string): Said | null {
  const { phone, use, others } = bestOf(phonesIn(text), (...numbers) => printedUse(print, ...numbers))
  if (!phone) return null
  const digits = digitsOf(phone.value)
  // A number preceded by letters may begin with them.
  const hasBegun = /[\p{L}\d]\d[ -]$/u.test(textBefore(text, phone.at))
  // With an area code there are ten digits or eleven.
  const isShort = /^\(?0/.test(phone.value) && digits.length < 10
  const isOnly = others.every(({ value }) => digitsOf(value) === digits)
  const isSure = use !== 'other' && isOnly && !hasBegun && !isShort && isWhole(text, phone)
  return { ...phone, value: together(phone.value), isSure }
}

/** Returns the purpose of a number by the words around it; null for one not to call about the appointment. */
function printedUse(print: Print, phone: WrittenPhone, before?: WrittenPhone, after?: WrittenPhone): Use {
  const statement = statementAt(print, phone.at)
  if (!statement) return 'plain'
  const from = Math.max(statement.from, before ? before.at + before.words.length : 0)
  const end = phone.at + phone.words.length
  const to = Math.min(statement.to, after && after.at > end ? after.at : print.text.length)
  const lead = `${fieldOf(print, statement, from, phone.from)} ${print.text.slice(from, phone.from)}`.trimStart()
  const rest = print.text.slice(end, to).split(/[.;](?: |$)|, | or /, 1)[0] ?? ''
  const isOfSomething = PHONES.ofSomething.test(lead) && !/^[+(0]/.test(phone.value)
  const isFax = /^ ?\(?(?:fax|f)\b\)?(?! ?[:.]? ?[\d(+])/i.test(print.text.slice(end, end + 20))
  if (PHONES.noPhone.test(lead) || PHONES.ofPatient.test(lead) || isOfSomething || isFax) return null
  if (PHONES.numberOfPatientField.test(lead) && statement.label !== '') return null
  // "Emergency appointments" are not bookings, and "Secretary (clinical queries only)" has other duties.
  if (PHONES.otherUse.test(lead)) return 'other'
  if (PHONES.booking.test(lead)) return 'booking'
  if (PHONES.otherUse.test(rest.slice(0, 40).replace(/\((?:answer|out of hours)[^)]*\)/i, ''))) return 'other'
  return PHONES.booking.test(rest) ? 'booking' : 'plain'
}

/** Returns the field of a number whose label is separate: on its line, or on the line above. */
function fieldOf(print: Print, statement: Statement, from: number, at: number): string {
  if (/\p{L}/u.test(print.text.slice(from, at)) || from !== statement.from) return ''
  if (statement.label !== '') return statement.label
  const above = print.statements[print.statements.indexOf(statement) - 1]
  return above && !/\d/.test(above.text) && above.text.length < 60 ? above.text : ''
}

const DIGIT_APART = /(?<=\d )(\d) (?=\d{2,3}(?:\D|$))/
const LAST_APART = /(?<=\d) (?=\d$)/

/** Rejoins a digit that a camera split from its group: `0117 4 96 0844`. */
const together = (number: string): string => {
  if (number.includes('- ')) return number.replace(/- /g, '-')
  return /^0\d{2,} /.test(number) ? number.replace(DIGIT_APART, '$1').replace(LAST_APART, '') : number
}
