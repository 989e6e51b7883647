import * as z from 'zod/mini'
import type { MedicationChanges, MedicationDetails, MedicationTexts } from '#domain/commands/medication-effects.ts'
import { formatTime12, isLocalDate, type LocalDate, type LocalTime } from '#domain/lib/local-time.ts'
import { barcodesSchema, type Medication, type Plan } from '#domain/records/medication.ts'
import { parseReminderTimes } from '#domain/schedule/reminder-times.ts'
import type { Schedule } from '#domain/schedule/schedule.ts'
import { heardSchema } from '#src/session/heard.ts'

/** The content of the fields as typed, which is also what a draft stores. Dates are `YYYY-MM-DD` or empty. */
export const medicationValuesSchema = z.strictObject({
  name: z.string(),
  dosage: z.string(),
  frequency: z.string(),
  /** Empty if dictation named days that no schedule can express: the user chooses. */
  kind: z.enum(['', 'daily', 'weekdays', 'interval', 'cycle', 'monthly', 'hours', 'phases', 'as-needed']),
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

/** Returns the number of days in a field, from 1 to 365; null if it holds none. */
export const wholeDays = (text: string): number | null => {
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
    case 'monthly':
    case 'hours':
    case 'phases':
      return context.kept?.schedule.kind === values.kind ? context.kept.schedule : null
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

export const TEXTS = ['name', 'dosage', 'frequency', 'instructions'] as const

export const textsOf = (values: MedicationValues): MedicationTexts => ({
  name: values.name.trim(),
  dosage: values.dosage.trim(),
  frequency: values.frequency.trim(),
  instructions: values.instructions.trim(),
})

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
