import { formatTime12 } from '#domain/lib/local-time.ts'
import type { ReadMedication } from '#domain/understanding/medications.ts'
import { type FilledField, heardFrom } from '#src/session/heard.ts'
import { EMPTY_VALUES, type MedicationValues } from './form-values.ts'

/** The form as dictation fills it: what was not said stays empty, what was guessed is marked. */
export function dictatedValues(words: string, read: ReadMedication): MedicationValues {
  const schedule = read.schedule?.value
  const values: MedicationValues = {
    ...EMPTY_VALUES,
    name: read.name?.value ?? '',
    dosage: read.dosage?.value ?? '',
    frequency: read.frequency?.value ?? '',
    ...(schedule ? { kind: schedule.kind } : {}),
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
    { field: 'kind', value: values.kind, facts: read.schedule ? [read.schedule] : [] },
  ]
}
