import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import { inRow } from '#domain/lib/text.ts'
import type { ReviewedMedication } from '#domain/protocol/prescriptions.ts'
import { isSameMedicine, type Medication } from '#domain/records/medication.ts'
import { EXTRACTED_FIELDS, type ExtractedField, type ExtractedMedication } from '#domain/records/prescription.ts'
import type { Schedule } from '#domain/schedule/schedule.ts'
import { parseReminderTimes } from '#domain/schedule/typed-times.ts'
import { type DaysValues, daysError, isDaysGuess, openingDays, scheduleOfDays } from './review-days.ts'

/** The content of the fields of one found medication, as typed. */
export type ReviewValues = Record<ExtractedField | 'times', string> & {
  isChosen: boolean
  days: DaysValues
}

export type ReviewErrors = Partial<Record<ExtractedField | 'times' | 'days', string>>

/** The most times per day that a plan accepts. */
const MAX_TIMES = 24

/**
 * Returns the values as read; times are offered, not set (readings, scans). Every medication is selected
 * (specification, section 2).
 */
export const openingValues = (found: ExtractedMedication): ReviewValues => ({
  name: found.name,
  dosage: found.dosage,
  frequency: found.frequency,
  instructions: found.instructions,
  times: '',
  days: openingDays(found),
  isChosen: true,
})

/** Returns whether a field still holds a guess. */
export const isGuess = (found: ExtractedMedication, values: ReviewValues, field: ExtractedField): boolean =>
  found.sources[field]?.confidence === 'guess' && values[field] === found[field]

/** Returns what is left to check, as text, for the line under the name. */
export function leftText(found: ExtractedMedication, values: ReviewValues, today: LocalDate): string {
  const schedule = scheduleOfDays(values.days, found, today)
  const guesses =
    EXTRACTED_FIELDS.filter((field) => isGuess(found, values, field)).length +
    found.asks.length +
    (isDaysGuess(found, schedule, values.days) ? 1 : 0)
  return leftToCheck(guesses, missingOf(values, schedule))
}

const missingOf = (values: ReviewValues, schedule: Schedule | null): number =>
  (values.name.trim() === '' ? 1 : 0) + (schedule === null ? 1 : 0)

/** Returns `2 things to check, 1 thing to fill in`. */
export function leftToCheck(guesses: number, missing = 0): string {
  if (guesses + missing === 0) return t('Everything was read clearly')
  const parts = [
    ...(guesses > 0
      ? [t('{count, plural, one {# thing to check} other {# things to check}}', { count: guesses })]
      : []),
    ...(missing > 0
      ? [t('{count, plural, one {# thing to fill in} other {# things to fill in}}', { count: missing })]
      : []),
  ]
  return inRow(parts)
}

/**
 * Returns the medication the user already has, because of which this one would be skipped; undefined if there is none.
 */
export const knownOf = <M extends Pick<Medication, 'name' | 'dosage'> & { isActive: boolean }>(
  values: ReviewValues,
  medications: readonly M[],
): M | undefined => medications.find((one) => one.isActive && isSameMedicine(one, values))

/**
 * Returns a medication as the user reviewed it, or what is wrong with which field. Times are accepted only with days
 * that the label or the user names; without times the days may stay open.
 * @param needsTimes whether it must have times, unless it is taken only when needed
 * @param today in the plan zone
 */
export function readReview(
  found: ExtractedMedication,
  values: ReviewValues,
  { needsTimes, today }: { needsTimes: boolean; today: LocalDate },
): Result<ReviewedMedication, ReviewErrors> {
  const name = values.name.trim()
  const parsed = parseReminderTimes(values.times)
  const schedule = scheduleOfDays(values.days, found, today)
  const times = parsed.ok ? timesError(parsed.times.length, needsTimes && schedule?.kind !== 'as-needed') : null
  const isWithoutDays = schedule === null && (values.times.trim() !== '' || needsTimes)
  const errors: ReviewErrors = {
    ...(name === '' ? { name: t('Medication name is required') } : {}),
    ...(isWithoutDays ? { days: daysError(values.days), times: t(DAYS_FIRST) } : {}),
    ...(parsed.ok
      ? {}
      : { times: t('“{text}” is not a time. Write it like 8:00 or 2:30 pm.', { text: parsed.entry }) }),
    ...(times === null ? {} : { times }),
  }
  if (!parsed.ok || Object.keys(errors).length > 0) return fail(errors)
  return ok({
    name,
    dosage: values.dosage.trim(),
    frequency: values.frequency.trim(),
    instructions: values.instructions.trim(),
    reminderTimes: parsed.times,
    ...(schedule ? { schedule: scheduleFor(schedule, parsed.times.length > 0) } : {}),
    startDate: null,
    endDate: null,
  })
}

const DAYS_FIRST = msg('Choose first how often it is taken. The reminders come on these days.')

function timesError(count: number, isRequired: boolean): string | null {
  if (count === 0 && isRequired) return t('At least one reminder time is required')
  return count > MAX_TIMES ? t('Use at most {count} times a day.', { count: MAX_TIMES }) : null
}

/** A user who sets times wants reminders, even if the label says the medication is taken only when needed. */
const scheduleFor = (schedule: Schedule, hasTimes: boolean): Schedule =>
  schedule.kind === 'as-needed' && hasTimes ? { kind: 'daily' } : schedule
