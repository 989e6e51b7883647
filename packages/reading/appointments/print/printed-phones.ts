import { textBefore } from '../../words/near.ts'
import type { Read } from '../../words/read.ts'
import { PHONES } from '../cues.ts'
import { isWhole, phonesIn, type SaidPhone, type WrittenPhone } from '../phones.ts'
import { type Print, type Statement, statementAt } from './statements.ts'

const LOOKS_LIKE_PHONE = /^[+(0]/

type Use = 'booking' | 'plain' | 'other'
const BEST_FIRST: readonly Use[] = ['booking', 'plain', 'other']

/**
 * Returns the number to call about the appointment: the one for bookings, else a general one, else that of the
 * switchboard; null where a card has none.
 * @param text with its dates and times removed, in its lines
 */
export function printedPhone(print: Print, text: string): SaidPhone | null {
  const all = phonesIn(text)
  const usable = all.flatMap((phone, index) => {
    const use = useOf(print, phone, all[index - 1], all[index + 1])
    return use === null ? [] : [{ ...phone, use }]
  })
  const [best] = BEST_FIRST.map((use) => usable.filter((phone) => phone.use === use)).filter(({ length }) => length > 0)
  const [first] = best ?? []
  if (!best || !first) return null
  const { use, ...phone } = first
  const others = best.filter(({ value }) => digitsOf(value) !== digitsOf(first.value))
  // A number preceded by letters may begin with them.
  const hasBegun = /[\p{L}\d]\d[ -]$/u.test(textBefore(text, phone.at))
  // With an area code there are ten digits or eleven.
  const isShort = /^\(?0/.test(first.value) && digitsOf(first.value).length < 10
  const isSure = use !== 'other' && others.length === 0 && !hasBegun && !isShort && isWhole(text, phone)
  return { ...phone, value: together(phone.value), isSure }
}

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** Returns the purpose of a number by the words around it; null for one not to call about the appointment. */
function useOf(
  print: Print,
  phone: WrittenPhone,
  before: Read<string> | undefined,
  after: Read<string> | undefined,
): Use | null {
  const statement = statementAt(print, phone.at)
  if (!statement) return 'plain'
  const from = Math.max(statement.from, before ? before.at + before.words.length : 0)
  const end = phone.at + phone.words.length
  const to = Math.min(statement.to, after && after.at > end ? after.at : print.text.length)
  const lead = `${fieldOf(print, statement, from, phone.from)} ${print.text.slice(from, phone.from)}`.trimStart()
  const rest = print.text.slice(end, to).split(/[.;](?: |$)|, | or /, 1)[0] ?? ''
  if (
    PHONES.noPhone.test(lead) ||
    PHONES.ofPatient.test(lead) ||
    (PHONES.ofSomething.test(lead) && !LOOKS_LIKE_PHONE.test(phone.value)) ||
    /^ ?\(?(?:fax|f)\b\)?(?! ?[:.]? ?[\d(+])/i.test(print.text.slice(end, end + 20))
  )
    return null
  if (PHONES.numberOfPatientField.test(lead) && statement.label !== '') return null
  // "Emergency appointments" are not bookings, and "Secretary (clinical queries only)" has other duties.
  if (
    PHONES.otherUse.test(lead) ||
    PHONES.otherUse.test(rest.slice(0, 40).replace(/\((?:answer|out of hours)[^)]*\)/i, ''))
  )
    return PHONES.booking.test(lead) && !PHONES.otherUse.test(lead) ? 'booking' : 'other'
  return PHONES.booking.test(lead) || PHONES.booking.test(rest) ? 'booking' : 'plain'
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
const together = (number: string): string =>
  number.includes('- ')
    ? number.replace(/- /g, '-')
    : /^0\d{2,} /.test(number)
      ? number.replace(DIGIT_APART, '$1').replace(LAST_APART, '')
      : number
