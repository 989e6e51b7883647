import type { LocalDate } from '../calendar.ts'
import { datesIn } from '../dates-and-times/dates.ts'
import type { SaidDate } from '../dates-and-times/said-date.ts'
import { type SaidTime, timesIn } from '../dates-and-times/times.ts'
import { withClockMarks } from '../words/clock-marks.ts'
import { type Mended, withDigits, withWholeNumber } from '../words/misread-digits.ts'
import { textAfter } from '../words/near.ts'
import { inLines, type PlainText, plainText } from '../words/plain-text.ts'
import { remembered } from '../words/same-text.ts'
import { type Aside, asidesIn, type OfAppointment, whoIsSeen } from './events/other-events.ts'
import { doctorsIn } from './people/doctors.ts'
import { printedPhone, readPhone } from './phones.ts'
import { withPrintedNumbers } from './print/misread-numbers.ts'
import { asPrinted } from './print/misread-words.ts'
import { otherMatters } from './print/other-matters.ts'
import { printedDoctors } from './print/printed-doctors.ts'
import { behindNumbers, endsRow, inStatements, type Print, printOf, withClockTimes } from './print/statements.ts'
import { isTorn } from './print/torn.ts'
import type { Said } from './said.ts'

/**
 * A text about an appointment in plain form: dictated in one breath, or printed in lines on a card or letter.
 */
export interface AppointmentText {
  plain: PlainText
  /** With digits where a camera read letters. */
  mended: Mended
  /** The repaired text; in print, with a line end before each statement. */
  parts: string
  /** Null where nothing shows that it is print. */
  print: Print | null
}

export function appointmentText(words: string): AppointmentText {
  if (!words.trim().includes('\n')) {
    const plain = plainText(words)
    const mended = withClockMarks(withDigits(plain.text))
    return { plain, mended, parts: mended.text, print: null }
  }
  const plain = plainText(words, remembered(asPrinted), isTorn)
  const mended = withPrintedNumbers(plain.text, plain.breaks)
  const print = printOf(mended.text, plain.breaks)
  return { plain, mended, parts: inStatements(mended.text, print), print }
}

/** What makes a weekday part of a calendar date when it follows, however it was read. */
const GOES_ON_AS_DATE =
  /^,? (?:the )?(?:[\dlIOSB]{1,4}(?![\d:.]\d)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))/i
/** `Monday14 June`, in text whose lines do not show that it is print. */
const RUNS_INTO_NUMBER = /^\d/

export function datesOf({ mended, print }: AppointmentText, today: LocalDate): SaidDate[] {
  const text = print ? behindNumbers(mended.text, print) : mended.text
  const goesOn = print ? GOES_ON_AS_DATE : RUNS_INTO_NUMBER
  return datesIn(text, today, 'next-such-day').map((date) => {
    const isUnread = date.isWeekday && goesOn.test(textAfter(mended.text, date.at + date.words.length))
    return isUnread ? { ...date, isSure: false } : date
  })
}

/** @param undated the text without its dates */
export const timesOf = ({ mended, print }: AppointmentText, undated: string): SaidTime[] =>
  timesIn(print ? behindNumbers(withClockTimes(undated, print), print) : undated, 'afternoon-from-1-to-5').map((time) =>
    withWholeNumber(mended, time),
  )

/** Returns the parts of a text that are about something other than the appointment. */
export function asidesOf(
  { plain, mended, print }: AppointmentText,
  dates: readonly SaidDate[],
  times: readonly SaidTime[],
): Aside[] {
  if (!print) return asidesIn(mended.text, plain.lineEnds)
  const ends = plain.breaks.map(({ at }) => at)
  const spoken = asidesIn(mended.text, ends).filter(({ from }) => !endsRow(print, from))
  return [...spoken, ...otherMatters(print, dates, times)]
}

/** @param undated the text as it was read, without its dates */
export function doctorsOf(
  { plain, mended, print }: AppointmentText,
  undated: string,
  asides: readonly Aside[],
): OfAppointment<Said> {
  const lines = inLines(undated, plain.lineEnds)
  return print ? printedDoctors(print, lines, asides) : whoIsSeen(mended.text, asides, doctorsIn(lines))
}

/** `Tel.0131 496 0400`: a label with no space before its number. */
const GLUED = /(?<=\p{L}{2})[.:](?=[+(]?\d)/gu

/** @param numbers the text without its dates and times */
export const phoneOf = ({ print }: AppointmentText, numbers: string): Said | null =>
  print ? printedPhone(print, inStatements(numbers.replace(GLUED, ' '), print)) : readPhone(numbers)
