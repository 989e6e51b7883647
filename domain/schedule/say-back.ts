import {
  addDays,
  formatDate,
  formatLongWeekday,
  formatMonthDay,
  formatTime12,
  type LocalDate,
  type LocalTime,
} from '../lib/local-time.ts'
import { listed, uncapitalised } from '../lib/text.ts'
import { localAt } from '../lib/zone.ts'
import type { Medication } from '../records/medication.ts'
import { amountsText } from './amounts-text.ts'
import { daysText, type NamedMedicine } from './days-text.ts'
import { limitsText } from './limits-text.ts'
import { nextDoses } from './next-doses.ts'
import type { Plan } from './plan.ts'
import type { Schedule } from './schedule.ts'
import { isEmpty, lastDateOf } from './timetable.ts'

/**
 * Returns a medication as one plain sentence with its next doses, to be compared with what was said: `Metformin, 500
 * mg, twice, at 8:00 AM and 8:00 PM, from Nov 21, 2026, ongoing; the next doses are tomorrow at 8:00 AM and 8:00 PM.`
 * Limits of the label are part of it: a wrong one is dangerous.
 * @param plan null while its days are incomplete
 * @param now in ms
 * @param zone the plan zone
 * @param others where the name of a medication that is followed is found
 */
export function sayBack(
  { name, dosage, frequency, limits }: Pick<Medication, 'name' | 'dosage' | 'frequency' | 'limits'>,
  plan: Plan | null,
  now: number,
  zone: string,
  others: readonly NamedMedicine[] = [],
): string {
  const parts = [
    name.trim() || 'A medicine without a name yet',
    dosage.trim(),
    plan?.schedule.kind === 'as-needed' && /^as needed$/i.test(frequency.trim()) ? '' : frequency.trim(),
    ...(plan ? planText(plan, { dosage, frequency }, others) : []),
    ...(limits ? limitsText(limits, plan?.amounts?.unit ?? null) : []),
  ].filter((part) => part !== '')
  return `${parts.join(', ')}; ${doseText(plan, now, zone)}.`
}

type Texts = Pick<Medication, 'dosage' | 'frequency'>

function planText(plan: Plan, { dosage, frequency }: Texts, others: readonly NamedMedicine[]): string[] {
  const { schedule, reminderTimes, amounts, startDate } = plan
  const amount = amounts ? amountsText(amounts) : ''
  // A taper whose last step has days ends by itself.
  const last = lastDateOf(plan)
  return [
    ` ${dosage.trim()}`.endsWith(` ${amount}`) ? '' : amount,
    scheduleText(schedule, frequency, others),
    reminderTimes.length > 0 ? `at ${timesText(reminderTimes)}` : '',
    startDate === null ? '' : `from ${formatDate(startDate)}`,
    last === null ? 'ongoing' : `until ${formatDate(last)}`,
  ]
}

/** Returns the days, unless the frequency already says them. */
function scheduleText(schedule: Schedule, frequency: string, others: readonly NamedMedicine[]): string {
  if (schedule.kind === 'weekdays') {
    const names = schedule.days.map((day) => formatLongWeekday(addDays(A_MONDAY, day - 1)))
    const isSaid = frequency.startsWith('daily except') || names.every((name) => frequency.includes(name))
    return isSaid ? '' : `on ${listed(names)}`
  }
  if (schedule.kind === 'daily') return frequency.trim() === '' ? 'every day' : ''
  return uncapitalised(daysText(schedule, others) ?? '')
}

const A_MONDAY = '2024-01-01' as LocalDate

function doseText(plan: Plan | null, now: number, zone: string): string {
  if (plan?.schedule.kind === 'as-needed') return 'only when needed, so without reminders'
  if (plan === null) return 'without its days yet'
  if (isEmpty(plan)) return 'without times yet'
  const [first] = nextDoses(plan, now, zone)
  if (plan.schedule.kind === 'after-dose') return 'each dose comes that long after one of the other is logged'
  if (!first && plan.schedule.kind === 'after-taken') return 'the next dose is that long after the last one'
  if (!first) return 'no doses, because the end date has passed'
  const { date: today } = localAt(now, zone)
  const verb = first.times.length === 1 ? 'the next dose is' : 'the next doses are'
  return `${verb} ${dayText(first.date, today)} at ${timesText(first.times)}`
}

function dayText(date: LocalDate, today: LocalDate): string {
  if (date === today) return 'today'
  if (date === addDays(today, 1)) return 'tomorrow'
  return `on ${formatLongWeekday(date)}, ${formatMonthDay(date)}`
}

const timesText = (times: readonly LocalTime[]): string => listed(times.map(formatTime12))
