import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doseViews } from '../doses/dose-views.ts'
import { pastDoses } from '../insights/past-doses.ts'
import { toInstant } from '../lib/instant.ts'
import {
  addDays,
  DAY,
  datesFrom,
  daysBetween,
  FIRST_DATE,
  HOUR,
  isLocalDate,
  LAST_DATE,
  type LocalDate,
} from '../lib/local-time.ts'
import { endOfDay, localAt, startOfDay } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import { at, day, SYDNEY, sampleMedication, times } from '../testing/samples.ts'
import { nextDoses } from './next-doses.ts'
import type { Plan } from './plan.ts'
import { planSlots } from './slots.ts'

const ALL_DAYS = daysBetween(FIRST_DATE, LAST_DATE)
const edge = fc.constantFrom(0, 1, 2, 6, 7, 8, 365, ALL_DAYS / 2)
const anyDate = fc
  .oneof(
    fc.integer({ min: 0, max: ALL_DAYS }),
    edge,
    edge.map((days) => ALL_DAYS - days),
  )
  .map((days) => addDays(FIRST_DATE, Math.round(days)))
const zones = fc.constantFrom('UTC', SYDNEY, 'Pacific/Apia', 'Pacific/Kiritimati', 'Etc/GMT+12', 'America/New_York')
const schedules: fc.Arbitrary<Plan['schedule']> = fc.oneof(
  fc.constant({ kind: 'daily' as const }),
  fc.integer({ min: 1, max: 7 }).map((one) => ({ kind: 'weekdays' as const, days: [one] })),
  fc.record({
    kind: fc.constant('interval' as const),
    everyDays: fc.integer({ min: 2, max: 365 }),
    anchorDate: anyDate,
  }),
  fc.record({
    kind: fc.constant('cycle' as const),
    daysOn: fc.integer({ min: 1, max: 365 }),
    daysOff: fc.integer({ min: 1, max: 365 }),
    anchorDate: anyDate,
  }),
)
const plans = fc.record({
  schedule: schedules,
  reminderTimes: fc.constant(times('00:00', '12:00', '23:59')),
  startDate: fc.option(anyDate),
  endDate: fc.option(anyDate),
})
const starts = (date: LocalDate, plan: Partial<Plan>) => sampleMedication({}, [{ ...plan, from: `${date} 00:00` }])

describe('plans of any dates that there are', () => {
  it('never walk past the last date: a text of the year 10000 would sort before all others', () => {
    expect(addDays(LAST_DATE, 1)).toBe(LAST_DATE)
    expect(addDays(FIRST_DATE, -1)).toBe(FIRST_DATE)
    expect([...datesFrom(day('9999-12-30'), LAST_DATE)]).toEqual(['9999-12-30', '9999-12-31'])
    expect([...datesFrom(LAST_DATE, FIRST_DATE)]).toEqual([])
  })

  it('have on the wall of any zone a date that there is, at whatever instant', () => {
    const instants = fc.double({ min: -8.64e15 + 2 * DAY, max: 8.64e15 - 2 * DAY, noNaN: true }).map(Math.floor)
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        expect(isLocalDate(localAt(instant, zone).date)).toBe(true)
      }),
    )
  })

  it('have days with a beginning before their end', () => {
    fc.assert(
      fc.property(anyDate, zones, (date, zone) => {
        const length = endOfDay(date, zone) - startOfDay(date, zone)
        expect(length).toBeGreaterThanOrEqual(0)
        expect(length).toBeLessThanOrEqual(2 * DAY)
      }),
    )
  })

  it('are looked at in the window only', () => {
    fc.assert(
      fc.property(plans, anyDate, fc.integer({ min: 1, max: 30 }), zones, (plan, first, days, zone) => {
        const from = startOfDay(first, zone) + 12 * HOUR
        const window = { from, to: from + days * DAY }
        const medication = starts(FIRST_DATE, plan)
        const slots = planSlots(medication, window, zone)
        expect(slots.length).toBeLessThanOrEqual(3 * (days + 3))
        for (const { at, date } of slots) {
          expect(at).toBeGreaterThanOrEqual(window.from)
          expect(at).toBeLessThan(window.to)
          expect(isLocalDate(date)).toBe(true)
        }
      }),
    )
  })

  it('have next doses, counted from any day', () => {
    fc.assert(
      fc.property(plans, anyDate, zones, (plan, today, zone) => {
        const found = nextDoses(plan, startOfDay(today, zone), zone)
        const dates = found.map(({ date }) => date)
        expect(dates).toEqual([...new Set(dates)].sort())
        expect(dates.length).toBeLessThanOrEqual(3)
      }),
    )
  })

  it('have views and past doses in any week', () => {
    fc.assert(
      fc.property(plans, anyDate, zones, (plan, from, zone) => {
        const to = addDays(from, 6)
        const input = {
          medications: [starts(FIRST_DATE, plan)],
          events: [] as DoseEvent[],
          from,
          to,
          zone,
          now: startOfDay(to, zone),
        }
        expect(doseViews(input).slots.length).toBeLessThanOrEqual(3 * 7)
        expect(pastDoses(input).length).toBeLessThanOrEqual(3 * 7)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the day that Samoa left out', () => {
  const [before, missing, after] = [day('2011-12-29'), day('2011-12-30'), day('2011-12-31')]
  const ZONE = 'Pacific/Apia'

  it('begins and ends where the next one begins, and its times move forward by the whole day', () => {
    expect(startOfDay(missing, ZONE)).toBe(startOfDay(after, ZONE))
    expect(localAt(endOfDay(before, ZONE) - 1, ZONE).date).toBe(before)
    expect(localAt(endOfDay(before, ZONE), ZONE).date).toBe(after)
  })

  it('has its doses once each', () => {
    const medication = sampleMedication({}, [{ reminderTimes: times('08:00'), from: '2011-12-01 00:00' }])
    const window = { from: startOfDay(before, ZONE), to: endOfDay(after, ZONE) }
    const slots = planSlots(medication, window, ZONE)
    expect(slots.map(({ date }) => date)).toEqual([before, missing, after])
    expect(slots.map(({ at }) => toInstant(at))).toEqual([...slots.map(({ at }) => toInstant(at))].sort())
    expect(at('2011-12-31 08:00', ZONE)).toBe(slots.at(-1)?.at)
  })
})
