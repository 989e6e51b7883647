import type { LocalDate, LocalTime } from '../calendar.ts'
import type { SaidDate } from '../dates-and-times/said-date.ts'
import type { SaidTime } from '../dates-and-times/times.ts'
import { isOfMisread } from '../words/misread-digits.ts'
import { inLines, type PlainText } from '../words/plain-text.ts'
import { type Fact, type Read, withoutAll } from '../words/read.ts'
import { appointmentText, asidesOf, datesOf, doctorsOf, phoneOf, timesOf } from './appointment-text.ts'
import { APPOINTMENTS } from './cues.ts'
import { type Aside, asidesIn, ofAppointment, whoIsSeen } from './events/other-events.ts'
import { isSamePerson, isSurname } from './people/doctors.ts'
import { locationsIn, ofBestRank } from './places/locations.ts'
import type { Said } from './said.ts'
import { isSameSpecialty, specialtiesIn } from './specialties/specialties.ts'
import {
  dateOf,
  type Held,
  held,
  isOfOtherDay,
  isSameTime,
  isSureTime,
  notOfPastRow,
  notOver,
  possible,
  timeOf,
} from './which-holds.ts'

/** What a free text says about an appointment; null where it says nothing. */
export interface ReadAppointment {
  /** Without the title: `Eugene Burton`. */
  doctorName: Fact<string> | null
  specialty: Fact<string> | null
  appointmentDate: Fact<LocalDate> | null
  appointmentTime: Fact<LocalTime> | null
  location: Fact<string> | null
  phoneNumber: Fact<string> | null
}

/** What was read about an appointment, and what has to be asked: whether another day or time means a second one. */
export interface HeardAppointment {
  read: ReadAppointment
  asks: string[]
}

/**
 * Reads a dictated appointment, or the text of an appointment card (specification, section 5, appointment voice
 * parsing, and other common ways to say the same). A value that the text does not give stays null, for the user to fill
 * in; only the first 2,000 characters are read.
 * @param today in the plan zone
 */
export const readAppointment = (words: string, today: LocalDate): ReadAppointment => hearAppointment(words, today).read

/**
 * Like `readAppointment`, but returns the days and times that were left out as questions.
 * @param today in the plan zone
 */
export function hearAppointment(words: string, today: LocalDate): HeardAppointment {
  const appointment = appointmentText(words)
  const { plain, mended, parts } = appointment
  const { text: printed, lineEnds } = plain
  const { text } = mended
  const isClear = (one: Read<unknown>): boolean => !isOfMisread(mended, one)
  const said = datesOf(appointment, today)
  const dates = said.filter((date, index) => !isSurname(text, date, said[index + 1]))
  const undated = withoutAll(text, dates)
  const times = timesOf(appointment, withParts(undated, dates))
  const both = [...dates, ...times]
  const asides = asidesOf(appointment, dates, times)
  const days = ofAppointment(text, asides, notOver(possible(parts, dates), today))
  const date = held(parts, days, { first: dateOf, linked: withoutAll(text, times) })
  const current = possible(parts, notOfPastRow(dates, times, lineEnds, today))
  const hours = ofAppointment(text, asides, current, alsoOf(text))
  const time = held(parts, hours, { first: timeOf, isSame: isSameTime, linked: undated })
  const doctors = doctorsOf(appointment, withoutAll(printed, dates), asides)
  const spoken = appointment.print ? asidesIn(text, lineEnds) : asides
  const specialties = whoIsSeen(text, spoken, specialtiesIn(printed))
  const places = ofAppointment(text, asides, locationsIn(inLines(withoutAll(printed, both), lineEnds)))
  const phone = phoneOf(appointment, withoutAll(text, both))
  const fact = factsOf(plain)
  const isSure = (one: Said): boolean => one.isSure
  const isSureDate = (one: SaidDate): boolean => one.isSure && one.value >= today && isClear(one)
  const isSureHour = (one: SaidTime): boolean =>
    isSureTime(text, one) && isClear(one) && !(appointment.print && isOfOtherDay(one, date))
  const read: ReadAppointment = {
    doctorName: fact(held(parts, doctors, { isSame: isSamePerson }), isSure),
    specialty: fact(held(text, specialties, { isSame: isSameSpecialty }), isSure),
    appointmentDate: fact(date, isSureDate),
    appointmentTime: fact(time, isSureHour),
    location: asNamed(fact(held(text, ofBestRank(places)), isSure)),
    phoneNumber: fact(phone && { one: phone, isCertain: isClear(phone), others: [] }, isSure),
  }
  return { read, asks: [...secondAsks(plain, 'date', date), ...secondAsks(plain, 'time', time)].slice(0, 1) }
}

const SAME_TIME = /\b(?:same|usual) time\b/i
/**
 * Returns the other events that share the appointment's time when no other time is given: all of them, where the text
 * says `same time`.
 */
const alsoOf = (text: string): readonly Aside['of'][] =>
  SAME_TIME.test(text) ? ['way', 'call', 'past', 'cancelled'] : ['way', 'call']

/** Returns what makes facts of a text's values: sure where it is certain which one applies, and each by itself. */
const factsOf =
  (plain: PlainText) =>
  <Value, One extends Read<Value>>(
    held: Held<One> | null,
    isSure: (one: One) => boolean,
  ): Fact<One['value']> | null => {
    if (held === null) return null
    const { one, isCertain } = held
    const confidence = isCertain && isSure(one) ? 'sure' : 'guess'
    return { value: one.value, ...plain.said({ at: one.at, length: one.words.length }), confidence }
  }

/** A place keeps the numbers in its name as they were said: `Kids First Pediatrics`, though plain text has `1st`. */
const asNamed = (place: Fact<string> | null): Fact<string> | null =>
  place && /\d/.test(place.value) && !/\d/.test(place.words) ? { ...place, value: place.words } : place

/** "this afternoon" and "tonight" are dates that say the half of the day too. */
function withParts(undated: string, dates: readonly SaidDate[]): string {
  return dates.reduce((text, { at, words }) => {
    const part = /(?:morning|afternoon|evening|tonight)$/i.exec(words)?.[0] ?? ''
    const end = at + words.length
    return `${text.slice(0, end - part.length)}${part}${text.slice(end)}`
  }, undated)
}

/** A form holds one appointment: another day, or another time of the same day, is asked about rather than dropped. */
function secondAsks(plain: PlainText, kind: 'date' | 'time', held: Held<Read<unknown>> | null): string[] {
  const [first, ...more] = held?.others ?? []
  if (!held || !first) return []
  const said = ({ at, words }: Read<unknown>): string => `“${plain.said({ at, length: words.length }).words}”`
  const link = plain.text.slice(held.one.at + held.one.words.length, first.at)
  if (more.length === 0 && APPOINTMENTS.either.test(link))
    return [`Which ${kind === 'date' ? 'day' : 'time'} is it: ${said(held.one)} or ${said(first)}?`]
  const others = more.length > 0 ? ` (and ${more.length} more)` : ''
  return [`There is a second ${kind}: ${said(first)}${others}. If it is a second appointment, add that one too.`]
}
