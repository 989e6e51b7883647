import * as z from 'zod/mini'
import { t } from '#domain/language/translate.ts'
import { amountText, parseAmount } from '#domain/lib/amount.ts'
import { hasReminderTimes, type Step } from '#domain/schedule/schedule.ts'
import { storedStepSchema } from '#domain/schedule/schedule-schema.ts'
import { parseReminderTimes, timesAsTyped } from '#domain/schedule/typed-times.ts'
import { amountError } from '#src/session/amount-rule.ts'
import { unitError } from './amount-values.ts'
import { tooManyTimes, wholeNumber } from './typed-numbers.ts'

/** A step of a taper or titration as typed. */
export const stepValuesSchema = z.strictObject({
  /** Empty in the last step: it goes on. */
  days: z.string(),
  each: z.string(),
  unit: z.string(),
  reminderTimes: z.string(),
  /** What the step was before: what these fields do not show stays as it was. */
  kept: z.nullable(storedStepSchema),
})
export type StepValues = z.infer<typeof stepValuesSchema>

/** Returns a new step behind the others: it takes their unit and times. */
export const nextStep = (before: StepValues | undefined): StepValues => ({
  days: '',
  each: '',
  unit: before?.unit ?? 'tablet',
  reminderTimes: before?.reminderTimes ?? '',
  kept: null,
})

/**
 * Returns the steps with one of them changed. Most tapers keep their times, so the steps behind it that had the same
 * ones follow.
 */
export const withStep = (steps: readonly StepValues[], index: number, changed: StepValues): StepValues[] => {
  const before = steps[index]?.reminderTimes
  const { reminderTimes } = changed
  return steps.map((step, place) => {
    if (place === index) return changed
    return place > index && step.kept === null && step.reminderTimes === before ? { ...step, reminderTimes } : step
  })
}

export const stepValuesOf = (step: Step): StepValues => ({
  days: step.days === null ? '' : String(step.days),
  each: step.amounts ? amountText(step.amounts.each) : '',
  unit: step.amounts?.unit ?? '',
  reminderTimes: timesAsTyped(step.reminderTimes),
  kept: step,
})

/** Returns the step as far as the fields define one; null while it is incomplete. */
export function stepOfValues(values: StepValues): Step | null {
  const { kept } = values
  const schedule = kept?.schedule ?? { kind: 'daily' }
  const days = values.days.trim() === '' ? null : wholeNumber(values.days, 3650)
  const parsed = parseReminderTimes(values.reminderTimes)
  const hasTimes = hasReminderTimes(schedule)
  if (stepError(values, { isLast: true }) !== null || !parsed.ok) return null
  const each = parseAmount(values.each)
  const unit = values.unit.trim()
  const isSame = kept?.amounts && each === kept.amounts.each && unit === kept.amounts.unit
  const amounts = isSame ? kept.amounts : each !== null && unit !== '' ? { unit, each } : undefined
  return { days, schedule, reminderTimes: hasTimes ? parsed.times : [], ...(amounts && { amounts }) }
}

/** Returns what is wrong with a step, or null. */
export function stepError({ days, each, unit, reminderTimes, kept }: StepValues, { isLast }: { isLast: boolean }) {
  const isOpen = days.trim() === ''
  if (isOpen && !isLast) return t('Enter for how many days. Only the last step may go on without an end')
  if (!isOpen && wholeNumber(days, 3650) === null) return t('Enter a whole number of days, from 1 to 3650')
  const problem = each.trim() === '' ? null : (amountError(each) ?? unitError(unit))
  if (problem !== null) return problem
  if (kept && !hasReminderTimes(kept.schedule)) return null
  const parsed = parseReminderTimes(reminderTimes)
  if (!parsed.ok) return t('“{text}” is not a time. Write it like 8:00 or 2:30 pm.', { text: parsed.entry })
  if (parsed.times.length === 0) return t('At least one reminder time is required')
  return tooManyTimes(parsed.times)
}

/** Returns what is wrong with the first faulty step, or null. */
export function stepsError(steps: readonly StepValues[]): string | null {
  if (steps.length === 0) return t('Add at least one step')
  for (const [index, step] of steps.entries()) {
    const error = stepError(step, { isLast: index === steps.length - 1 })
    if (error !== null) return t('Step {number}: {problem}', { number: index + 1, problem: error })
  }
  return null
}
