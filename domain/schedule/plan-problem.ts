import { type Message, msg } from '../language/message.ts'
import { t } from '../language/translate.ts'
import type { LocalTime } from '../lib/local-time.ts'
import type { DoseAmounts } from './amounts.ts'
import { wallTimes } from './every-hours.ts'
import type { Plan } from './plan.ts'
import { hasReminderTimes, type Phases, type Schedule } from './schedule.ts'

export interface PlanProblem {
  field: keyof Plan
  error: string
}

/**
 * Returns why a plan makes no sense, with the field at fault; null if it does. `mayLackTimes`: it came from a scan
 * (readings, scans).
 */
export function planProblem(plan: Plan, { mayLackTimes = false } = {}): PlanProblem | null {
  const times = timesProblem(plan.schedule, plan.reminderTimes, mayLackTimes)
  if (times !== null) return { field: 'reminderTimes', error: times }
  if (plan.startDate !== null && plan.endDate !== null && plan.endDate < plan.startDate) {
    return { field: 'endDate', error: t('The end date must not be before the start date') }
  }
  if (plan.schedule.kind === 'phases') return phasesProblem(plan.schedule, plan)
  const error = amountsProblem(plan.amounts, plan)
  return error === null ? null : { field: 'amounts', error }
}

/** Why a kind has no reminder times beside it. */
const HAS_NONE: Partial<Record<Schedule['kind'], Message>> = {
  'as-needed': msg('A medication taken only when needed has no reminder times'),
  hours: msg('A medication taken every few hours has no reminder times: they follow from the hours'),
  'after-taken': msg(
    'A medication that counts from the last dose has no reminder times: they follow from what was taken',
  ),
  'after-dose': msg('A medication that follows another one has no reminder times: they follow from what was taken'),
  phases: msg('A plan in steps has no reminder times of its own: each step has its own'),
}

function timesProblem(schedule: Schedule, reminderTimes: readonly LocalTime[], mayLackTimes: boolean): string | null {
  if (!hasReminderTimes(schedule)) {
    const problem = HAS_NONE[schedule.kind]
    return problem && reminderTimes.length > 0 ? t(problem) : null
  }
  return reminderTimes.length === 0 && !mayLackTimes ? t('At least one reminder time is required') : null
}

/** Amounts by time name times that the plan has; elapsed hours have none that could be named (additions, 1.2). */
function amountsProblem(
  amounts: DoseAmounts | undefined,
  plan: Pick<Plan, 'schedule' | 'reminderTimes'>,
): string | null {
  const named = Object.keys(amounts?.byTime ?? {})
  const times: readonly string[] = wallTimes(plan)
  const other = named.find((time) => !times.includes(time))
  return other === undefined ? null : t('The plan has no dose at {time}, but an amount for it', { time: other })
}

function phasesProblem({ steps }: Phases, { startDate, amounts: ofPlan }: Plan): PlanProblem | null {
  if (startDate === null) return { field: 'startDate', error: t('A plan in steps needs a start date') }
  const units = new Set<string>()
  for (const [index, { schedule, reminderTimes, amounts = ofPlan }] of steps.entries()) {
    const error = timesProblem(schedule, reminderTimes, false) ?? amountsProblem(amounts, { schedule, reminderTimes })
    if (error !== null)
      return { field: 'schedule', error: t('Step {number}: {problem}', { number: index + 1, problem: error }) }
    if (amounts) units.add(amounts.unit)
  }
  return units.size > 1 ? { field: 'amounts', error: t('All steps must be counted in the same unit') } : null
}
