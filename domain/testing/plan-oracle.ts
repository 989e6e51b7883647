import type { Amount } from '../lib/amount.ts'
import type { LocalDate, LocalTime } from '../lib/local-time.ts'
import { instantAt, localAt } from '../lib/zone.ts'
import type { Plan } from '../schedule/plan.ts'

/**
 * The doses of a plan by the text of the additions (1.1 to 1.3) and nothing else: slow, by counting, with calendar
 * arithmetic of its own. The planner is compared with it.
 */

/** A dose that the text gives a date: `2026-11-20 08:00`, its instant (ms) and its amount. */
export interface OracleDose {
  label: string
  at: number
  amount: Amount | null
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const dayOf = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
const dateOfDay = (day: number): LocalDate => new Date(day * DAY_MS).toISOString().slice(0, 10) as LocalDate
const remainder = (value: number, by: number): number => value - by * Math.floor(value / by)
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const timeOf = (minutes: number): LocalTime =>
  `${`${Math.trunc(minutes / 60)}`.padStart(2, '0')}:${`${minutes % 60}`.padStart(2, '0')}` as LocalTime

/** Returns the doses from the first to the last date, both included, in order of date and time. */
export function oracleDoses(plan: Plan, first: LocalDate, last: LocalDate, zone: string): OracleDose[] {
  const found: OracleDose[] = []
  for (let day = dayOf(first); day <= dayOf(last); day += 1) {
    if (plan.startDate !== null && day < dayOf(plan.startDate)) continue
    if (plan.endDate !== null && day > dayOf(plan.endDate)) continue
    const isPaused = (plan.pauses ?? []).some(({ from, to }) => day >= dayOf(from) && (to === null || day <= dayOf(to)))
    if (!isPaused) found.push(...dosesOn(plan, day, zone))
  }
  return found
}

type Content = Pick<Plan, 'schedule' | 'reminderTimes' | 'amounts' | 'startDate'>

function dosesOn({ schedule, reminderTimes, amounts, startDate }: Content, day: number, zone: string): OracleDose[] {
  if (schedule.kind === 'phases') {
    if (startDate === null) return []
    let begin = dayOf(startDate)
    if (day < begin) return []
    for (const step of schedule.steps) {
      const end = step.days === null ? Number.POSITIVE_INFINITY : begin + step.days
      if (day < end) {
        const content = { ...step, amounts: step.amounts ?? amounts, startDate: dateOfDay(begin) }
        return dosesOn(content, day, zone)
      }
      begin = end
    }
    return []
  }
  const times = instantsOn({ schedule, reminderTimes, amounts, startDate }, day, zone)
  return times.flatMap(({ time, at }) => {
    const amount = amountOn(amounts, day, time)
    return amount === '0' ? [] : [{ label: `${dateOfDay(day)} ${time}`, at, amount }]
  })
}

function instantsOn(
  { schedule, reminderTimes }: Content,
  day: number,
  zone: string,
): { time: LocalTime; at: number }[] {
  const onWall = (times: readonly LocalTime[]) =>
    times.map((time) => ({ time, at: instantAt(dateOfDay(day), time, zone) }))
  switch (schedule.kind) {
    case 'daily':
      return onWall(reminderTimes)
    case 'weekdays':
      // January 1, 1970 was a Thursday.
      return onWall(schedule.days.includes(remainder(day + 3, 7) + 1) ? reminderTimes : [])
    case 'interval':
      return onWall(remainder(day - dayOf(schedule.anchorDate), schedule.everyDays) === 0 ? reminderTimes : [])
    case 'cycle': {
      const inCycle = remainder(day - dayOf(schedule.anchorDate), schedule.daysOn + schedule.daysOff)
      return onWall(inCycle < schedule.daysOn ? reminderTimes : [])
    }
    case 'monthly': {
      const date = new Date(day * DAY_MS)
      const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
      const days = schedule.daysOfMonth.map((wanted) => (wanted === -1 || wanted > lastDay ? lastDay : wanted))
      return onWall(days.includes(date.getUTCDate()) ? reminderTimes : [])
    }
    case 'hours': {
      const { everyHours, anchor, window } = schedule
      if (window !== null) {
        const all = Array.from({ length: 24 }, (_, count) => minutesOf(window.from) + count * everyHours * 60)
        return onWall(all.filter((minutes) => minutes <= minutesOf(window.to)).map(timeOf))
      }
      const start = instantAt(anchor.slice(0, 10) as LocalDate, anchor.slice(11) as LocalTime, zone)
      const seen = new Map<LocalTime, number>()
      const near = Math.floor(((day - 1) * DAY_MS - start) / (everyHours * HOUR_MS))
      for (let count = Math.max(0, near); start + count * everyHours * HOUR_MS < (day + 2) * DAY_MS; count += 1) {
        const at = start + count * everyHours * HOUR_MS
        const { date, time } = localAt(at, zone)
        if (date === dateOfDay(day) && !seen.has(time)) seen.set(time, at)
      }
      return [...seen].map(([time, at]) => ({ time, at }))
    }
    default:
      return []
  }
}

function amountOn(amounts: Plan['amounts'], day: number, time: LocalTime): Amount | null {
  if (!amounts) return null
  if (amounts.byDay) {
    const { anchorDate, amounts: inTurn } = amounts.byDay
    return inTurn[remainder(day - dayOf(anchorDate), inTurn.length)] ?? null
  }
  return amounts.byTime?.[time] ?? amounts.each
}
