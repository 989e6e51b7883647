import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sized } from '#tests/support/long.ts'
import type { Amount } from '../lib/amount.ts'
import { addDays, DAY, datesFrom, type LocalDate } from '../lib/local-time.ts'
import { endOfDay, instantAt, startOfDay } from '../lib/zone.ts'
import { anyPlan } from '../testing/arbitrary-plans.ts'
import { oracleDoses } from '../testing/plan-oracle.ts'
import { day, instant, METFORMIN } from '../testing/samples.ts'
import type { Plan } from './plan.ts'
import { planProblem } from './plan-problem.ts'
import { plannedDose, planSlots } from './slots.ts'
import { lastDateOf, timetableOf } from './timetable.ts'

const ZONES = ['Australia/Sydney', 'Australia/Lord_Howe', 'America/New_York', 'Asia/Kolkata', 'UTC']
const DAYS = 400

const medicationOf = (plan: Plan) => ({
  id: METFORMIN,
  versions: [{ ...plan, effectiveFrom: instant('2020-01-01 00:00', 'UTC') }],
  stoppedAt: null,
})

/** Plans the same dates as the oracle, also what a clock change moves across a midnight. */
function planned(plan: Plan, first: LocalDate, last: LocalDate, zone: string) {
  const window = { from: startOfDay(first, zone) - DAY, to: endOfDay(last, zone) + DAY }
  return planSlots(medicationOf(plan), window, zone).filter(({ date }) => date >= first && date <= last)
}

const shown = (doses: { label: string; at: number; amount: Amount | null }[]): string =>
  doses.map(({ label, at, amount }) => `${label} ${at} ${amount}`).join()

/** Ids are left out: to hash half a million of them takes longer than all the rest. */
function ofTimetable(plan: Plan, first: LocalDate, last: LocalDate, zone: string): string {
  const timetable = timetableOf(plan, zone)
  const doses = Array.from(datesFrom(first, last), (date) =>
    timetable(date).map(({ time, at, amount }) => ({
      label: `${date} ${time}`,
      at: at ?? instantAt(date, time, zone),
      amount,
    })),
  )
  return shown(doses.flat())
}

describe('random plans of every kind', () => {
  const runs = sized({ short: 2_000, long: 100_000 })

  it(`have the doses and amounts that the text gives them over ${DAYS} days`, { timeout: 3_600_000 }, () => {
    const kinds = new Set<string>()
    fc.assert(
      fc.property(anyPlan, fc.integer({ min: -100, max: 400 }), fc.constantFrom(...ZONES), (plan, offset, zone) => {
        kinds.add(plan.schedule.kind)
        expect(planProblem(plan)).toBeNull()
        const first = addDays(day('2026-01-01'), offset)
        const last = addDays(first, DAYS)
        expect(ofTimetable(plan, first, last, zone)).toBe(shown(oracleDoses(plan, first, last, zone)))
      }),
      { numRuns: runs },
    )
    expect([...kinds].sort()).toEqual(['cycle', 'daily', 'hours', 'interval', 'monthly', 'phases', 'weekdays'])
  })

  it('have each dose once, in order, and each is found again by its date and time', () => {
    fc.assert(
      fc.property(anyPlan, fc.constantFrom(...ZONES), (plan, zone) => {
        const slots = planned(plan, day('2026-03-20'), day('2026-04-20'), zone)
        expect(new Set(slots.map(({ id }) => id)).size).toBe(slots.length)
        expect(slots.map(({ at }) => at)).toEqual(slots.map(({ at }) => at).toSorted((a, b) => a - b))
        for (const slot of slots)
          expect(plannedDose(medicationOf(plan), slot, zone)).toEqual({
            at: slot.at,
            ...(slot.plannedAmount && { plannedAmount: slot.plannedAmount }),
          })
      }),
      { numRuns: sized({ short: 100, long: 2_000 }) },
    )
  })

  it('have no dose after their last date', () => {
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const last = lastDateOf(plan)
        const after = last === null ? [] : planned(plan, addDays(last, 1), addDays(last, 200), 'UTC')
        expect(after).toEqual([])
      }),
      { numRuns: sized({ short: 100, long: 2_000 }) },
    )
  })
})
