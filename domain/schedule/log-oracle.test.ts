import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sized } from '#tests/support/long.ts'
import type { Amount } from '../lib/amount.ts'
import type { DoseEventId, MedicationId } from '../lib/ids.ts'
import { toInstant } from '../lib/instant.ts'
import { addDays, DAY, type LocalDateTime, MINUTE } from '../lib/local-time.ts'
import { localAt } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import { oracleAfterTaken, oracleFollowing } from '../testing/log-oracle.ts'
import { at, day, METFORMIN, SYDNEY, sampleEvent, sampleId, sampleMedication, samplePlan } from '../testing/samples.ts'
import { doseLogOf } from './dose-log.ts'
import type { Plan } from './plan.ts'
import type { AfterDose, AfterTaken } from './schedule.ts'
import { planSlots } from './slots.ts'

const ZONES = [SYDNEY, 'Australia/Lord_Howe', 'America/New_York', 'Asia/Kolkata', 'UTC']
const FOLLOWING = sampleId<MedicationId>(2)
/** Clocks are set back in Sydney on that night, and forward in New York some weeks before. */
const START = at('2026-04-04 08:00')
const WINDOW = { from: START - 30 * DAY, to: START + 200 * DAY }
const runs = { numRuns: sized({ short: 400, long: 20_000 }) }

/**
 * Any log in any order: planned doses and others, logged late and twice, skipped and undone, undone undos among them.
 */
const anyLog = fc.array(
  fc.record({
    minutes: fc.integer({ min: 0, max: 6000 }),
    slot: fc.option(fc.integer({ min: 0, max: 8 })),
    kind: fc.constantFrom<DoseEvent['kind']>('taken', 'taken', 'taken', 'skipped', 'undone'),
    of: fc.nat(),
  }),
  { maxLength: 14 },
)

const eventsOf = (log: typeof anyLog extends fc.Arbitrary<infer T> ? T : never, zone: string): DoseEvent[] =>
  log.map(({ minutes, slot, kind, of }, index) => {
    const wall = slot === null ? null : localAt(START + slot * 12 * 60 * MINUTE, zone)
    const undoes = kind === 'undone' && index > 0 ? sampleId<DoseEventId>((of % index) + 1) : null
    const isUnplanned = wall === null || undoes !== null
    return sampleEvent(index + 1, {
      kind: (undoes === null && kind === 'undone') || (isUnplanned && kind === 'skipped') ? 'taken' : kind,
      slot: isUnplanned ? null : `${wall.date} ${wall.time}`,
      at: toInstant(START + minutes * MINUTE + (of % 60) * 1000),
      undoes,
    })
  })

const anyFollowing: fc.Arbitrary<Plan & { schedule: AfterDose }> = fc
  .record({
    minutes: fc.oneof(fc.integer({ min: 1, max: 1440 }), fc.constantFrom(1, 60, 1440)),
    startDate: fc.option(fc.integer({ min: -3, max: 3 })),
    days: fc.option(fc.integer({ min: 0, max: 6 })),
    pause: fc.option(fc.integer({ min: 0, max: 4 })),
    amounts: fc.option(fc.array(fc.constantFrom<Amount[]>(...(['0', '1', '0.5'] as Amount[])), { minLength: 2 })),
  })
  .map(({ minutes, startDate, days, pause, amounts }) => {
    const from = startDate === null ? null : addDays(day('2026-04-04'), startDate)
    const paused = pause === null ? null : addDays(day('2026-04-04'), pause)
    const schedule = { kind: 'after-dose' as const, medicationId: METFORMIN, minutes }
    const byDay = amounts && { anchorDate: day('2026-04-02'), amounts }
    return {
      ...samplePlan({
        reminderTimes: [],
        startDate: from,
        endDate: days === null ? null : addDays(from ?? day('2026-04-04'), days),
      }),
      schedule,
      ...(byDay && { amounts: { unit: 'tablet', each: '1' as Amount, byDay } }),
      ...(paused && { pauses: [{ from: paused, to: addDays(paused, 1) }] }),
    }
  })

const since = (plan: Partial<Plan>) => [{ ...plan, from: '2026-01-01 00:00' }]

describe('random logs', () => {
  it('give a plan that follows another medication the doses that the text gives it, in whatever order they arrived', () => {
    fc.assert(
      fc.property(anyFollowing, anyLog, fc.constantFrom(...ZONES), (plan, log, zone) => {
        const medication = sampleMedication({ id: FOLLOWING }, since(plan))
        const events = eventsOf(log, zone)
        const planned = (all: DoseEvent[]) =>
          planSlots(medication, WINDOW, zone, doseLogOf({ medications: [medication], events: all })).map(
            ({ date, time, at: instant, plannedAmount }) => ({
              label: `${date} ${time}`,
              at: instant,
              amount: plannedAmount?.amount ?? null,
            }),
          )
        // By date and time, as the text lists them: where clocks are set back that is not the order of the instants.
        const inOrder = planned(events).sort((a, b) => (a.label < b.label ? -1 : 1))
        expect(inOrder).toEqual(oracleFollowing(plan, events, zone))
        expect(planned(events.toReversed())).toEqual(planned(events))
      }),
      runs,
    )
  })

  it('give a plan that counts from the last dose the doses that the text gives it', () => {
    const every: fc.Arbitrary<AfterTaken['every']> = fc.oneof(
      fc.integer({ min: 2, max: 144 }).map((halves) => ({ hours: halves / 2 })),
      fc.integer({ min: 1, max: 60 }).map((days) => ({ days })),
    )
    fc.assert(
      fc.property(every, anyLog, fc.constantFrom(...ZONES), (gap, log, zone) => {
        const { date, time } = localAt(START, zone)
        const schedule = { kind: 'after-taken' as const, every: gap, first: `${date}T${time}` as LocalDateTime }
        const medication = sampleMedication({}, since({ schedule, reminderTimes: [] }))
        const events = eventsOf(log, zone)
        const slots = planSlots(medication, WINDOW, zone, doseLogOf({ medications: [medication], events }))
        expect(slots.map((slot) => `${slot.date} ${slot.time}`).sort()).toEqual(
          oracleAfterTaken(schedule, events, zone).map(({ label }) => label),
        )
      }),
      runs,
    )
  })
})
