import type { MedicationDetails } from '#domain/commands/medication-effects.ts'
import { t } from '#domain/language/translate.ts'
import { isLocalTime, isRecordDate } from '#domain/lib/local-time.ts'
import { recordDatesText } from '#domain/lib/record-dates.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import { medicationTexts } from '#domain/records/medication-schema.ts'
import { planProblem } from '#domain/schedule/plan-problem.ts'
import { parseReminderTimes } from '#domain/schedule/typed-times.ts'
import { amountErrors } from './amount-values.ts'
import { type FieldErrors, fieldOf, type MedicationValues, TEXTS, textsOf } from './form-values.ts'
import { leftError } from './left-values.ts'
import { limitErrors, limitsOfValues } from './limit-values.ts'
import { lookOfValues, photoOfValues } from './look-values.ts'
import { noticeErrors, noticesOfValues } from './notice-values.ts'
import { type PlanContext, planOfValues } from './plan-values.ts'
import { stepsError } from './step-values.ts'
import { strengthErrors, strengthOfValues } from './strength-values.ts'
import { gapOf, halfHours, minutesOf, tooManyTimes, wholeNumber } from './typed-numbers.ts'

/** Returns everything to be saved, or what is wrong with which field. */
export function readValues(values: MedicationValues, context: PlanContext): Result<MedicationDetails, FieldErrors> {
  const errors: FieldErrors = {
    ...textErrors(values),
    ...scheduleErrors(values),
    ...timeErrors(values),
    ...(values.kind === 'phases' ? {} : amountErrors(values)),
    ...dateErrors(values),
    ...limitErrors(values),
    ...strengthErrors(values),
    ...(values.kind === 'as-needed' ? {} : noticeErrors(values)),
    ...leftError(values),
  }
  const plan = planOfValues(values, context)
  const problem = plan && planProblem(plan)
  if (problem) errors[fieldOf(problem.field)] ??= problem.error
  if (!plan || Object.keys(errors).length > 0) return fail(errors)
  return ok({
    ...textsOf(values),
    important: isImportant(values),
    barcodes: values.barcodes,
    limits: limitsOfValues(values),
    strength: strengthOfValues(values),
    look: lookOfValues(values),
    photo: photoOfValues(values),
    notices: values.kind === 'as-needed' ? null : noticesOfValues(values),
    ...plan,
  })
}

/** A medication taken only when needed is never due, so it is never important. */
const isImportant = ({ important, kind }: MedicationValues): boolean => important && kind !== 'as-needed'

function textErrors(values: MedicationValues): FieldErrors {
  const errors: FieldErrors = {}
  for (const field of TEXTS) {
    if (medicationTexts[field].safeParse(values[field]).success) continue
    if (values[field].trim() === '') errors[field] = t('Medication name is required')
    else
      errors[field] = t(
        'This text is too long or holds a character that can’t be saved. Use at most {count} characters.',
        { count: MAX_LENGTHS[field] },
      )
  }
  return errors
}

const MAX_LENGTHS = {
  name: 200,
  dosage: 200,
  frequency: 200,
  instructions: 2000,
}

function scheduleErrors(values: MedicationValues): FieldErrors {
  if (values.kind === '') return { kind: t('Choose how often it is taken') }
  if (values.kind === 'weekdays' && values.days.length === 0) return { days: t('Choose at least one day') }
  if (values.kind === 'monthly' && values.daysOfMonth.length === 0) return { daysOfMonth: t('Choose at least one day') }
  if (values.kind === 'hours') return hoursErrors(values)
  if (values.kind === 'after-taken') return afterTakenErrors(values)
  if (values.kind === 'after-dose') return afterDoseErrors(values)
  const steps = values.kind === 'phases' ? stepsError(values.steps) : null
  if (steps !== null) return { steps }
  if (values.kind !== 'cycle') return {}
  const error = t('Enter a whole number of days, from 1 to 365')
  return {
    ...(wholeNumber(values.daysOn) === null ? { daysOn: error } : {}),
    ...(wholeNumber(values.daysOff) === null ? { daysOff: error } : {}),
  }
}

function afterTakenErrors(values: MedicationValues): FieldErrors {
  const rule =
    values.afterUnit === 'hours'
      ? t('Enter hours from 1 to 72, in whole or half hours')
      : t('Enter a whole number of days, from 1 to 365')
  return { ...(gapOf(values) === null ? { afterLast: rule } : {}), ...firstDoseErrors(values) }
}

const afterDoseErrors = (values: MedicationValues): FieldErrors => ({
  ...(values.followed === '' ? { followed: t('Choose the medicine it is taken after') } : {}),
  ...(minutesOf(values) === null ? { minutesAfter: t('Enter whole minutes from 1 to 1440, which is a day') } : {}),
})

function firstDoseErrors({ firstDose }: MedicationValues): FieldErrors {
  const [date = '', time = ''] = firstDose.split('T')
  return isRecordDate(date) && isLocalTime(time) ? {} : { firstDose: t('Enter when the first dose is') }
}

function hoursErrors(values: MedicationValues): FieldErrors {
  const { everyHours, hasWindow, windowFrom, windowTo } = values
  return {
    ...(halfHours(everyHours) === null ? { everyHours: t('Enter hours from 1 to 72, in whole or half hours') } : {}),
    ...(hasWindow ? {} : firstDoseErrors(values)),
    ...(hasWindow && !isLocalTime(windowFrom) ? { windowFrom: t('Enter a time') } : {}),
    ...(hasWindow && !(isLocalTime(windowTo) && windowTo > windowFrom)
      ? { windowTo: t('Enter a time later than the first one') }
      : {}),
  }
}

/** Kinds whose times follow from something else. */
const WITHOUT_TIMES: readonly MedicationValues['kind'][] = ['as-needed', 'hours', 'after-taken', 'after-dose', 'phases']

/** Returns whether times of day are typed for this kind. */
export const hasTypedTimes = (kind: MedicationValues['kind']): boolean => !WITHOUT_TIMES.includes(kind)

/** Anything that is not a time is quoted before saving (readings, Medications). */
function timeErrors(values: MedicationValues): FieldErrors {
  if (!hasTypedTimes(values.kind)) return {}
  const parsed = parseReminderTimes(values.reminderTimes)
  if (!parsed.ok)
    return { reminderTimes: t('“{text}” is not a time. Write it like 8:00 or 2:30 pm.', { text: parsed.entry }) }
  if (parsed.times.length === 0) return { reminderTimes: t('At least one reminder time is required') }
  const error = tooManyTimes(parsed.times)
  return error ? { reminderTimes: error } : {}
}

/** A browser's date field holds a whole date or nothing; a draft's may hold anything. */
function dateErrors({ startDate, endDate, isOngoing }: MedicationValues): FieldErrors {
  const isRight = (text: string) => text === '' || isRecordDate(text)
  return {
    ...(isRight(startDate) ? {} : { startDate: recordDatesText() }),
    ...(isOngoing || isRight(endDate) ? {} : { endDate: recordDatesText() }),
  }
}
