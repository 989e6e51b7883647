import type { Amount } from '../../lib/amount.ts'
import { formatTime12, type LocalTime } from '../../lib/local-time.ts'
import { listed } from '../../lib/text.ts'
import type { Medication } from '../../records/medication.ts'
import type { DoseAmounts } from '../../schedule/amounts.ts'
import { doseAmountText } from '../../schedule/amounts.ts'
import { amountsText } from '../../schedule/amounts-text.ts'
import { daysText, type NamedMedicine } from '../../schedule/days-text.ts'
import { wallTimes } from '../../schedule/every-hours.ts'
import { limitsText } from '../../schedule/limits-text.ts'
import type { DaySchedule, Schedule, Step } from '../../schedule/schedule.ts'
import { days, quantityOf } from './quantity.ts'
import { type Dosage, given, type Repeat, textOrNull } from './shapes.ts'

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** The parts of a plan that one dosage instruction says. */
type Part = Pick<Medication, 'schedule' | 'reminderTimes' | 'amounts'>

/**
 * Returns how a medication is taken: one instruction, or one for each step of a taper and for each amount where times
 * differ. What FHIR's timing cannot say (cycles, days of a month, what follows another dose) stands in `text` alone.
 * @param others where the name of a medication that is followed is found
 */
export function dosagesOf(medication: Medication, others: readonly NamedMedicine[]): Dosage[] {
  const { schedule } = medication
  const shared = { ...sharedOf(medication), ...limitOf(medication) }
  if (schedule.kind !== 'phases') return partsOf(medication, others).map((part) => ({ ...part, ...shared }))
  const steps = schedule.steps.flatMap((step) => {
    const counted = { ...step, amounts: step.amounts ?? medication.amounts }
    return partsOf(counted, others).map((part) => withDays(part, step))
  })
  return steps.map((part, index) => ({ sequence: index + 1, ...part, ...shared }))
}

function sharedOf({ instructions }: Pick<Medication, 'instructions'>): Pick<Dosage, 'patientInstruction'> {
  const patientInstruction = textOrNull(instructions)
  return patientInstruction === null ? {} : { patientInstruction }
}

function limitOf({ limits, amounts }: Pick<Medication, 'limits' | 'amounts'>): Pick<Dosage, 'maxDosePerPeriod'> {
  if (!limits?.maxIn24h) return {}
  return { maxDosePerPeriod: { numerator: quantityOf(limits.maxIn24h, amounts?.unit ?? 'dose'), denominator: days(1) } }
}

function withDays(part: Dosage, { days: count }: Step): Dosage {
  if (count === null || !part.timing) return part
  // One of both: how long a step lasts says more than where an interval is counted from.
  const { boundsPeriod: _, ...repeat } = part.timing.repeat
  return { ...part, timing: { repeat: { boundsDuration: days(count), ...repeat } } }
}

/** One instruction for each amount of the day. */
function partsOf(part: Part, others: readonly NamedMedicine[]): Dosage[] {
  const { amounts, schedule } = part
  if (!amounts?.byTime) return [instruction(part, others, amounts && !amounts.byDay ? amounts.each : null)]
  const byAmount = Map.groupBy(wallTimes(part), (time) => amounts.byTime?.[time] ?? amounts.each)
  return [...byAmount].map(([amount, times]) =>
    instruction({ schedule, reminderTimes: times, amounts: only(amounts, amount) }, others, amount),
  )
}

const only = ({ unit }: DoseAmounts, each: Amount): DoseAmounts => ({ unit, each })

function instruction(part: Part, others: readonly NamedMedicine[], amount: Amount | null): Dosage {
  const { schedule, amounts } = part
  const repeat = repeatOf(part)
  const quantity = amount !== null && amounts ? [{ doseQuantity: quantityOf(amount, amounts.unit) }] : []
  return given({
    text: textOf(part, others),
    timing: repeat && { repeat },
    asNeededBoolean: schedule.kind === 'as-needed' ? true : undefined,
    doseAndRate: quantity,
  }) as Dosage
}

function textOf({ schedule, reminderTimes, amounts }: Part, others: readonly NamedMedicine[]): string {
  const amount = amounts ? (amounts.byTime ? doseAmountText(amounts.each, amounts.unit) : amountsText(amounts)) : ''
  const times = reminderTimes.length > 0 ? `at ${listed(reminderTimes.map(formatTime12))}` : ''
  return [amount, daysOf(schedule, others), times].filter((text) => text !== '').join(', ')
}

function daysOf(schedule: Schedule, others: readonly NamedMedicine[]): string {
  if (schedule.kind === 'daily') return 'every day'
  if (schedule.kind === 'as-needed') return 'only when needed'
  return daysText(schedule, others) ?? ''
}

/** Returns what FHIR's `Timing.repeat` can say of it exactly; null where it would say something else. */
function repeatOf(part: Part): Repeat | null {
  const { schedule, reminderTimes } = part
  switch (schedule.kind) {
    case 'daily':
      return everyDays(1, reminderTimes)
    case 'interval':
      return { boundsPeriod: { start: schedule.anchorDate }, ...everyDays(schedule.everyDays, reminderTimes) }
    case 'weekdays':
      return given({ dayOfWeek: weekdaysOf(schedule), timeOfDay: reminderTimes.map(clock) })
    case 'hours':
      if (schedule.window) return everyDays(1, reminderTimes.length > 0 ? reminderTimes : wallTimes(part))
      return { frequency: 1, period: schedule.everyHours, periodUnit: 'h' }
    default:
      return null
  }
}

const weekdaysOf = ({ days: isoDays }: Extract<DaySchedule, { kind: 'weekdays' }>): string[] =>
  isoDays.map((day) => WEEKDAYS[day - 1] as string)

const everyDays = (period: number, times: readonly LocalTime[]): Repeat =>
  given({
    frequency: times.length || undefined,
    period,
    periodUnit: 'd' as const,
    timeOfDay: times.map(clock),
  }) as Repeat

const clock = (time: LocalTime): string => `${time}:00`

/** Returns what the label limits, as a sentence; empty if nothing. */
export const limitSentence = ({ limits, amounts }: Pick<Medication, 'limits' | 'amounts'>): string =>
  limits ? listed(limitsText(limits, amounts?.unit ?? null)) : ''
