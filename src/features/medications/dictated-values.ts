import type { ReadMedication } from '@dosewell/reading/medication'
import { formatTime12 } from '#domain/lib/local-time.ts'
import { type FilledField, heardFrom } from '#src/session/heard.ts'
import { EMPTY_VALUES, type MedicationValues } from './form-values.ts'

/** Returns the form as filled by dictation: what was not said stays empty, guesses are marked. */
export function dictatedValues(words: string, read: ReadMedication): MedicationValues {
  const schedule = read.schedule?.value
  const values: MedicationValues = {
    ...EMPTY_VALUES,
    name: read.name?.value ?? '',
    dosage: read.dosage?.value ?? '',
    frequency: read.frequency?.value ?? '',
    kind: kindOf(read),
    ...(schedule?.kind === 'weekdays' ? { days: schedule.days } : {}),
    ...(schedule?.kind === 'interval' ? { everyDays: schedule.everyDays } : {}),
    reminderTimes: read.reminderTimes.map(({ value }) => formatTime12(value)).join(', '),
    instructions: read.instructions,
    startDate: read.startDate?.value ?? '',
    endDate: read.endDate?.value ?? '',
    isOngoing: read.isOngoing !== null,
  }
  return { ...values, heard: heardFrom(words, read.asks, filledFrom(values, read)) }
}

/**
 * Returns the kind of schedule. If the words leave the days open, the user chooses them; if nothing at all was said
 * about how often, every day is a guess. A number of times per week asks for weekdays.
 */
function kindOf({ schedule, frequency }: ReadMedication): MedicationValues['kind'] {
  if (schedule) return schedule.value.kind
  if (frequency === null) return EMPTY_VALUES.kind
  return /\bweek$/.test(frequency.value) ? 'weekdays' : ''
}

const TEXTS = ['name', 'dosage', 'frequency', 'startDate', 'endDate'] as const

function filledFrom(values: MedicationValues, read: ReadMedication): FilledField[] {
  const texts = TEXTS.map((field) => ({
    field,
    value: values[field],
    facts: read[field] ? [read[field]] : [],
  }))
  return [
    ...texts,
    { field: 'reminderTimes', value: values.reminderTimes, facts: read.reminderTimes },
    { field: 'kind', value: values.kind, facts: daysFacts(values, read) },
  ]
}

/** If nothing was said, every day is a guess based on no words. */
function daysFacts({ kind }: MedicationValues, { schedule }: ReadMedication): FilledField['facts'] {
  if (schedule) return [schedule]
  return kind === EMPTY_VALUES.kind ? [{ value: kind, words: '', at: 0, confidence: 'guess' }] : []
}
