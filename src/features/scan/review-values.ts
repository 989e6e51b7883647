import { fail, ok, type Result } from '#domain/lib/result.ts'
import type { ReviewedMedication } from '#domain/protocol/prescriptions.ts'
import { isSameMedicine, type Medication } from '#domain/records/medication.ts'
import {
  EXTRACTED_FIELDS,
  type ExtractedField,
  type ExtractedMedication,
} from '#domain/records/prescription.ts'
import { parseReminderTimes } from '#domain/schedule/reminder-times.ts'
import type { Schedule } from '#domain/schedule/schedule.ts'

/** What stands in the fields of one medication that was found, as typed. */
export type ReviewValues = Record<ExtractedField | 'times', string> & { isChosen: boolean }

export type ReviewErrors = Partial<Record<ExtractedField | 'times', string>>

/** The most times a day that a plan takes. */
const MAX_TIMES = 24

/** As it was read; times are offered, not set (READINGS, scans). Every one is chosen (specification, section 2). */
export const openingValues = ({
  name,
  dosage,
  frequency,
  instructions,
}: ExtractedMedication): ReviewValues => ({
  name,
  dosage,
  frequency,
  instructions,
  times: '',
  isChosen: true,
})

/** Whether a field still holds what was only guessed. */
export const isGuess = (found: ExtractedMedication, values: ReviewValues, field: ExtractedField): boolean =>
  found.sources[field]?.confidence === 'guess' && values[field] === found[field]

/** What is left to look at, in words, for the line under the name. */
export function leftWords(found: ExtractedMedication, values: ReviewValues): string {
  const guesses = EXTRACTED_FIELDS.filter((field) => isGuess(found, values, field)).length + found.asks.length
  const missing = values.name.trim() === '' ? 1 : 0
  if (guesses + missing === 0) return 'Everything was read clearly'
  const parts = [
    ...(guesses > 0 ? [`${things(guesses)} to check`] : []),
    ...(missing > 0 ? [`${things(missing)} to fill in`] : []),
  ]
  return parts.join(', ')
}

const things = (count: number): string => (count === 1 ? '1 thing' : `${count} things`)

/** The medication that the person has already and this would be skipped for; undefined when there is none. */
export const knownOf = <M extends Pick<Medication, 'name' | 'dosage'> & { isActive: boolean }>(
  values: ReviewValues,
  medications: readonly M[],
): M | undefined => medications.find((one) => one.isActive && isSameMedicine(one, values))

/**
 * A medication as the person reviewed it, or what is wrong with which field.
 * @param needsTimes whether it must have times, unless the label says that it is taken only when needed
 */
export function readReview(
  found: ExtractedMedication,
  values: ReviewValues,
  { needsTimes }: { needsTimes: boolean },
): Result<ReviewedMedication, ReviewErrors> {
  const name = values.name.trim()
  const parsed = parseReminderTimes(values.times)
  const times = parsed.ok
    ? timesError(parsed.times.length, needsTimes && found.schedule.kind !== 'as-needed')
    : null
  const errors: ReviewErrors = {
    ...(name === '' ? { name: 'Medication name is required' } : {}),
    ...(parsed.ok ? {} : { times: `“${parsed.entry}” is not a time. Write it like 8:00 or 2:30 pm.` }),
    ...(times === null ? {} : { times }),
  }
  if (!parsed.ok || Object.keys(errors).length > 0) return fail(errors)
  return ok({
    name,
    dosage: values.dosage.trim(),
    frequency: values.frequency.trim(),
    instructions: values.instructions.trim(),
    reminderTimes: parsed.times,
    schedule: scheduleFor(found.schedule, parsed.times.length > 0),
    startDate: null,
    endDate: null,
  })
}

function timesError(count: number, isRequired: boolean): string | null {
  if (count === 0 && isRequired) return 'At least one reminder time is required'
  return count > MAX_TIMES ? `Use at most ${MAX_TIMES} times a day.` : null
}

/** Whoever sets times wants to be reminded, also of what the label says is taken only when needed. */
const scheduleFor = (schedule: Schedule, hasTimes: boolean): Schedule =>
  schedule.kind === 'as-needed' && hasTimes ? { kind: 'daily' } : schedule
