import { type LocalDate, type LocalTime, minutesOfDay } from '../calendar.ts'
import type { SaidDate } from '../dates-and-times/said-date.ts'
import type { SaidTime } from '../dates-and-times/times.ts'
import { holding, isMovedFrom, isRuledOut, isTakenBack, weighed } from '../words/corrections.ts'
import { isDoubted } from '../words/doubts.ts'
import { isOfMisread } from '../words/misread-digits.ts'
import { textAfter, textBefore } from '../words/near.ts'
import { inLines, type PlainText } from '../words/plain-text.ts'
import { type Confidence, type Fact, type Read, withoutAll } from '../words/read.ts'
import { appointmentText, asidesOf, datesOf, doctorsOf, phoneOf, timesOf } from './appointment-text.ts'
import { APPOINTMENTS } from './cues.ts'
import { type Aside, asidesIn, type OfAppointment, ofAppointment, whoIsSeen } from './events/other-events.ts'
import { isSamePerson, isSurname } from './people/doctors.ts'
import { locationsIn, ofBestRank } from './places/locations.ts'
import { isSameSpecialty, specialtiesIn } from './specialties/specialties.ts'

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

/** What was read of a visit, and what has to be asked: whether another day or time is of a second one. */
export interface HeardAppointment {
  read: ReadAppointment
  asks: string[]
}

/**
 * Reads a dictated appointment, or the text of an appointment card (specification, section 5, appointment voice parsing, and the ways
 * people say the same). A value that the words do not give stays null, for the person to fill in; only the first 2,000 characters are
 * read.
 * @param today in the plan zone
 */
export const readAppointment = (words: string, today: LocalDate): ReadAppointment => hearAppointment(words, today).read

/**
 * As `readAppointment`, with the days and times that were left out, as questions.
 * @param today in the plan zone
 */
export function hearAppointment(words: string, today: LocalDate): HeardAppointment {
  const visit = appointmentText(words)
  const { plain, mended, parts } = visit
  const { text: printed, lineEnds } = plain
  const { text } = mended
  const isClear = (one: Read<unknown>): boolean => !isOfMisread(mended, one)
  const said = datesOf(visit, today)
  const dates = said.filter((date, index) => !isSurname(text, date, said[index + 1]))
  const undated = withoutAll(text, dates)
  const times = timesOf(visit, withParts(undated, dates))
  const timeless = withoutAll(text, times)
  const names = withoutAll(printed, dates)
  const bare = withoutAll(names, times)
  const numbers = withoutAll(undated, times)
  const asides = asidesOf(visit, dates, times)
  const current = notOfPastRow(dates, times, lineEnds, today)
  const date = held(parts, ofAppointment(text, asides, notOver(possible(parts, toCome(text, dates)), today)), {
    first: dateOf,
    linked: timeless,
  })
  const time = held(parts, ofAppointment(text, asides, possible(parts, toCome(text, current)), alsoOf(text)), {
    first: timeOf,
    isSame: isSameTime,
    linked: undated,
  })
  const doctor = held(parts, doctorsOf(visit, names, asides), { isSame: isSamePerson })
  const spoken = visit.print ? asidesIn(text, lineEnds) : asides
  const specialty = held(text, whoIsSeen(text, spoken, specialtiesIn(printed)), {
    isSame: isSameSpecialty,
  })
  const location = held(text, ofBestRank(ofAppointment(text, asides, locationsIn(inLines(bare, lineEnds)))))
  const phone = phoneOf(visit, numbers)
  const read: ReadAppointment = {
    doctorName: found(plain, doctor, ({ isSure }) => isSure),
    specialty: found(plain, specialty, ({ isSure }) => isSure),
    appointmentDate: found(plain, date, (one) => one.isSure && one.value >= today && isClear(one)),
    appointmentTime: found(
      plain,
      time,
      (one) => isSureTime(text, one) && isClear(one) && !(visit.print && isOfOtherDay(one, date)),
    ),
    location: asNamed(found(plain, location, ({ isSure }) => isSure)),
    phoneNumber: found(plain, phone && { one: phone, isCertain: isClear(phone), others: [] }, ({ isSure }) => isSure),
  }
  return { read, asks: [...secondAsks(plain, 'date', date), ...secondAsks(plain, 'time', time)].slice(0, 1) }
}

const SAME_TIME = /\b(?:same|usual) time\b/i
/** The other events whose time is that of the visit where no other is said: all of them, where `same time` says so. */
const alsoOf = (text: string): readonly Aside['of'][] =>
  SAME_TIME.test(text) ? ['way', 'call', 'past', 'cancelled'] : ['way', 'call']

/** Whether a time stands nearer to a day that was not chosen than to the one that was: print has its days apart. */
function isOfOtherDay({ at }: Read<unknown>, date: Held<Read<unknown>> | null): boolean {
  const away = (day: Read<unknown>): number => Math.abs(day.at - at)
  return date?.others.some((other) => away(other) < away(date.one)) ?? false
}

/** A form holds one visit: another day, or another time of the same day, is said rather than dropped. */
function secondAsks(plain: PlainText, kind: 'date' | 'time', held: Held<Read<unknown>> | null): string[] {
  const said = (held?.others ?? []).map(({ at, words }) => `“${plain.said({ at, length: words.length }).words}”`)
  const [first] = said
  if (first === undefined) return []
  const link = held && plain.text.slice(endOf(held.one), held.others[0]?.at)
  if (link && held && APPOINTMENTS.either.test(link) && said.length === 1) {
    const one = plain.said({ at: held.one.at, length: held.one.words.length }).words
    return [`Which ${kind === 'date' ? 'day' : 'time'} is it: “${one}” or ${first}?`]
  }
  const more = said.length > 1 ? ` (and ${said.length - 1} more)` : ''
  return [`There is a second ${kind}: ${first}${more}. If it is a second appointment, add that one too.`]
}
const endOf = ({ at, words }: Read<unknown>): number => at + words.length

/** The value of a kind that holds. */
interface Held<One> {
  one: One
  /** Whether nothing competes with it and nothing casts doubt on it. */
  isCertain: boolean
  /** Other values that nothing takes back, in the order of the text. */
  others: readonly One[]
}

type First<One> = (text: string, said: readonly One[], linked: string) => One | null
type Same<One> = (a: One, b: One) => boolean

/**
 * Which of the values of a visit holds. Where different ones are left, it is not certain.
 * @param how which one of several comes first, and when two mean the same
 */
function held<One extends Read<unknown>>(
  text: string,
  { kept, isDoubtful }: OfAppointment<One>,
  how: { first?: First<One>; isSame?: Same<One>; linked?: string } = {},
): Held<One> | null {
  const { first = holding, isSame = isSameValue, linked = text } = how
  const one = first(text, kept, linked)
  if (one === null) return null
  const all = weighed(text, kept, isSame, linked)
  const left = all ? [all.value, ...all.rivals] : []
  const others = left.filter((other) => other !== one && !isSame(other, one)).sort((a, b) => a.at - b.at)
  return {
    one,
    isCertain: others.length === 0 && !isDoubtful && !isDoubted(text, one) && !isTakenBack(text, one),
    others,
  }
}

const isSameValue = (a: Read<unknown>, b: Read<unknown>): boolean => a.value === b.value

function found<Value, One extends Read<Value>>(
  plain: PlainText,
  held: Held<One> | null,
  isSure: (one: One) => boolean = () => true,
): Fact<One['value']> | null {
  if (held === null) return null
  const { one, isCertain } = held
  const confidence: Confidence = isCertain && isSure(one) ? 'sure' : 'guess'
  return { value: one.value, ...plain.said({ at: one.at, length: one.words.length }), confidence }
}

/** A place keeps the numbers of its name as they were said: `Kids First Pediatrics`, though plain text has `1st`. */
const asNamed = (place: Fact<string> | null): Fact<string> | null =>
  place && /\d/.test(place.value) && !/\d/.test(place.words) ? { ...place, value: place.words } : place

/** "this afternoon" and "tonight" are dates that say the half of the day too. */
function withParts(undated: string, dates: readonly SaidDate[]): string {
  return dates.reduce((text, { at, words }) => {
    const part = /(?:morning|afternoon|evening|tonight)$/i.exec(words)?.[0]
    if (part === undefined) return text
    const end = at + words.length
    return `${text.slice(0, end - part.length)}${part}${text.slice(end)}`
  }, undated)
}

/** Without the times in a row of a table that begins with a day that is over, where another row is left. */
function notOfPastRow(
  dates: readonly SaidDate[],
  times: readonly SaidTime[],
  lineEnds: readonly number[],
  today: LocalDate,
): readonly SaidTime[] {
  const lineOf = ({ at }: Read<unknown>): number => lineEnds.filter((end) => end < at).length
  const past = new Set(dates.filter(({ form, value }) => form === 'written' && value < today).map(lineOf))
  for (const date of dates) if (date.value >= today) past.delete(lineOf(date))
  const left = times.filter((time) => !past.has(lineOf(time)))
  return lineEnds.length > 0 && left.length > 0 ? left : times
}

/** Without the day or the time that a visit was moved from, unless nothing says that another one is meant. */
const toCome = <One extends Read<unknown>>(text: string, said: readonly One[]): readonly One[] =>
  said.filter((one) => !isMovedFrom(text, one))

/** Without the days or times that cannot be, where another is left. */
function possible<One extends Read<unknown>>(text: string, said: readonly One[]): readonly One[] {
  const left = said.filter((one) => !isRuledOut(text, one))
  return left.length > 0 ? left : said
}

/** A visit that is to be kept is not over: days that are only count where there is no other. */
function notOver(dates: readonly SaidDate[], today: LocalDate): readonly SaidDate[] {
  const ahead = dates.filter(({ value }) => value >= today)
  return ahead.length > 0 ? ahead : dates
}

const DATE_FORMS = ['written', 'counted', 'today'] as const

/** A date that is written out wins over one that is counted, that over today; what corrects another wins over it. */
function dateOf(text: string, all: readonly SaidDate[], linked: string): SaidDate | null {
  const dates = inField(text, APPOINTMENTS.dateField, all)
  const [first = null] = DATE_FORMS.map((form) =>
    holding(
      text,
      dates.filter((date) => date.form === form),
      linked,
    ),
  ).filter((date) => date !== null)
  return first && corrected(text, first, dates, linked)
}

/** Those that stand in a field of their own, where any do. */
function inField<Value extends Read<unknown>>(text: string, field: RegExp, said: readonly Value[]): readonly Value[] {
  const labelled = said.filter(({ at }) => field.test(textBefore(text, at)))
  return labelled.length > 0 ? labelled : said
}

/** `come at 8.45 for your 9.15 appointment`. */
const isOfAppointment = (text: string, { at, words }: Read<unknown>): boolean =>
  /^ (?:appointment|appt|slot|booking)\b/i.test(textAfter(text, at + words.length)) &&
  /\bfor (?:your|the|an?|my|his|her|our) $/i.test(textBefore(text, at))

const TIME_FORMS = ['half-said', 'at', 'colon', 'bare'] as const

/** In the order of the specification: with am or pm, `at H.MM` and `at H:MM`, then other times. */
function timeOf(text: string, all: readonly SaidTime[], linked: string): SaidTime | null {
  const named = all.filter((time) => isOfAppointment(text, time))
  const times = named.length === 1 ? named : inField(text, APPOINTMENTS.timeField, all)
  const [first = null] = TIME_FORMS.map((form) =>
    holding(
      text,
      times.filter((time) => time.form === form),
      linked,
    ),
  ).filter((time) => time !== null)
  return first && corrected(text, first, times, linked)
}

/** The value of any form that corrects the one that would win by its form. */
function corrected<Value extends Read<unknown>>(
  text: string,
  first: Value,
  all: readonly Value[],
  linked: string,
): Value {
  return holding(text, [first, ...all.filter(({ at }) => at > first.at)], linked) ?? first
}

/** From when on nobody asks which half of the day is meant, where none is said: surgeries open, and have closed by then in the evening. */
const SURELY_OPEN = 8 * 60
/** As a clock of 24 hours writes the early morning. */
const WHOLE_DAY = /^0[67]:\d\d$/

/**
 * A visit is in surgery hours: 8 to 11 without a half of the day are in the morning, 12 is noon, and 1 to 5 in the afternoon (specification,
 * section 5); 6 and 7 may be either.
 */
function isSureTime(text: string, time: SaidTime): boolean {
  if (time.isLoose) return false
  if (WHOLE_DAY.test(time.words)) return !APPOINTMENTS.afterHours.test(text)
  return !time.isHalfOpen || (minutesOfDay(time.value) >= SURELY_OPEN && !APPOINTMENTS.afterHours.test(text))
}

const HALF_DAY = 12 * 60

/** `at 9` and `9 am` may be one time. */
function isSameTime(a: SaidTime, b: SaidTime): boolean {
  const apart = Math.abs(minutesOfDay(a.value) - minutesOfDay(b.value))
  return apart === 0 || (apart === HALF_DAY && (a.isHalfOpen || b.isHalfOpen))
}
