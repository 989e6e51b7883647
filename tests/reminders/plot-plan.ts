import type { MedicationId } from '#domain/lib/ids.ts'
import {
  addDays,
  type LocalDate,
  type LocalDateTime,
  type LocalTime,
  localTimeOf,
  minutesOfDay,
} from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import { sortedTimes } from '#domain/schedule/reminder-times.ts'
import type { AfterDose, AfterTaken } from '#domain/schedule/schedule.ts'
import { oracleAfterTaken, oracleFollowing } from '#domain/testing/log-oracle.ts'
import { type OracleDose, oracleDoses } from '#domain/testing/plan-oracle.ts'
import { METFORMIN, sampleId, sampleMedication, samplePlan } from '#domain/testing/samples.ts'
import type { Chance } from '#tests/sync/prng.ts'
import type { WallClock } from './wall-clock.ts'

/** How the dose at the centre of a timeline comes to be planned. */
export const PLAN_KINDS = ['daily', 'monthly', 'window', 'elapsed', 'phases', 'afterTaken', 'afterDose'] as const
export type PlanKind = (typeof PLAN_KINDS)[number]

/** A planned dose as the oracles give it, not the planner. `at`: as planned, in ms. */
export interface PlannedSlot {
  medicationId: MedicationId
  date: LocalDate
  time: LocalTime
  at: number
}

export interface PlotPlan {
  kind: PlanKind
  medications: Medication[]
  /** Returns the doses of a week that the text gives the plan, on that clock and with that log. */
  slots(clock: WallClock, events: readonly DoseEvent[]): PlannedSlot[]
}

/** The dose in focus, and where its week lies. */
interface Focus {
  clock: WallClock
  date: LocalDate
  time: LocalTime
  /** Its instant (ms). */
  due: number
}

const FOLLOWER = sampleId<MedicationId>(2)
const SPAN = 3

const medicationOf = (plan: Partial<Plan>, notices: Medication['notices'], id = METFORMIN) =>
  sampleMedication({ id, ...(notices && { notices }) }, [{ ...plan, from: '2025-01-01 00:00' }])

/** Draws a plan with a dose at the focus: half of them daily, the others of every kind. */
export function plotPlanOf(chance: Chance, focus: Focus): PlotPlan {
  const kind = chance.chance(0.5) ? 'daily' : chance.pick(PLAN_KINDS)
  const others = Array.from({ length: chance.between(0, 2) }, () => localTimeOf(chance.between(0, 1439)))
  const times = sortedTimes([focus.time, ...others])
  const notices = chance.chance(0.4) ? noticesOf(chance) : null
  if (kind === 'afterDose') return followingPlan(chance, times, notices, focus.date)
  if (kind === 'afterTaken') return countingPlan(chance, focus, notices)
  const plan = samplePlan({ reminderTimes: times, ...contentOf(kind, chance, focus, times) })
  const elapsed = kind === 'elapsed'
  return {
    kind,
    medications: [medicationOf(plan, notices)],
    slots: (clock) => {
      const doses = oracleDoses(plan, addDays(focus.date, -SPAN), addDays(focus.date, SPAN), clock.zone)
      return doses.map((dose) => {
        const slot = slotOf(dose, METFORMIN)
        // What the clock on the wall decides, a table of its changes tells; hours that pass need no table.
        return elapsed ? slot : { ...slot, at: clock.instantOf(slot.date, slot.time) }
      })
    },
  }
}

const noticesOf = (chance: Chance) => ({
  headsUp: chance.chance(0.6) ? chance.between(5, 20) : null,
  followUps: [...new Set(Array.from({ length: chance.between(0, 3) }, () => chance.between(15, 60)))].sort(
    (a, b) => a - b,
  ),
})

const slotOf = ({ label, at }: Pick<OracleDose, 'label' | 'at'>, medicationId: MedicationId): PlannedSlot => ({
  medicationId,
  date: label.slice(0, 10) as LocalDate,
  time: label.slice(11) as LocalTime,
  at,
})

function contentOf(
  kind: Exclude<PlanKind, 'afterDose' | 'afterTaken'>,
  chance: Chance,
  { clock, date, time, due }: Focus,
  times: LocalTime[],
): Partial<Plan> {
  switch (kind) {
    case 'daily':
      return {}
    case 'monthly': {
      const isLast = addDays(date, 1).endsWith('-01')
      const daysOfMonth = [isLast && chance.chance(0.5) ? -1 : Number(date.slice(8)), chance.between(1, 31)]
      return { schedule: { kind: 'monthly', daysOfMonth: [...new Set(daysOfMonth)].sort((a, b) => a - b) } }
    }
    case 'window': {
      const everyHours = chance.between(2, 16) / 2
      const before = chance.between(0, Math.floor(minutesOfDay(time) / (everyHours * 60)))
      const from = localTimeOf(minutesOfDay(time) - before * everyHours * 60)
      const to = localTimeOf(Math.min(1439, minutesOfDay(time) + chance.between(from === time ? 1 : 0, 600)))
      const anchor = `${date}T${time}` as LocalDateTime
      // A window has two ends.
      if (from >= to) return {}
      return { schedule: { kind: 'hours', everyHours, anchor, window: { from, to } }, reminderTimes: [] }
    }
    case 'elapsed': {
      const everyHours = chance.between(2, 144) / 2
      const before = localAt(due - chance.between(0, 60) * everyHours * 3_600_000, clock.zone)
      const isExact = (due - clock.instantOf(before.date, before.time)) % (everyHours * 3_600_000) === 0
      const anchor = (isExact ? `${before.date}T${before.time}` : `${date}T${time}`) as LocalDateTime
      return { schedule: { kind: 'hours', everyHours, anchor, window: null }, reminderTimes: [] }
    }
    case 'phases': {
      const days = chance.between(1, 20)
      // The day in focus is the last of the first step, or the first of the second one.
      const startDate = addDays(date, chance.chance(0.5) ? 1 - days : -days)
      const late = sortedTimes([time, ...(chance.chance(0.5) ? [localTimeOf(chance.between(0, 1439))] : [])])
      const steps = [
        { days, schedule: { kind: 'daily' as const }, reminderTimes: times },
        {
          days: chance.pick([null, 1, 2, 30]),
          schedule: { kind: 'interval' as const, everyDays: chance.between(2, 3), anchorDate: date },
          reminderTimes: late,
        },
      ]
      return { schedule: { kind: 'phases', steps }, reminderTimes: [], startDate }
    }
  }
}

/** A dose that long after the last one that was taken. */
function countingPlan(chance: Chance, { date, time }: Focus, notices: Medication['notices']): PlotPlan {
  const every = chance.chance(0.8) ? { hours: chance.pick([1, 1.5, 2, 8]) } : { days: chance.between(1, 2) }
  const schedule: AfterTaken = { kind: 'after-taken', every, first: `${date}T${time}` as LocalDateTime }
  return {
    kind: 'afterTaken',
    medications: [medicationOf({ schedule, reminderTimes: [] }, notices)],
    slots: ({ zone }, events) => oracleAfterTaken(schedule, events, zone).map((dose) => slotOf(dose, METFORMIN)),
  }
}

/** A daily medicine, and one that long after each dose of it. */
function followingPlan(
  chance: Chance,
  reminderTimes: LocalTime[],
  notices: Medication['notices'],
  date: LocalDate,
): PlotPlan {
  const schedule: AfterDose = { kind: 'after-dose', medicationId: METFORMIN, minutes: chance.between(1, 30) }
  const plan = { ...samplePlan({ reminderTimes: [] }), schedule }
  const daily = samplePlan({ reminderTimes })
  return {
    kind: 'afterDose',
    medications: [medicationOf({ reminderTimes }, null), medicationOf(plan, notices, FOLLOWER)],
    slots: (clock, events) => {
      const own = oracleDoses(daily, addDays(date, -SPAN), addDays(date, SPAN), clock.zone)
        .map((dose) => slotOf(dose, METFORMIN))
        .map((slot) => ({ ...slot, at: clock.instantOf(slot.date, slot.time) }))
      const other = events.filter(({ medicationId }) => medicationId === METFORMIN)
      return [...own, ...oracleFollowing(plan, other, clock.zone).map((dose) => slotOf(dose, FOLLOWER))]
    },
  }
}
