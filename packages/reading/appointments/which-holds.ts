import { type LocalDate, minutesOfDay } from '../calendar.ts'
import type { SaidDate } from '../dates-and-times/said-date.ts'
import type { SaidTime } from '../dates-and-times/times.ts'
import { holding, isMovedFrom, isRuledOut, isTakenBack, weighed } from '../words/corrections.ts'
import { isDoubted } from '../words/doubts.ts'
import { textAfter, textBefore } from '../words/near.ts'
import type { Read } from '../words/read.ts'
import { APPOINTMENTS } from './cues.ts'
import type { OfAppointment } from './events/other-events.ts'

/** The value of one kind that applies. */
export interface Held<One> {
  one: One
  /** Whether nothing competes with it or casts doubt on it. */
  isCertain: boolean
  /** Other values that were not taken back, in the order of the text. */
  others: readonly One[]
}

type First<One> = (text: string, said: readonly One[], linked: string) => One | null
type Same<One> = (a: One, b: One) => boolean

/**
 * Returns which of an appointment's values applies. If different ones are left, it is not certain.
 * @param how which of several comes first, and when two mean the same
 */
export function held<One extends Read<unknown>>(
  text: string,
  { kept, isDoubtful }: OfAppointment<One>,
  how: { first?: First<One>; isSame?: Same<One>; linked?: string } = {},
): Held<One> | null {
  const { first = holding, isSame = isSameValue, linked = text } = how
  const one = first(text, kept, linked)
  const all = weighed(text, kept, isSame, linked)
  if (one === null || all === null) return null
  const others = [all.value, ...all.rivals]
    .filter((other) => other !== one && !isSame(other, one))
    .sort((a, b) => a.at - b.at)
  const isCertain = others.length === 0 && !isDoubtful && !isDoubted(text, one) && !isTakenBack(text, one)
  return { one, isCertain, others }
}

const isSameValue = (a: Read<unknown>, b: Read<unknown>): boolean => a.value === b.value

/** Returns whether a time is closer to a day that was not chosen than to the one that was: print separates its days. */
export function isOfOtherDay({ at }: Read<unknown>, date: Held<Read<unknown>> | null): boolean {
  const away = (day: Read<unknown>): number => Math.abs(day.at - at)
  return date?.others.some((other) => away(other) < away(date.one)) ?? false
}

/** Leaves out times in a table row that begins with a past day, if another row is left. */
export function notOfPastRow(
  dates: readonly SaidDate[],
  times: readonly SaidTime[],
  lineEnds: readonly number[],
  today: LocalDate,
): readonly SaidTime[] {
  const lineOf = ({ at }: Read<unknown>): number => lineEnds.filter((end) => end < at).length
  const past = new Set(dates.filter(({ form, value }) => form === 'written' && value < today).map(lineOf))
  for (const date of dates) if (date.value >= today) past.delete(lineOf(date))
  return lineEnds.length > 0 ? whereAny(times, (time) => !past.has(lineOf(time))) : times
}

/** Returns those that fit, or all of them if none do. */
const whereAny = <One>(said: readonly One[], fits: (one: One) => boolean): readonly One[] =>
  said.some(fits) ? said.filter(fits) : said

/** Leaves out days or times that an appointment was moved from, and impossible ones, if another is left. */
export function possible<One extends Read<unknown>>(text: string, said: readonly One[]): readonly One[] {
  const toCome = said.filter((one) => !isMovedFrom(text, one))
  return whereAny(toCome, (one) => !isRuledOut(text, one))
}

/** An appointment to be kept is not in the past: past days count only if there is no other. */
export const notOver = (dates: readonly SaidDate[], today: LocalDate): readonly SaidDate[] =>
  whereAny(dates, ({ value }) => value >= today)

/** A written date takes precedence over a counted one, that over today, and a correction over what it corrects. */
export const dateOf = (text: string, all: readonly SaidDate[], linked: string): SaidDate | null =>
  bestForm(text, inField(text, APPOINTMENTS.dateField, all), linked, ['written', 'counted', 'today'])

/** In the specification's order: with am or pm, `at H.MM` and `at H:MM`, then other times. */
export function timeOf(text: string, all: readonly SaidTime[], linked: string): SaidTime | null {
  const named = all.filter((time) => isOfAppointment(text, time))
  const times = named.length === 1 ? named : inField(text, APPOINTMENTS.timeField, all)
  return bestForm(text, times, linked, ['half-said', 'at', 'colon', 'bare'])
}

/** Returns the value that applies in the first form that has one, or its correction. */
function bestForm<One extends Read<unknown> & { form: string }>(
  text: string,
  all: readonly One[],
  linked: string,
  forms: readonly One['form'][],
): One | null {
  const firsts = forms.map((form) => holding(text, ofForm(all, form), linked))
  const first = firsts.find((one) => one !== null) ?? null
  return first && holding(text, [first, ...all.filter(({ at }) => at > first.at)], linked)
}

const ofForm = <One extends { form: string }>(all: readonly One[], form: string): One[] =>
  all.filter((one) => one.form === form)

/** Returns those in a separate field, or all of them if none are. */
const inField = <One extends Read<unknown>>(text: string, field: RegExp, said: readonly One[]): readonly One[] =>
  whereAny(said, ({ at }) => field.test(textBefore(text, at)))

/** `come at 8.45 for your 9.15 appointment`. */
const isOfAppointment = (text: string, { at, words }: Read<unknown>): boolean =>
  /^ (?:appointment|appt|slot|booking)\b/i.test(textAfter(text, at + words.length)) &&
  /\bfor (?:your|the|an?|my|his|her|our) $/i.test(textBefore(text, at))

/**
 * From this time on (minutes) it is clear which half of the day is meant when none is given: surgeries are open in the
 * morning, and closed at the same hour in the evening.
 */
const SURELY_OPEN = 8 * 60
/** As a 24-hour clock writes the early morning. */
const WHOLE_DAY = /^0[67]:\d\d$/

/**
 * An appointment is in surgery hours: 8 to 11 without a half of the day are in the morning, 12 is noon, and 1 to 5 are
 * in the afternoon (specification, section 5); 6 and 7 may be either.
 */
export function isSureTime(text: string, time: SaidTime): boolean {
  if (time.isLoose) return false
  if (WHOLE_DAY.test(time.words)) return !APPOINTMENTS.afterHours.test(text)
  return !time.isHalfOpen || (minutesOfDay(time.value) >= SURELY_OPEN && !APPOINTMENTS.afterHours.test(text))
}

const HALF_DAY = 12 * 60

/** `at 9` and `9 am` may be the same time. */
export function isSameTime(a: SaidTime, b: SaidTime): boolean {
  const apart = Math.abs(minutesOfDay(a.value) - minutesOfDay(b.value))
  return apart === 0 || (apart === HALF_DAY && (a.isHalfOpen || b.isHalfOpen))
}
