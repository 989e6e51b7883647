import { ofSameText } from '../words/same-text.ts'
import { TIMES } from './cues.ts'
import type { SaidDate } from './said-date.ts'
export const isSpan = ({ form, words }: SaidDate): boolean => form === 'counted' && TIMES.span.test(words)
/**
 * Said of an appointment whose day nobody knows so far: `no date yet`, `waiting for a letter`, `I still have to book
 * it`.
 */
const UNBOOKED = new RegExp(
  [
    String.raw`\bno (?:date|appointment|appt|booking|time)(?: or time| and time)?(?: (?:set|booked|made|fixed|given))? (?:yet|as yet|so far)\b`,
    String.raw`\b(?:date|appointment|appt|day|booking)(?: (?:is|has))? (?:(?:not|n['’]t) (?:yet )?(?:been )?(?:set|booked|fixed|confirmed|known|made|given)|(?:still )?(?:to be (?:confirmed|arranged|advised|booked|decided)|tb[ac])\b)`,
    String.raw`\bnot (?:yet )?(?:been )?(?:booked|arranged|fixed)\b`,
    String.raw`n['’]t (?:got|have|had|been given|booked|made|arranged|fixed|set|heard)\b[^.;,]{0,30}\b(?:date|yet)\b`,
    String.raw`\b(?:need|needs|have|has|still|got) to (?:be )?(?:book|arrange|make)(?:ed|d)?(?: (?:it|one|that|an? (?:appointment|appt|time)))?(?=[.,;]|$| (?:and|but|with|yet)\b)`,
    String.raw`\b(?:wait|waiting) (?:for|on) (?:an?|the|my|their) (?:date|letter|appointment|appt)\b`,
    String.raw`(?:\b(?:they|she|he|it|clinic|hospital|surgery) will|['’]ll) (?:send|post|write|ring|call|phone|let (?:me|us) know|come|be in touch)\b[^.;]{0,25}\b(?:letter|date|appointment|post|time)\b`,
  ].join('|'),
  'i',
)

const saysUnbooked = ofSameText((text) => TIMES.mayBeUnbooked.test(text) && UNBOOKED.test(text))

/** Whether a text says that the day of the appointment is still open, and names no time either. */
export const isUnbooked = (text: string): boolean => saysUnbooked(text) && !TIMES.hasTime.test(text)

/** Whoever counts in weeks and names no time means a day near it. */
export const roughly = (text: string, date: SaidDate): SaidDate =>
  date.isSure && isSpan(date) && (saysUnbooked(text) || !TIMES.hasTime.test(text)) ? { ...date, isSure: false } : date
