import { t } from '../language/translate.ts'
import { formatLongDay } from '../lib/calendar-names.ts'
import {
  addDays,
  formatDate,
  formatLongWeekday,
  formatTime12,
  type LocalDate,
  type LocalTime,
} from '../lib/local-time.ts'
import { inRow, listed } from '../lib/text.ts'
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
    name.trim() || t('A medicine without a name yet'),
    dosage.trim(),
    plan?.schedule.kind === 'as-needed' && /^as needed$/i.test(frequency.trim()) ? '' : frequency.trim(),
    ...(plan ? planText(plan, { dosage, frequency }, others) : []),
    ...(limits ? limitsText(limits, plan?.amounts?.unit ?? null) : []),
  ].filter((part) => part !== '')
  return t('{plan}; {next}.', { plan: inRow(parts), next: doseText(plan, now, zone) })
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
    reminderTimes.length > 0 ? t('at {times}', { times: timesText(reminderTimes) }) : '',
    startDate === null ? '' : t('from {date}', { date: formatDate(startDate) }),
    last === null ? t('ongoing') : t('until {date}', { date: formatDate(last) }),
  ]
}

/** Returns the days, unless the frequency already says them. */
function scheduleText(schedule: Schedule, frequency: string, others: readonly NamedMedicine[]): string {
  if (schedule.kind === 'weekdays') {
    const names = schedule.days.map((day) => formatLongWeekday(addDays(A_MONDAY, day - 1)))
    // not translated: how dictation, which is English, puts it
    const isSaid = frequency.startsWith('daily except') || names.every((name) => frequency.includes(name))
    return isSaid ? '' : t('on {days}', { days: listed(names) })
  }
  if (schedule.kind === 'daily') return frequency.trim() === '' ? t('every day') : ''
  return daysText(schedule, others, 'within') ?? ''
}

const A_MONDAY = '2024-01-01' as LocalDate

function doseText(plan: Plan | null, now: number, zone: string): string {
  if (plan?.schedule.kind === 'as-needed') return t('only when needed, so without reminders')
  if (plan === null) return t('without its days yet')
  if (isEmpty(plan)) return t('without times yet')
  const [first] = nextDoses(plan, now, zone)
  if (plan.schedule.kind === 'after-dose') return t('each dose comes that long after one of the other is logged')
  if (!first && plan.schedule.kind === 'after-taken') return t('the next dose is that long after the last one')
  if (!first) return t('no doses, because the end date has passed')
  const { date: today } = localAt(now, zone)
  const values = { count: first.times.length, times: timesText(first.times) }
  if (first.date === today)
    return t(
      '{count, plural, one {the next dose is today at {times}} other {the next doses are today at {times}}}',
      values,
    )
  if (first.date === addDays(today, 1))
    return t(
      '{count, plural, one {the next dose is tomorrow at {times}} other {the next doses are tomorrow at {times}}}',
      values,
    )
  return t(
    '{count, plural, one {the next dose is on {date} at {times}} other {the next doses are on {date} at {times}}}',
    { ...values, date: formatLongDay(first.date) },
  )
}

const timesText = (times: readonly LocalTime[]): string => listed(times.map(formatTime12))
