import { digitsOf } from '../phones.ts'
import { readSpecialty } from '../specialties/specialties.ts'

/** Digits and the marks of a phone number up to a gap, and from it on, within a line. */
const DIGITS_BEFORE = /\+?[\d()][\d() .\-\u00a0\t]{0,24}$/
const DIGITS_BEHIND = /^[\d() .\-\t]{1,30}/
const REACH = 40
/** What leads to a phone number, where the number itself does not show that it is one. */
const LABEL = /(?:^|[^\p{L}])(?:tel(?:ephone)?|ph(?:one)?|mob(?:ile)?|call|fax|enquiries|t|p|m)\b[ .:]{0,4}$/iu
const BRACKETED = /^[^p{L}\d]*[([]\s{0,3}$/
const LONGEST_SPECIALTY = 60

/**
 * Returns whether a gap of a card parts what belongs together: a phone number, or a specialty in brackets and the name
 * before it.
 * @param from where the gap begins in the text, and where it ends
 */
export function isTorn(text: string, from: number, to: number): boolean {
  const gap = text.slice(from, to)
  const behind = text.slice(to, to + LONGEST_SPECIALTY)
  if (BRACKETED.test(gap)) {
    const [inside = ''] = behind.split(/[)\]\n]/, 1)
    return inside.length < behind.length && !/\d/.test(inside) && readSpecialty(inside) !== ''
  }
  return /^[\s().-]+$/.test(gap) && !/\n[^\S\n]*\n/.test(gap) && isInPhone(text, from, to)
}

function isInPhone(text: string, from: number, to: number): boolean {
  const line =
    text
      .slice(Math.max(0, from - REACH), from)
      .split('\n')
      .at(-1) ?? ''
  const begun = DIGITS_BEFORE.exec(line)?.[0].trim() ?? ''
  const rest = DIGITS_BEHIND.exec(text.slice(to, to + REACH))?.[0] ?? ''
  const next = text.charAt(to + rest.length)
  // A time, a date or a word begins with the last digits.
  const groups = (/[:/\p{L}]/u.test(next) ? rest.replace(/(?<!\d)\d+$/, '') : rest).match(/\d+/g) ?? []
  if (begun === '') return false
  const isLed = /^[+(0]|^1[38]00/.test(begun) || LABEL.test(line.slice(0, line.length - begun.length).trimEnd())
  let length = digitsOf(begun).length
  if (!isLed || isWhole(begun, length)) return false
  return groups.some((group) => {
    length += group.length
    return isWhole(begun, length)
  })
}

/** Returns whether a number that begins like that has as many digits as phone numbers have. */
function isWhole(begin: string, digits: number): boolean {
  if (begin.startsWith('+')) return digits > 10 && digits < 14
  if (/^\(?0/.test(begin)) return digits === 10 || digits === 11
  if (/^13(?!00)/.test(begin)) return digits === 6 || digits === 10
  return digits === 10 || (!/^[(1]/.test(begin) && (digits === 7 || digits === 8))
}
