import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sized } from '#tests/support/long.ts'
import { doseViews } from '../doses/dose-views.ts'
import type { DoseEventId } from '../lib/ids.ts'
import { toInstant } from '../lib/instant.ts'
import {
  addDays,
  DAY,
  HOUR,
  type LocalDate,
  type LocalDateTime,
  localTimeOf,
  MINUTE,
  minutesOfDay,
} from '../lib/local-time.ts'
import { instantAt, startOfDay } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import { doseLogOf } from '../schedule/dose-log.ts'
import type { Schedule } from '../schedule/schedule.ts'
import { at, day, instant, SYDNEY, sampleEvent, sampleId, sampleMedication, times } from '../testing/samples.ts'
import { lateOf, pastDoses } from './past-doses.ts'
import { wallDays } from './wall-days.ts'

const words = (events: DoseEvent[], medications: Medication[] = [sampleMedication()], now = '2026-11-20 12:00') =>
  pastDoses({
    medications,
    events,
    from: day('2026-11-19'),
    to: day('2026-11-20'),
    zone: SYDNEY,
    now: at(now),
  }).map((dose) => `${dose.date.slice(8)} ${dose.time} ${dose.state} ${lateOf(dose) ?? '-'}`)

describe('the doses that are over or settled', () => {
  it('are those whose time has come, with what the log says and by how much they were late', () => {
    expect(words([sampleEvent(1)])).toEqual(['19 08:00 missed -', '19 20:00 missed -', '20 08:00 taken 2'])
  })

  it('that were logged twice count once, at their first time', () => {
    expect(words([sampleEvent(1), sampleEvent(2, { at: instant('2026-11-20 07:50') })])).toEqual([
      '19 08:00 missed -',
      '19 20:00 missed -',
      '20 08:00 taken -10',
    ])
  })

  it('do not hold what was taken back', () => {
    const undo = sampleEvent(2, { kind: 'undone', undoes: sampleId<DoseEventId>(1) })
    expect(words([sampleEvent(1), undo]).at(-1)).toBe('20 08:00 late -')
  })

  it('do not hold medicines taken only when needed, nor doses beside the plan', () => {
    const asNeeded = sampleMedication({}, [{ schedule: { kind: 'as-needed' }, reminderTimes: [] }])
    expect(words([sampleEvent(1, { slot: null })], [asNeeded])).toEqual([])
  })

  it('do not hold what was logged of a medicine that was deleted since', () => {
    expect(words([sampleEvent(1)], [])).toEqual([])
  })

  it('end where the medicine was stopped', () => {
    const stopped = sampleMedication({ stoppedAt: instant('2026-11-19 12:00') })
    expect(words([], [stopped])).toEqual(['19 08:00 missed -'])
  })

  it('follow an edit from its moment on, and keep what was logged under the plan before', () => {
    const edited = sampleMedication({}, [
      { reminderTimes: times('08:00', '20:00') },
      { from: '2026-11-20 06:00', reminderTimes: times('09:00') },
    ])
    expect(words([sampleEvent(1)], [edited])).toEqual(['19 08:00 missed -', '19 20:00 missed -', '20 08:00 taken 2'])
  })
})

const ZONES = [
  SYDNEY,
  'America/New_York',
  'UTC',
  // Changes at midnight, by half an hour, and across midnight.
  'America/Santiago',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'America/Godthab',
  'Asia/Beirut',
]

describe('the instants of a day', () => {
  it.each(ZONES)('in %s are those on the wall', (zone) => {
    const every = sized({ short: 30, long: 15 })
    const minutes = Array.from({ length: 1440 / every }, (_, index) => localTimeOf(index * every))
    for (const wall of wallDays(day('2026-01-01'), day('2026-12-31'), zone)) {
      const wrong = minutes.filter((time) => wall.at(minutesOfDay(time)) !== instantAt(wall.date, time, zone))
      expect([wall.date, wrong]).toEqual([wall.date, []])
    }
  })
})

/** Including dates around clock changes in the zones above. */
const STARTS = ['2026-03-05', '2026-03-26', '2026-04-01', '2026-04-20', '2026-09-02', '2026-10-01', '2026-10-25'].map(
  day,
)

const timesOfDay = fc
  .uniqueArray(fc.integer({ min: 0, max: 47 }), { minLength: 1, maxLength: 4 })
  .map((halves) => halves.sort((a, b) => a - b).map((half) => localTimeOf(half * 30)))

const schedule: fc.Arbitrary<Schedule> = fc.oneof(
  fc.constant<Schedule>({ kind: 'daily' }),
  fc.constant<Schedule>({ kind: 'weekdays', days: [1, 3, 6, 7] }),
  fc.constant<Schedule>({ kind: 'interval', everyDays: 2, anchorDate: day('2026-01-01') }),
  fc.constant<Schedule>({ kind: 'cycle', daysOn: 2, daysOff: 1, anchorDate: day('2026-01-01') }),
  fc
    .tuple(fc.constantFrom(...STARTS), fc.constantFrom({ hours: 8 }, { hours: 36.5 }, { days: 1 }, { days: 3 }))
    .map(([date, every]): Schedule => ({ kind: 'after-taken', every, first: `${date}T08:30` as LocalDateTime })),
)

/** A plan with an edit, possibly an end and a stop, and log entries for its own times and others, twice, or undone. */
const stories = fc.record({
  zone: fc.constantFrom(...ZONES),
  start: fc.constantFrom(...STARTS),
  plans: fc.array(fc.record({ reminderTimes: timesOfDay, schedule, hour: fc.integer({ min: 0, max: 200 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  endsAfter: fc.option(fc.integer({ min: 2, max: 9 })),
  stopsAfter: fc.option(fc.integer({ min: 20, max: 240 })),
  logged: fc.array(
    fc.record({
      day: fc.integer({ min: -1, max: 11 }),
      half: fc.integer({ min: 0, max: 47 }),
      kind: fc.constantFrom('taken', 'taken', 'skipped', 'snoozed', 'undone' as const),
      late: fc.integer({ min: -90, max: 600 }),
      of: fc.nat({ max: 30 }),
    }),
    { maxLength: 30 },
  ),
  seen: fc.integer({ min: 0, max: 290 }),
})

type Story = typeof stories extends fc.Arbitrary<infer Told> ? Told : never

function medicationOf({ zone, start, plans, endsAfter, stopsAfter }: Story, midnight: number): Medication {
  const versions = plans
    .toSorted((a, b) => a.hour - b.hour)
    .map(({ reminderTimes, schedule: kind, hour }) => ({
      reminderTimes,
      schedule: kind,
      startDate: null,
      endDate: endsAfter === null ? null : addDays(start, endsAfter),
      effectiveFrom: toInstant(midnight + hour * HOUR),
    }))
  const stoppedAt = stopsAfter === null ? null : toInstant(midnight + stopsAfter * HOUR)
  return { ...sampleMedication({ stoppedAt, name: zone }), ...versions.at(-1), versions }
}

function eventOf(entry: Story['logged'][number], index: number, { zone, start, plans, logged }: Story): DoseEvent {
  const known = plans.flatMap(({ reminderTimes }) => reminderTimes)
  const slotOf = ({ day: offset, half }: Story['logged'][number]) => {
    // Three out of four are times of the plan.
    const time = half % 4 === 0 ? localTimeOf(half * 30) : known[half % known.length]
    return { date: addDays(start, offset) as LocalDate, time: time ?? localTimeOf(0) }
  }
  const target = entry.kind === 'undone' && entry.of < index ? logged[entry.of] : undefined
  const kind = entry.kind === 'undone' && !target ? 'taken' : entry.kind
  const slot = slotOf(target ?? entry)
  const moment = instantAt(slot.date, slot.time, zone) + entry.late * MINUTE
  return sampleEvent(index + 1, {
    slot: `${slot.date} ${slot.time}`,
    kind,
    at: toInstant(moment),
    loggedAt: toInstant(moment),
    until: kind === 'snoozed' ? toInstant(moment + HOUR) : null,
    undoes: kind === 'undone' ? sampleId<DoseEventId>(entry.of + 1) : null,
  })
}

describe('against what every other screen says of the same days', () => {
  it('the states are the same, whatever was planned, edited, logged and undone, at every changeover', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const { zone, start, seen } = story
        const midnight = startOfDay(start, zone)
        const known = {
          medications: [medicationOf(story, midnight)],
          events: story.logged.map((entry, index) => eventOf(entry, index, story)),
        }
        const input = {
          ...known,
          log: doseLogOf(known),
          from: start,
          to: addDays(start, 9),
          zone,
          now: midnight + seen * HOUR,
        }
        const mine = pastDoses(input).map(({ medicationId, date, time, state }) => [medicationId, date, time, state])
        const theirs = doseViews(input)
          // A dose that waits is shown today, but it is one of its own day.
          .slots.filter(({ slot, state }) => state !== 'upcoming' && slot.date >= start)
          .map(({ slot, state }) => [slot.medicationId, slot.date, slot.time, state])
        expect(mine.map(String).sort()).toEqual(theirs.map(String).sort())
      }),
      { numRuns: sized({ short: 150, long: 500 }) },
    )
  })

  it('a dose is late by the time from its own instant, also behind a changeover', () => {
    const zone = 'America/New_York'
    const taken = instantAt(day('2026-03-08'), times('03:20')[0] as never, zone)
    const nights = sampleMedication({}, [{ reminderTimes: times('02:30'), from: '2026-03-01 00:00' }])
    const [dose] = pastDoses({
      medications: [nights],
      events: [sampleEvent(1, { slot: '2026-03-08 02:30', at: toInstant(taken) })],
      from: day('2026-03-08'),
      to: day('2026-03-08'),
      zone,
      now: taken + DAY,
    })
    // 2:30 does not exist that night, so the dose is due at 3:30.
    expect(dose && lateOf(dose)).toBe(-10)
  })
})
