import * as z from 'zod/mini'
import type { MedicationId } from '#domain/lib/ids.ts'
import { isLocalDate, isLocalTime, isRecordDate, type LocalDate, type LocalDateTime } from '#domain/lib/local-time.ts'
import { storedPausesSchema } from '#domain/schedule/pauses-schema.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import { type AfterTaken, type EveryHours, hasReminderTimes, type Schedule } from '#domain/schedule/schedule.ts'
import { parseReminderTimes, timesAsTyped } from '#domain/schedule/typed-times.ts'
import { amountsOfValues, amountValuesOf, amountValuesShape, EMPTY_AMOUNTS } from './amount-values.ts'
import { stepOfValues, stepValuesOf, stepValuesSchema } from './step-values.ts'
import { gapOf, halfHours, minutesOf, wholeNumber } from './typed-numbers.ts'

/** The fields of the plan as typed. Those with a default are missing from drafts of an earlier version. */
export const planValuesShape = {
  /** Empty if dictation named days that no schedule can express: the user chooses. */
  kind: z.enum([
    '',
    'daily',
    'weekdays',
    'interval',
    'cycle',
    'monthly',
    'hours',
    'after-taken',
    'after-dose',
    'phases',
    'as-needed',
  ]),
  days: z.array(z.int().check(z.minimum(1), z.maximum(7))),
  everyDays: z.int().check(z.minimum(2), z.maximum(365)),
  daysOn: z.string(),
  daysOff: z.string(),
  daysOfMonth: z._default(z.array(z.int().check(z.minimum(-1), z.maximum(31))), []),
  everyHours: z._default(z.string(), '8'),
  /** A local date and time, or empty. */
  firstDose: z._default(z.string(), ''),
  /** How long after the last dose, in this unit. */
  afterLast: z._default(z.string(), '8'),
  afterUnit: z._default(z.enum(['hours', 'days']), 'hours'),
  /** The medication that it follows, or empty. */
  followed: z._default(z.string(), ''),
  minutesAfter: z._default(z.string(), '30'),
  hasWindow: z._default(z.boolean(), false),
  windowFrom: z._default(z.string(), '08:00'),
  windowTo: z._default(z.string(), '20:00'),
  steps: z._default(z.array(stepValuesSchema), []),
  reminderTimes: z.string(),
  ...amountValuesShape,
  pauses: z._default(storedPausesSchema, []),
  startDate: z.string(),
  endDate: z.string(),
  isOngoing: z.boolean(),
} as const

const planValuesSchema = z.strictObject(planValuesShape)
export type PlanValues = z.infer<typeof planValuesSchema>

/** Form defaults: empty strings, isOngoing false (specification, section 3). */
export const EMPTY_PLAN: PlanValues = {
  kind: 'daily',
  days: [],
  everyDays: 2,
  daysOn: '21',
  daysOff: '7',
  daysOfMonth: [],
  everyHours: '8',
  firstDose: '',
  afterLast: '8',
  afterUnit: 'hours',
  followed: '',
  minutesAfter: '30',
  hasWindow: false,
  windowFrom: '08:00',
  windowTo: '20:00',
  steps: [],
  reminderTimes: '',
  ...EMPTY_AMOUNTS,
  pauses: [],
  startDate: '',
  endDate: '',
  isOngoing: false,
}

/** What a plan that counts from a day needs besides the fields. */
export interface PlanContext {
  /** Today in the plan zone. */
  today: LocalDate
  /** The plan being edited: it keeps its anchors as long as neither its kind nor its start date changes. */
  kept: Pick<Plan, 'schedule' | 'startDate' | 'amounts'> | null
}

/** Returns the fields of a plan. */
export function planValuesOf(plan: Plan): PlanValues {
  const { schedule } = plan
  return {
    ...EMPTY_PLAN,
    kind: schedule.kind,
    ...(schedule.kind === 'weekdays' ? { days: schedule.days } : {}),
    ...(schedule.kind === 'interval' ? { everyDays: schedule.everyDays } : {}),
    ...(schedule.kind === 'cycle' ? { daysOn: String(schedule.daysOn), daysOff: String(schedule.daysOff) } : {}),
    ...(schedule.kind === 'monthly' ? { daysOfMonth: schedule.daysOfMonth } : {}),
    ...(schedule.kind === 'hours' ? hourValuesOf(schedule) : {}),
    ...(schedule.kind === 'after-taken' ? afterTakenValuesOf(schedule) : {}),
    ...(schedule.kind === 'after-dose'
      ? { followed: schedule.medicationId, minutesAfter: String(schedule.minutes) }
      : {}),
    ...(schedule.kind === 'phases' ? { steps: schedule.steps.map(stepValuesOf) } : {}),
    reminderTimes: timesAsTyped(plan.reminderTimes),
    ...amountValuesOf(plan.amounts),
    pauses: plan.pauses ?? [],
    startDate: plan.startDate ?? '',
    endDate: plan.endDate ?? '',
    isOngoing: plan.endDate === null,
  }
}

const hourValuesOf = ({ everyHours, anchor, window }: EveryHours) => ({
  everyHours: String(everyHours),
  firstDose: anchor,
  hasWindow: window !== null,
  ...(window && { windowFrom: window.from, windowTo: window.to }),
})

const afterTakenValuesOf = ({ every, first }: AfterTaken) => ({
  afterLast: String(every.days ?? every.hours),
  afterUnit: every.days === undefined ? ('hours' as const) : ('days' as const),
  firstDose: first,
})

/**
 * Returns the plan as far as the fields define one: unreadable times and amounts count as none. Null while its schedule
 * is incomplete.
 */
export function planOfValues(values: PlanValues, context: PlanContext): Plan | null {
  const schedule = scheduleOf(values, context)
  if (!schedule) return null
  const parsed = hasReminderTimes(schedule) ? parseReminderTimes(values.reminderTimes) : null
  const reminderTimes = parsed?.ok ? parsed.times : []
  // Beside steps, these fields are out of sight: nothing in them counts, and what the plan had there stays.
  const beside = context.kept?.schedule.kind === 'phases' ? context.kept.amounts : undefined
  const amounts =
    schedule.kind === 'phases'
      ? beside
      : amountsOfValues(values, { schedule, reminderTimes }, anchorOf(values, context, 'amounts'))
  return {
    schedule,
    reminderTimes,
    startDate: dateOf(values.startDate),
    endDate: endDateOf(values),
    ...(amounts && { amounts }),
    ...(values.pauses.length > 0 && { pauses: values.pauses }),
  }
}

function scheduleOf(values: PlanValues, context: PlanContext): Schedule | null {
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
      const daysOn = wholeNumber(values.daysOn)
      const daysOff = wholeNumber(values.daysOff)
      if (daysOn === null || daysOff === null) return null
      return { kind: 'cycle', daysOn, daysOff, anchorDate: anchorOf(values, context) }
    }
    case 'monthly':
      return values.daysOfMonth.length === 0 ? null : { kind: 'monthly', daysOfMonth: values.daysOfMonth }
    case 'hours':
      return hoursOf(values, anchorOf(values, context))
    case 'after-taken':
      return afterTakenOf(values)
    case 'after-dose':
      return afterDoseOf(values)
    case 'phases': {
      const steps = values.steps.map(stepOfValues)
      return steps.length > 0 && steps.every((step) => step !== null) ? { kind: 'phases', steps } : null
    }
  }
}

function afterTakenOf(values: PlanValues): Schedule | null {
  const [every, first] = [gapOf(values), firstDoseOf(values)]
  return every && first && { kind: 'after-taken', every, first }
}

function afterDoseOf(values: PlanValues): Schedule | null {
  const { followed } = values
  const minutes = minutesOf(values)
  return followed === '' || minutes === null
    ? null
    : { kind: 'after-dose', medicationId: followed as MedicationId, minutes }
}

function firstDoseOf({ firstDose }: PlanValues): LocalDateTime | null {
  const [date = '', time = ''] = firstDose.split('T')
  return isRecordDate(date) && isLocalTime(time) ? (`${date}T${time}` as LocalDateTime) : null
}

function hoursOf(values: PlanValues, anchorDate: LocalDate): Schedule | null {
  const everyHours = halfHours(values.everyHours)
  if (everyHours === null) return null
  if (!values.hasWindow) {
    const anchor = firstDoseOf(values)
    return anchor && { kind: 'hours', everyHours, anchor, window: null }
  }
  const { windowFrom: from, windowTo: to } = values
  if (!isLocalTime(from) || !isLocalTime(to) || from >= to) return null
  // A window begins each day anew: the anchor says nothing more, so it stays what it was.
  const anchor = firstDoseOf(values) ?? (`${anchorDate}T${from}` as LocalDateTime)
  return { kind: 'hours', everyHours, anchor, window: { from, to } }
}

/**
 * Returns the day counting begins on: the start date, else today. An edit that changes neither kind nor start must not
 * shift the days.
 */
function anchorOf(
  values: PlanValues,
  { today, kept }: PlanContext,
  of: 'schedule' | 'amounts' = 'schedule',
): LocalDate {
  const startDate = dateOf(values.startDate)
  if (kept?.startDate === startDate) {
    if (of === 'amounts' && kept.amounts?.byDay) return kept.amounts.byDay.anchorDate
    if (of === 'schedule' && 'anchorDate' in kept.schedule && kept.schedule.kind === values.kind)
      return kept.schedule.anchorDate
  }
  return startDate ?? today
}

const dateOf = (text: string): LocalDate | null => (isLocalDate(text) ? text : null)
/** endDate is null if ongoing or empty (specification, section 5). */
const endDateOf = (values: PlanValues): LocalDate | null => (values.isOngoing ? null : dateOf(values.endDate))
