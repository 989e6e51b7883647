import type { LocalDate, LocalTime } from '../lib/local-time.ts'
import { holding } from './corrections.ts'
import { datesIn, type SaidDate } from './dates.ts'
import { doctorsIn } from './doctors.ts'
import { locationsIn } from './locations.ts'
import { readPhone } from './phones.ts'
import { type PlainText, plainText } from './plain-text.ts'
import { type Confidence, type Fact, type Read, without } from './read.ts'
import { specialtiesIn } from './specialties.ts'
import { type SaidTime, timesIn } from './times.ts'

/** What a free text says about a visit; null where it says nothing. */
export interface ReadAppointment {
  /** Without the title: `Eugene Burton`. */
  doctorName: Fact<string> | null
  specialty: Fact<string> | null
  appointmentDate: Fact<LocalDate> | null
  appointmentTime: Fact<LocalTime> | null
  location: Fact<string> | null
  phoneNumber: Fact<string> | null
}

/**
 * Reads a dictated appointment, or the text of an appointment card (specification, section 5, appointment voice parsing, and the ways
 * people say the same). A value that the words do not give stays null, for the person to fill in; only the first 2,000 characters are
 * read.
 * @param today in the plan zone
 */
export function readAppointment(words: string, today: LocalDate): ReadAppointment {
  const plain = plainText(words)
  const { text } = plain
  const dates = datesIn(text, today, 'next-such-day')
  const undated = dates.reduce(without, text)
  const times = timesIn(withParts(undated, dates), 'afternoon-from-1-to-5')
  const bare = times.reduce(without, undated)
  const date = dateOf(text, dates)
  const time = timeOf(text, times)
  const doctor = holding(text, doctorsIn(text))
  const specialty = holding(text, specialtiesIn(text))
  const location = holding(text, locationsIn(bare))
  const phone = readPhone(bare)
  return {
    doctorName: found(plain, doctor, doctor?.hasTitle ?? false),
    specialty: found(plain, specialty, true),
    appointmentDate: found(plain, date, date?.isSure ?? false),
    appointmentTime: found(plain, time, time !== null && isSureTime(time)),
    location: found(plain, location, location?.isListed ?? false),
    phoneNumber: found(plain, phone, true),
  }
}

function found<Value>(plain: PlainText, read: Read<Value> | null, isSure: boolean): Fact<Value> | null {
  if (read === null) return null
  const confidence: Confidence = isSure ? 'sure' : 'guess'
  return { value: read.value, ...plain.said({ at: read.at, length: read.words.length }), confidence }
}

/** "this afternoon" and "tonight" are dates that say the half of the day too. */
function withParts(undated: string, dates: readonly SaidDate[]): string {
  return dates.reduce((text, { at, words }) => {
    const part = /(?:morning|afternoon|evening|tonight)$/i.exec(words)?.[0]
    if (part === undefined) return text
    const end = at + words.length
    return `${text.slice(0, end - part.length)}${part}${text.slice(end)}`
  }, undated)
}

const DATE_FORMS = ['written', 'counted', 'today'] as const

/** A date that is written out wins over one that is counted, that over today; what corrects another wins over it. */
function dateOf(text: string, dates: readonly SaidDate[]): SaidDate | null {
  const [first = null] = DATE_FORMS.map((form) =>
    holding(
      text,
      dates.filter((date) => date.form === form),
    ),
  ).filter((date) => date !== null)
  return first && corrected(text, first, dates)
}

const TIME_FORMS = ['half-said', 'at', 'colon', 'bare'] as const

/** In the order of the specification: with am or pm, `at H.MM` and `at H:MM`, then other times. */
function timeOf(text: string, times: readonly SaidTime[]): SaidTime | null {
  const [first = null] = TIME_FORMS.map((form) =>
    holding(
      text,
      times.filter((time) => time.form === form),
    ),
  ).filter((time) => time !== null)
  return first && corrected(text, first, times)
}

/** The value of any form that corrects the one that would win by its form. */
function corrected<Value extends Read<unknown>>(text: string, first: Value, all: readonly Value[]): Value {
  return holding(text, [first, ...all.filter(({ at }) => at > first.at)]) ?? first
}

/** Six to twelve o'clock without a half of the day may be either; the specification decides 1 to 5. */
function isSureTime(time: SaidTime): boolean {
  if (!time.isHalfOpen) return true
  return time.form === 'at' || time.form === 'colon'
}
