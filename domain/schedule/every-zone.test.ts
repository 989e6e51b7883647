import { describe, expect, it } from 'vitest'
import { sized } from '#tests/support/long.ts'
import { addDays, DAY, HOUR, isoWeekday, localTimeOf, MINUTE } from '../lib/local-time.ts'
import { offsetAt } from '../lib/zone.ts'
import { type Changeover, changeovers } from '../testing/changeovers.ts'
import { day, instant, METFORMIN, samplePlan, times } from '../testing/samples.ts'
import type { Plan, PlanVersion } from './plan.ts'
import { sortedTimes } from './reminder-times.ts'
import { planSlots } from './slots.ts'

const FROM = Date.UTC(2026, 0, 1)
const TO = Date.UTC(2036, 0, 1)

const medicationOf = (plan: Partial<Plan>) => {
  const version: PlanVersion = { ...samplePlan(plan), effectiveFrom: instant('2020-01-01 00:00', 'UTC') }
  return { id: METFORMIN, versions: [version], stoppedAt: null }
}

const shown = (slots: ReturnType<typeof planSlots>) => slots.map(({ date, time }) => `${date} ${time}`)

/** Returns zones, leaving out those whose clocks match another's for ten years, so that each is planned once. */
function differentZones(): string[] {
  const byClock = new Map<string, string>()
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const offsets: number[] = []
    for (let at = FROM; at < TO; at += 10 * DAY) offsets.push(offsetAt(at, zone))
    byClock.set(offsets.join(), zone)
  }
  return [...byClock.values()]
}

describe('years in every zone', () => {
  it('R1.2 have each dose of each day exactly once, in order of time', () => {
    const end = Date.UTC(sized({ short: 2028, long: 2036 }), 0, 1)
    // When most clocks change; other times of those days are tested below.
    const reminderTimes = times('02:30')
    const days = (end - FROM) / DAY
    const expected = Array.from({ length: days }, (_, index) => `${addDays(day('2026-01-01'), index)} 02:30`)
    const wrong: unknown[] = []
    for (const zone of differentZones()) {
      const plan = { reminderTimes, startDate: day('2026-01-01'), endDate: addDays(day('2026-01-01'), days - 1) }
      const slots = planSlots(medicationOf(plan), { from: FROM - 2 * DAY, to: end + 2 * DAY }, zone)
      if (new Set(slots.map(({ id }) => id)).size !== slots.length) wrong.push(`${zone}: a dose twice`)
      if (shown(slots).sort().join() !== expected.join()) wrong.push(`${zone}: ${slots.length} doses`)
      if (slots.some(({ at }, index) => at < (slots[index - 1]?.at ?? at))) wrong.push(`${zone}: not in order`)
    }
    expect(wrong).toEqual([])
  })
})

/**
 * Returns the instant of a local time near a clock change: the old offset applies inside a gap and at the first
 * occurrence.
 */
function instantNear({ at, before, after }: Changeover, date: string, time: string): number {
  const wall = Date.parse(`${date}T${time}:00Z`)
  return wall - (wall < at + Math.max(before, after) ? before : after)
}

describe('every changeover of every zone, for every kind of schedule', () => {
  const all = changeovers(FROM, TO)
  const SPAN = 3

  /** Whether the dates from `-SPAN` to `SPAN` around the clock change are due, computed differently from dueOn. */
  const kinds: [string, (middle: string) => Plan['schedule'], (days: number) => boolean][] = [
    ['every day', () => ({ kind: 'daily' }), () => true],
    [
      'on the weekday of the changeover only',
      (middle) => ({ kind: 'weekdays', days: [isoWeekday(day(middle))] }),
      (days) => days === 0,
    ],
    [
      'every 2 days, anchored a year before',
      (middle) => ({ kind: 'interval', everyDays: 2, anchorDate: addDays(day(middle), -364) }),
      (days) => days % 2 === 0,
    ],
    [
      '2 days on and 1 off, anchored a year after',
      (middle) => ({ kind: 'cycle', daysOn: 2, daysOff: 1, anchorDate: addDays(day(middle), 366) }),
      (days) => (days + 366) % 3 !== 2,
    ],
  ]

  it.each(kinds)(
    'R1.2 %s: exactly the doses of the days that are due, each at its instant',
    (_name, scheduleOf, isDue) => {
      const wrong: unknown[] = []
      for (const change of all) {
        const { zone, at, before } = change
        const middle = new Date(at + before).toISOString().slice(0, 10)
        const minute = (at + before) / MINUTE + 1440
        const around = [-90, -45, -15, 0, 15, 45, 90].map((offset) => localTimeOf((minute + offset) % 1440))
        const reminderTimes = sortedTimes(around)
        const [startDate, endDate] = [addDays(day(middle), -SPAN), addDays(day(middle), SPAN)]
        const medication = medicationOf({ schedule: scheduleOf(middle), reminderTimes, startDate, endDate })
        const expected = Array.from({ length: 2 * SPAN + 1 }, (_, index) => index - SPAN)
          .filter(isDue)
          .flatMap((days) => {
            const date = addDays(day(middle), days)
            return reminderTimes.map((time) => `${date} ${time} ${instantNear(change, date, time)}`)
          })
        const window = { from: at - (SPAN + 2) * DAY, to: at + (SPAN + 2) * DAY }
        const slots = planSlots(medication, window, zone).map((slot) => `${slot.date} ${slot.time} ${slot.at}`)
        if (slots.sort().join() !== expected.sort().join()) wrong.push({ zone, middle, slots, expected })
      }
      expect(wrong).toEqual([])
    },
  )
})

describe('zones off the full hour', () => {
  it.each([
    // Half an hour of summer time: 2:00 becomes 2:30 and later goes back.
    ['Australia/Lord_Howe', '2026-10-04', ['01:59', '02:15', '02:30'], [-1, 15, 0], '2026-10-03T15:30:00Z'],
    ['Australia/Lord_Howe', '2026-04-05', ['01:29', '01:45', '02:00'], [-31, -15, 30], '2026-04-04T15:00:00Z'],
    // An hour of summer time in a zone with a half-hour offset.
    ['Australia/Adelaide', '2026-10-04', ['01:59', '02:30', '03:00'], [-1, 30, 0], '2026-10-03T16:30:00Z'],
    ['Australia/Adelaide', '2026-04-05', ['01:59', '02:30', '03:00'], [-61, -30, 60], '2026-04-04T16:30:00Z'],
    // No summer time, in a zone with a quarter-hour offset.
    ['Australia/Eucla', '2026-10-04', ['01:59', '02:30', '03:00'], [-1, 30, 60], '2026-10-03T17:15:00Z'],
    ['Asia/Kathmandu', '2026-10-04', ['01:59', '02:30', '03:00'], [-1, 30, 60], '2026-10-03T20:15:00Z'],
  ])('R1.2 %s on %s: %j at %j minutes from the changeover', (zone, date, reminderTimes, minutes, change) => {
    const at = Date.parse(change)
    const medication = medicationOf({
      reminderTimes: times(...reminderTimes),
      startDate: day(date),
      endDate: day(date),
    })
    const slots = planSlots(medication, { from: at - 12 * HOUR, to: at + 12 * HOUR }, zone)
    const found = new Map(slots.map((slot) => [slot.time as string, (slot.at - at) / MINUTE]))
    expect(reminderTimes.map((time) => found.get(time))).toEqual(minutes)
    expect(slots).toHaveLength(reminderTimes.length)
  })
})
