import * as z from 'zod/mini'
import type { MedicationChanges, MedicationDetails, MedicationTexts } from '#domain/commands/medication-effects.ts'
import {
  formatTime12,
  isLocalDate,
  isRecordDate,
  type LocalDate,
  type LocalTime,
  RECORD_DATES_LABELS,
} from '#domain/lib/local-time.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import { barcodesSchema, type Medication, medicationTexts, type Plan, planProblem } from '#domain/records/medication.ts'
import { parseReminderTimes } from '#domain/schedule/reminder-times.ts'
import type { Schedule } from '#domain/schedule/schedule.ts'
import { heardSchema } from '#src/session/heard.ts'

/** The content of the fields as typed, which is also what a draft stores. Dates are `YYYY-MM-DD` or empty. */
export const medicationValuesSchema = z.strictObject({
  name: z.string(),
  dosage: z.string(),
  frequency: z.string(),
  /** Empty if dictation named days that no schedule can express: the user chooses. */
  kind: z.enum(['', 'daily', 'weekdays', 'interval', 'cycle', 'as-needed']),
  days: z.array(z.int().check(z.minimum(1), z.maximum(7))),
  everyDays: z.int().check(z.minimum(2), z.maximum(365)),
  daysOn: z.string(),
  daysOff: z.string(),
  reminderTimes: z.string(),
  instructions: z.string(),
  /** Missing from drafts of an earlier version. */
  important: z._default(z.boolean(), false),
  barcodes: z._default(barcodesSchema, []),
  startDate: z.string(),
  endDate: z.string(),
  isOngoing: z.boolean(),
  /** What the form was filled from by dictation. Missing from drafts of an earlier version. */
  heard: z._default(z.nullable(heardSchema), null),
})
export type MedicationValues = z.infer<typeof medicationValuesSchema>

/** Form defaults: empty strings, isOngoing false (specification, section 3). */
export const EMPTY_VALUES: MedicationValues = {
  name: '',
  dosage: '',
  frequency: '',
  kind: 'daily',
  days: [],
  everyDays: 2,
  daysOn: '21',
  daysOff: '7',
  reminderTimes: '',
  instructions: '',
  important: false,
  barcodes: [],
  startDate: '',
  endDate: '',
  isOngoing: false,
  heard: null,
}

export type FieldErrors = Partial<Record<keyof MedicationValues, string>>

/** What a schedule that counts from a day needs besides the fields. */
export interface PlanContext {
  /** Today in the plan zone. */
  today: LocalDate
  /** The plan being edited: it keeps its anchor as long as neither its kind nor its start date changes. */
  kept: Pick<Plan, 'schedule' | 'startDate'> | null
}

/** Returns the fields of a medication, or of what was typed for one. */
export function valuesOf(
  source: MedicationTexts & Plan & Pick<Medication, 'important' | 'barcodes'>,
): MedicationValues {
  const { schedule } = source
  return {
    ...EMPTY_VALUES,
    name: source.name,
    dosage: source.dosage,
    frequency: source.frequency,
    kind: schedule.kind,
    ...(schedule.kind === 'weekdays' ? { days: schedule.days } : {}),
    ...(schedule.kind === 'interval' ? { everyDays: schedule.everyDays } : {}),
    ...(schedule.kind === 'cycle' ? { daysOn: String(schedule.daysOn), daysOff: String(schedule.daysOff) } : {}),
    reminderTimes: source.reminderTimes.map(formatTime12).join(', '),
    instructions: source.instructions,
    important: source.important ?? false,
    barcodes: source.barcodes ?? [],
    startDate: source.startDate ?? '',
    endDate: source.endDate ?? '',
    isOngoing: source.endDate === null,
  }
}

/** Returns the fields of a new medication from an ended one, without dates ("Start again", docs/records.md). */
export const valuesOfAgain = (medication: Medication): MedicationValues => ({
  ...valuesOf(medication),
  startDate: '',
  endDate: '',
  isOngoing: true,
})

const MAX_TIMES = 24
const wholeDays = (text: string): number | null => {
  const days = /^\s*\d{1,3}\s*$/.test(text) ? Number(text) : 0
  return days >= 1 && days <= 365 ? days : null
}

/**
 * Returns the plan as far as the fields define one: unreadable times count as none. Null while the days of its schedule
 * are incomplete.
 */
export function planOfValues(values: MedicationValues, context: PlanContext): Plan | null {
  const schedule = scheduleOf(values, context)
  if (!schedule) return null
  const parsed = values.kind === 'as-needed' ? null : parseReminderTimes(values.reminderTimes)
  const reminderTimes: LocalTime[] = parsed?.ok ? parsed.times : []
  return { schedule, reminderTimes, startDate: dateOf(values.startDate), endDate: endDateOf(values) }
}

function scheduleOf(values: MedicationValues, context: PlanContext): Schedule | null {
  switch (values.kind) {
    case '':
      return null
    case 'daily':
    case 'as-needed':
      return { kind: values.kind }
    case 'weekdays':
      return values.days.length === 0 ? null : { kind: 'weekdays', days: values.days }
    case 'interval':
      return { kind: 'interval', everyDays: values.everyDays, anchorDate: anchorOf(values, context) }
    case 'cycle': {
      const daysOn = wholeDays(values.daysOn)
      const daysOff = wholeDays(values.daysOff)
      if (daysOn === null || daysOff === null) return null
      return { kind: 'cycle', daysOn, daysOff, anchorDate: anchorOf(values, context) }
    }
  }
}

/**
 * Returns the day counting begins on: the start date, else today. An edit that changes neither kind nor start must not
 * shift the days.
 */
function anchorOf(values: MedicationValues, { today, kept }: PlanContext): LocalDate {
  const startDate = dateOf(values.startDate)
  if (kept && 'anchorDate' in kept.schedule && kept.schedule.kind === values.kind) {
    if (kept.startDate === startDate) return kept.schedule.anchorDate
  }
  return startDate ?? today
}

const dateOf = (text: string): LocalDate | null => (isLocalDate(text) ? text : null)
/** endDate is null if ongoing or empty (specification, section 5). */
const endDateOf = (values: MedicationValues): LocalDate | null => (values.isOngoing ? null : dateOf(values.endDate))

/** Returns everything to be saved, or what is wrong with which field. */
export function readValues(values: MedicationValues, context: PlanContext): Result<MedicationDetails, FieldErrors> {
  const errors: FieldErrors = {
    ...textErrors(values),
    ...scheduleErrors(values),
    ...timeErrors(values),
    ...dateErrors(values),
  }
  const plan = planOfValues(values, context)
  const problem = plan && planProblem(plan)
  if (problem) errors[fieldOf(problem.field)] ??= problem.error
  if (!plan || Object.keys(errors).length > 0) return fail(errors)
  return ok({ ...textsOf(values), important: isImportant(values), barcodes: values.barcodes, ...plan })
}

/** A medication taken only when needed is never due, so it is never important. */
const isImportant = ({ important, kind }: MedicationValues): boolean => important && kind !== 'as-needed'

const TEXTS = ['name', 'dosage', 'frequency', 'instructions'] as const

const textsOf = (values: MedicationValues): MedicationTexts => ({
  name: values.name.trim(),
  dosage: values.dosage.trim(),
  frequency: values.frequency.trim(),
  instructions: values.instructions.trim(),
})

function textErrors(values: MedicationValues): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of TEXTS) {
    if (medicationTexts[field].safeParse(values[field]).success) continue
    if (values[field].trim() === '') errors[field] = 'Medication name is required'
    else errors[field] = `This text is too long or holds a character that can’t be saved. ${MAX_LENGTHS[field]}`
  }
  return errors
}

const MAX_LENGTHS = {
  name: 'Use at most 200 characters.',
  dosage: 'Use at most 200 characters.',
  frequency: 'Use at most 200 characters.',
  instructions: 'Use at most 2000 characters.',
}

function scheduleErrors(values: MedicationValues): FieldErrors {
  if (values.kind === '') return { kind: 'Choose how often it is taken' }
  if (values.kind === 'weekdays' && values.days.length === 0) return { days: 'Choose at least one day' }
  if (values.kind !== 'cycle') return {}
  const error = 'Enter a whole number of days, from 1 to 365'
  return {
    ...(wholeDays(values.daysOn) === null ? { daysOn: error } : {}),
    ...(wholeDays(values.daysOff) === null ? { daysOff: error } : {}),
  }
}

/** Anything that is not a time is quoted before saving (readings, Medications). */
function timeErrors(values: MedicationValues): FieldErrors {
  if (values.kind === 'as-needed') return {}
  const parsed = parseReminderTimes(values.reminderTimes)
  if (!parsed.ok) return { reminderTimes: `“${parsed.entry}” is not a time. Write it like 8:00 or 2:30 pm.` }
  if (parsed.times.length === 0) return { reminderTimes: 'At least one reminder time is required' }
  return parsed.times.length > MAX_TIMES ? { reminderTimes: `Use at most ${MAX_TIMES} times a day.` } : {}
}

/** A browser's date field holds a whole date or nothing; a draft's may hold anything. */
function dateErrors({ startDate, endDate, isOngoing }: MedicationValues): FieldErrors {
  const isRight = (text: string) => text === '' || isRecordDate(text)
  return {
    ...(isRight(startDate) ? {} : { startDate: RECORD_DATES_LABELS }),
    ...(isOngoing || isRight(endDate) ? {} : { endDate: RECORD_DATES_LABELS }),
  }
}

/**
 * Returns what an edit changes: each text that differs, the `important` flag, the barcodes, and the plan as one unit if
 * anything in it differs (docs/sync-spec.md, S5).
 */
export function changesOf(base: MedicationValues, next: MedicationDetails, context: PlanContext): MedicationChanges {
  const changes: MedicationChanges = {}
  const before = textsOf(base)
  for (const field of TEXTS) if (before[field] !== next[field]) changes[field] = next[field]
  if (base.important !== next.important) changes.important = next.important
  const { barcodes = [] } = next
  if (barcodes.join() !== base.barcodes.join()) changes.barcodes = barcodes
  const { schedule, reminderTimes, startDate, endDate } = next
  const plan: Plan = { schedule, reminderTimes, startDate, endDate }
  if (JSON.stringify(plan) !== JSON.stringify(planOfValues(base, context))) changes.plan = plan
  return changes
}

export const sameValues = (a: MedicationValues, b: MedicationValues): boolean =>
  (Object.keys(EMPTY_VALUES) as (keyof MedicationValues)[]).every(
    (field) => JSON.stringify(a[field]) === JSON.stringify(b[field]),
  )

/** Returns the form's field for the one an answer or a rule blames. */
export function fieldOf(blamed: string): keyof MedicationValues {
  const [field = ''] = blamed.split('.')
  if (field === 'schedule') return 'kind'
  return field in EMPTY_VALUES ? (field as keyof MedicationValues) : 'name'
}
