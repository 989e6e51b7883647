import { ofSameText } from '../words/same-text.ts'
import { TIMES } from './cues.ts'
import type { SaidDate } from './said-date.ts'

/** Returns whether a date is a number of days or weeks away. */
export const isSpan = ({ form, words }: SaidDate): boolean => form === 'counted' && TIMES.span.test(words)

const saysUnbooked = ofSameText((text) => TIMES.mayBeUnbooked.test(text) && TIMES.unbooked.test(text))

/** Returns whether a text says that the day of the appointment is still open, and gives no time either. */
export const isUnbooked = (text: string): boolean => saysUnbooked(text) && !TIMES.hasTime.test(text)

/** A number of weeks without a time means a day near it. */
export const roughly = (text: string, date: SaidDate): SaidDate =>
  date.isSure && isSpan(date) && (saysUnbooked(text) || !TIMES.hasTime.test(text)) ? { ...date, isSure: false } : date
