import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toInstant } from '../lib/instant.ts'
import { addDays, DAY, type LocalTime, localTimeOf, MINUTE } from '../lib/local-time.ts'
import { instantAt } from '../lib/zone.ts'
import { day, METFORMIN, samplePlan } from '../testing/samples.ts'
import { plannedDose, planSlots } from './slots.ts'

/** Around the clock change of April 5, 2026 at 3:00, which happens in both places. */
const ZONES = ['Australia/Sydney', 'Australia/Lord_Howe', 'UTC']
const MIDDLE = day('2026-04-05')
const FROM = instantAt(addDays(MIDDLE, -3), '00:00' as LocalTime, 'UTC')

const dates = fc.integer({ min: -3, max: 3 }).map((days) => addDays(MIDDLE, days))
const timesOfDay = fc.constantFrom(0, 90, 135, 150, 480, 1439).map(localTimeOf)
const instants = fc.integer({ min: 0, max: (6 * DAY) / MINUTE }).map((minutes) => toInstant(FROM + minutes * MINUTE))
const plans = fc.record({
  schedule: fc.oneof(
    fc.constant({ kind: 'daily' as const }),
    fc.constant({ kind: 'as-needed' as const }),
    fc.record({
      kind: fc.constant('weekdays' as const),
      days: fc.constantFrom<number[]>([7], [1, 3], [2, 4, 6]),
    }),
    fc.record({
      kind: fc.constant('interval' as const),
      everyDays: fc.constantFrom(2, 3),
      anchorDate: dates,
    }),
  ),
  reminderTimes: fc.uniqueArray(timesOfDay, { maxLength: 3 }),
  startDate: fc.option(dates),
  endDate: fc.option(dates),
})
const medications = fc
  .record({
    versions: fc.array(fc.record({ plan: plans, effectiveFrom: instants }), { minLength: 1, maxLength: 3 }),
    stoppedAt: fc.option(instants),
  })
  .map(({ versions, stoppedAt }) => ({
    id: METFORMIN,
    stoppedAt,
    versions: versions
      .map(({ plan, effectiveFrom }) => ({ ...samplePlan(plan), effectiveFrom }))
      .sort((a, b) => Date.parse(a.effectiveFrom) - Date.parse(b.effectiveFrom)),
  }))

it('R1.3 a dose is planned exactly when the planner finds it at its instant, across edits, stops and changeovers', () => {
  const answers = new Set<boolean>()
  fc.assert(
    fc.property(medications, dates, timesOfDay, fc.constantFrom(...ZONES), (medication, date, time, zone) => {
      const at = instantAt(date, time, zone)
      const slots = planSlots(medication, { from: at, to: at + 1 }, zone)
      const expected = slots.some((slot) => slot.date === date && slot.time === time)
      answers.add(expected)
      expect(plannedDose(medication, { date, time }, zone)?.at ?? null).toBe(expected ? at : null)
    }),
    { numRuns: 3_000 },
  )
  expect(answers.size).toBe(2)
})
