import fc from 'fast-check'
import type { Amount } from '../lib/amount.ts'
import { addDays, type LocalDate, type LocalDateTime, localTimeOf } from '../lib/local-time.ts'
import type { DoseAmounts } from '../schedule/amounts.ts'
import type { Plan } from '../schedule/plan.ts'
import type { Schedule, Step } from '../schedule/schedule.ts'

/** Random plans of every kind that makes sense, around the first of January 2026. */

const FIRST = '2026-01-01' as LocalDate

export const nearDates = fc.integer({ min: -500, max: 700 }).map((days) => addDays(FIRST, days))
export const anyTimes = fc.integer({ min: 0, max: 1439 }).map(localTimeOf)
const amountTexts = fc.constantFrom<Amount[]>(...(['1', '2', '0.5', '1.5', '1/3', '0.25', '10'] as Amount[]))
const anchors = fc.tuple(nearDates, anyTimes).map(([date, time]) => `${date}T${time}` as LocalDateTime)
const halfHours = (min: number, max: number) => fc.integer({ min: min * 2, max: max * 2 }).map((halves) => halves / 2)

const daySchedules: fc.Arbitrary<Step['schedule']> = fc.oneof(
  fc.constant({ kind: 'daily' as const }),
  fc
    .uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 })
    .map((days) => ({ kind: 'weekdays' as const, days: days.sort() })),
  fc.record({
    kind: fc.constant('interval' as const),
    everyDays: fc.integer({ min: 2, max: 40 }),
    anchorDate: nearDates,
  }),
  fc.record({
    kind: fc.constant('cycle' as const),
    daysOn: fc.integer({ min: 1, max: 30 }),
    daysOff: fc.integer({ min: 1, max: 30 }),
    anchorDate: nearDates,
  }),
  fc
    .uniqueArray(fc.constantFrom(-1, 1, 2, 15, 28, 29, 30, 31), { minLength: 1 })
    .map((days) => ({ kind: 'monthly' as const, daysOfMonth: days.sort((a, b) => a - b) })),
)

const hourSchedules: fc.Arbitrary<Step['schedule']> = fc.oneof(
  fc.record({
    kind: fc.constant('hours' as const),
    everyHours: halfHours(1, 72),
    anchor: anchors,
    window: fc.constant(null),
  }),
  fc.record({
    kind: fc.constant('hours' as const),
    everyHours: halfHours(1, 12),
    anchor: anchors,
    window: fc
      .uniqueArray(anyTimes, { minLength: 2, maxLength: 2 })
      .map((pair) => pair.sort())
      .map(([from, to]) => ({ from: from as never, to: to as never })),
  }),
)

const reminderTimes = fc.uniqueArray(anyTimes, { minLength: 1, maxLength: 4 }).map((times) => times.sort())

const byDays = fc.record({
  anchorDate: nearDates,
  amounts: fc
    .array(fc.oneof(amountTexts, fc.constant('0' as Amount)), { minLength: 2, maxLength: 9 })
    .filter((amounts) => amounts.some((amount) => amount !== '0')),
})

/** Amounts for a plan with these times. */
const amountsFor = (times: readonly string[]): fc.Arbitrary<DoseAmounts | undefined> => {
  const plain = fc.record({ unit: fc.constant('tablet'), each: amountTexts })
  const byTime = () =>
    fc.tuple(plain, fc.subarray([...times], { minLength: 1 }), amountTexts).map(([amounts, named, amount]) => ({
      ...amounts,
      byTime: Object.fromEntries(named.map((time) => [time, amount])),
    }))
  const byDay = fc.tuple(plain, byDays).map(([amounts, days]) => ({ ...amounts, byDay: days }))
  return fc.oneof(fc.constant(undefined), plain, byDay, ...(times.length > 0 ? [byTime()] : []))
}

type Core = Pick<Plan, 'schedule' | 'reminderTimes' | 'amounts'>

const cores: fc.Arbitrary<Core & { schedule: Step['schedule'] }> = fc.oneof(
  fc
    .tuple(daySchedules, reminderTimes)
    .chain(([schedule, times]) => amountsFor(times).map((amounts) => ({ schedule, reminderTimes: times, amounts }))),
  hourSchedules.chain((schedule) =>
    amountsFor([]).map((amounts) => ({ schedule, reminderTimes: [] as Plan['reminderTimes'], amounts })),
  ),
)

const stepsOf = (steps: (Core & { schedule: Step['schedule']; days: number })[], isOpen: boolean): Step[] =>
  steps.map(({ amounts, days, ...step }, index) => ({
    ...step,
    days: isOpen && index === steps.length - 1 ? null : days,
    ...(amounts && { amounts }),
  }))

const phases: fc.Arbitrary<Core> = fc
  .tuple(
    fc.array(
      fc.tuple(cores, fc.integer({ min: 1, max: 90 })).map(([core, days]) => ({ ...core, days })),
      { minLength: 1, maxLength: 6 },
    ),
    fc.boolean(),
  )
  .map(([steps, isOpen]) => ({
    schedule: { kind: 'phases', steps: stepsOf(steps, isOpen) } as Schedule,
    reminderTimes: [],
  }))

const pauses = fc.array(
  fc
    .tuple(nearDates, fc.option(fc.integer({ min: 0, max: 60 }), { freq: 8 }))
    .map(([from, days]) => ({ from, to: days === null ? null : addDays(from, days) })),
  { maxLength: 3 },
)

/** A plan of any kind but "only when needed". */
export const anyPlan: fc.Arbitrary<Plan> = fc
  .record({
    core: fc.oneof({ arbitrary: cores, weight: 3 }, { arbitrary: phases, weight: 1 }),
    startDate: fc.option(nearDates),
    length: fc.option(fc.integer({ min: 0, max: 500 })),
    pauses: fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary: pauses, weight: 1 }),
  })
  .map(({ core, startDate, length, pauses: breaks }) => ({
    ...core,
    startDate: core.schedule.kind === 'phases' ? (startDate ?? FIRST) : startDate,
    endDate: length === null ? null : addDays(startDate ?? FIRST, length),
    ...(breaks && { pauses: breaks }),
  }))
