import type { HeardAppointment, ReadAppointment } from '@dosewell/reading/appointment'
import * as z from 'zod/mini'
import type { AppointmentChanges, AppointmentInput } from '#domain/commands/appointment-effects.ts'
import { t } from '#domain/language/translate.ts'
import { isLocalTime, isRecordDate } from '#domain/lib/local-time.ts'
import { recordDatesText } from '#domain/lib/record-dates.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import type { AppointmentTexts, RemindBefore } from '#domain/records/appointment.ts'
import { appointmentTexts } from '#domain/records/appointment-schema.ts'
import { formDrafts } from '#src/session/form-drafts.ts'
import { heardFrom, heardSchema } from '#src/session/heard.ts'
import type { FieldSentences } from '#src/session/use-kept-form.ts'

/**
 * The content of the fields as typed, which is also what a draft stores. Date and time are as their fields write them,
 * or empty.
 */
export const appointmentValuesSchema = z.strictObject({
  doctorName: z.string(),
  specialty: z.string(),
  appointmentDate: z.string(),
  appointmentTime: z.string(),
  location: z.string(),
  notes: z.string(),
  phoneNumber: z.string(),
  /** Whether to remind that long before the appointment. */
  twoHoursBefore: z.boolean(),
  dayBefore: z.boolean(),
  /** What the form was filled from by dictation or a card. */
  heard: z.nullable(heardSchema),
})
export type AppointmentValues = z.infer<typeof appointmentValuesSchema>

export const appointmentDrafts = formDrafts('appointment-draft', appointmentValuesSchema)

export const EMPTY_VALUES: AppointmentValues = {
  doctorName: '',
  specialty: '',
  appointmentDate: '',
  appointmentTime: '',
  location: '',
  notes: '',
  phoneNumber: '',
  twoHoursBefore: false,
  dayBefore: false,
  heard: null,
}

/** Returns the fields of an appointment, or of what was typed for one. */
export const valuesOf = (source: AppointmentInput): AppointmentValues => ({
  doctorName: source.doctorName,
  specialty: source.specialty,
  appointmentDate: source.appointmentDate,
  appointmentTime: source.appointmentTime,
  location: source.location,
  notes: source.notes,
  phoneNumber: source.phoneNumber,
  ...reminderValues(source.remindBefore),
  heard: null,
})

const reminderValues = (
  remindBefore: readonly RemindBefore[],
): Pick<AppointmentValues, 'twoHoursBefore' | 'dayBefore'> => ({
  twoHoursBefore: remindBefore.includes(120),
  dayBefore: remindBefore.includes(1440),
})

/** Shortest first, as in records. */
const remindersOf = ({ twoHoursBefore, dayBefore }: AppointmentValues): RemindBefore[] => [
  ...(twoHoursBefore ? [120 as const] : []),
  ...(dayBefore ? [1440 as const] : []),
]

/** Returns the same with an edit applied that was not accepted. */
export const valuesWith = (
  source: AppointmentValues,
  { when, remindBefore, ...texts }: AppointmentChanges,
): AppointmentValues => ({
  ...source,
  ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined)),
  ...when,
  ...(remindBefore ? reminderValues(remindBefore) : {}),
})

/** Specification, section 3. */
export const voiceParsed = () => ({
  title: t('Voice input parsed'),
  description: t('Please review and confirm the appointment details'),
})

/**
 * Returns the fields as dictation fills them: what was not said stays empty, guesses are marked, and what no field
 * holds becomes a question.
 */
export function valuesOfWords(words: string, { read, asks }: HeardAppointment): AppointmentValues {
  const said = (Object.keys(read) as (keyof ReadAppointment)[]).map((field) => ({
    field,
    value: read[field]?.value ?? '',
    facts: read[field] ? [read[field]] : [],
  }))
  return {
    ...EMPTY_VALUES,
    ...Object.fromEntries(said.map(({ field, value }) => [field, value])),
    heard: heardFrom(words, asks, said),
  }
}

const TEXTS = ['doctorName', 'specialty', 'location', 'notes', 'phoneNumber'] as const

const MOST = { doctorName: 200, specialty: 200, location: 500, notes: 2000, phoneNumber: 50 } as const

const textsOf = (values: AppointmentValues): AppointmentTexts => ({
  doctorName: values.doctorName.trim(),
  specialty: values.specialty.trim(),
  location: values.location.trim(),
  notes: values.notes.trim(),
  phoneNumber: values.phoneNumber.trim(),
})

/** Returns everything to be saved, or what is wrong with which field (specification, section 5). */
export function readValues(values: AppointmentValues): Result<AppointmentInput, FieldSentences<AppointmentValues>> {
  const { appointmentDate, appointmentTime } = values
  const errors = textErrors(values)
  if (appointmentDate === '') errors.appointmentDate = t('Appointment date is required')
  else if (!isRecordDate(appointmentDate)) errors.appointmentDate = recordDatesText()
  if (!isLocalTime(appointmentTime)) errors.appointmentTime = t('Appointment time is required')
  if (!isRecordDate(appointmentDate) || !isLocalTime(appointmentTime) || Object.keys(errors).length > 0)
    return fail(errors)
  return ok({
    ...textsOf(values),
    appointmentDate,
    appointmentTime,
    remindBefore: remindersOf(values),
  })
}

function textErrors(values: AppointmentValues): FieldSentences<AppointmentValues> {
  const errors: FieldSentences<AppointmentValues> = {}
  for (const field of TEXTS) {
    if (appointmentTexts[field].safeParse(values[field]).success) continue
    if (values[field].trim() === '') errors[field] = t('Doctor name is required')
    else
      errors[field] = t(
        'This text is too long or holds a character that can’t be saved. Use at most {most} characters.',
        { most: MOST[field] },
      )
  }
  return errors
}

/**
 * Returns what an edit changes: each text that differs, date and time as one unit if either does, and likewise the
 * reminders (docs/sync-spec.md, S5).
 */
export function changesOf(base: AppointmentValues, next: AppointmentInput): AppointmentChanges {
  const changes: AppointmentChanges = {}
  const before = textsOf(base)
  for (const field of TEXTS) if (before[field] !== next[field]) changes[field] = next[field]
  const { appointmentDate, appointmentTime } = next
  if (base.appointmentDate !== appointmentDate || base.appointmentTime !== appointmentTime)
    changes.when = { appointmentDate, appointmentTime }
  if (`${remindersOf(base)}` !== `${next.remindBefore}`) changes.remindBefore = next.remindBefore
  return changes
}

export const sameValues = (a: AppointmentValues, b: AppointmentValues): boolean =>
  (Object.keys(EMPTY_VALUES) as (keyof AppointmentValues)[]).every((field) => a[field] === b[field])

/** Returns the form's field for the one an answer or a rule blames. */
export const fieldOf = (blamed: string): keyof AppointmentValues => {
  const [field = ''] = blamed.split('.')
  return field in EMPTY_VALUES && field !== 'heard' ? (field as keyof AppointmentValues) : 'doctorName'
}
