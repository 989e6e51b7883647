import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import type { DoseEventId } from '../lib/ids.ts'
import { msOf, toInstant } from '../lib/instant.ts'
import { DAY, HOUR, type LocalDateTime, MINUTE } from '../lib/local-time.ts'
import { localAt } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import { at, day, instant, SYDNEY, sampleEvent, sampleId, sampleMedication } from '../testing/samples.ts'
import { doseLogOf, loggedDoses } from './dose-log.ts'
import type { Plan } from './plan.ts'
import type { AfterTaken } from './schedule.ts'
import { plannedDose, planSlots, waitingSlot } from './slots.ts'

type Fields = Partial<Plan> & { from?: string }

const every = (gap: AfterTaken['every'], first = '2026-11-20T08:00', fields: Fields = {}): Fields => ({
  schedule: { kind: 'after-taken', every: gap, first: first as LocalDateTime },
  reminderTimes: [],
  ...fields,
})
const HOURS8 = every({ hours: 8 })
const WEEKLY = every({ days: 7 })

const slotsOf = (plans: Fields[], events: DoseEvent[], zone = SYDNEY) => {
  const medication = sampleMedication({}, plans)
  const log = doseLogOf({ medications: [medication], events })
  return planSlots(medication, { from: at('2026-03-01 00:00'), to: at('2027-03-01 00:00') }, zone, log)
}

/** Returns the slots of a plan as `date time`, those that are not logged with a question mark. */
const inShort = (plans: Fields[], events: DoseEvent[] = [], zone = SYDNEY): string[] => {
  const undone = new Set(events.map(({ undoes }) => undoes))
  const logged = new Set(
    events
      .filter(({ id, kind }) => (kind === 'taken' || kind === 'skipped') && !undone.has(id))
      .map(({ slotId }) => slotId),
  )
  return slotsOf(plans, events, zone).map(({ id, date, time }) => `${date} ${time}${logged.has(id) ? '' : '?'}`)
}

const take = (number: number, slot: string | null, taken: string) =>
  sampleEvent(number, { slot, at: instant(taken), loggedAt: instant(taken) })
const skip = (number: number, slot: string, when = slot) =>
  sampleEvent(number, { slot, kind: 'skipped', at: instant(when) })
const undo = (number: number, of: DoseEvent) =>
  sampleEvent(number, { slot: null, kind: 'undone', undoes: of.id, slotId: of.slotId, snapshot: of.snapshot })

describe('a plan that counts from the last dose', () => {
  it('has one open dose, at first, and then that long after the dose taken last', () => {
    expect(inShort([HOURS8])).toEqual(['2026-11-20 08:00?'])
    const first = take(1, '2026-11-20 08:00', '2026-11-20 09:10')
    expect(inShort([HOURS8], [first])).toEqual(['2026-11-20 08:00', '2026-11-20 17:10?'])
    expect(inShort([HOURS8], [first, take(2, '2026-11-20 17:10', '2026-11-20 17:10')])).toEqual([
      '2026-11-20 08:00',
      '2026-11-20 17:10',
      '2026-11-21 01:10?',
    ])
  })

  it('keeps the time of day of the first dose when it counts days', () => {
    expect(inShort([WEEKLY], [take(1, '2026-11-20 08:00', '2026-11-22 21:30')])).toEqual([
      '2026-11-20 08:00',
      '2026-11-29 08:00?',
    ])
  })

  it('counts a dose that was not planned too', () => {
    expect(inShort([HOURS8], [take(1, null, '2026-11-20 06:00')])).toEqual(['2026-11-20 14:00?'])
    const early = [take(1, '2026-11-20 08:00', '2026-11-20 08:00'), take(2, null, '2026-11-20 12:00')]
    expect(inShort([HOURS8], early)).toEqual(['2026-11-20 08:00', '2026-11-20 20:00?'])
  })

  it('counts a skipped dose from its planned time, unless one was taken after that', () => {
    const skipped = skip(1, '2026-11-20 08:00', '2026-11-20 10:00')
    expect(inShort([HOURS8], [skipped])).toEqual(['2026-11-20 08:00', '2026-11-20 16:00?'])
    expect(inShort([HOURS8], [skipped, take(2, null, '2026-11-20 11:00')])).toEqual([
      '2026-11-20 08:00',
      '2026-11-20 19:00?',
    ])
    const both = [skipped, take(2, '2026-11-20 08:00', '2026-11-20 08:30')]
    expect(inShort([HOURS8], both)).toEqual(['2026-11-20 08:00', '2026-11-20 16:30?'])
  })

  it('counts its first dose even if that was taken before the plan was made', () => {
    const made = { ...HOURS8, from: '2026-11-20 07:30' }
    expect(inShort([made], [take(1, '2026-11-20 08:00', '2026-11-20 07:00')])).toEqual([
      '2026-11-20 08:00',
      '2026-11-20 15:00?',
    ])
  })

  it('is as it was once a dose is undone', () => {
    const first = take(1, '2026-11-20 08:00', '2026-11-20 09:10')
    expect(inShort([HOURS8], [first, undo(2, first)])).toEqual(['2026-11-20 08:00?'])
  })

  it('counts from the later one if a dose was logged twice', () => {
    const twice = [take(1, '2026-11-20 08:00', '2026-11-20 08:02'), take(2, '2026-11-20 08:00', '2026-11-20 08:40')]
    expect(inShort([HOURS8], twice)).toEqual(['2026-11-20 08:00', '2026-11-20 16:40?'])
  })

  it('asks for no minute twice, and always goes on', () => {
    const ahead = [take(1, '2026-11-20 08:00', '2026-11-20 08:00'), take(2, '2026-11-20 16:00', '2026-11-20 08:00')]
    const next = ['2026-11-20 08:00', '2026-11-20 16:00', '2026-11-20 16:01?']
    expect(inShort([HOURS8], ahead)).toEqual(next)
    expect(inShort([{ ...HOURS8, endDate: day('2026-11-30') }], ahead)).toEqual(next)
  })

  it('that counts days asks for no dose beside one that was taken the evening before', () => {
    const early = [take(1, '2026-11-20 08:00', '2026-11-20 08:00'), take(2, '2026-11-21 08:00', '2026-11-20 23:00')]
    const next = '2026-11-22 08:00?'
    expect(inShort([every({ days: 1 })], early)).toEqual(['2026-11-20 08:00', '2026-11-21 08:00', next])
    const pauses = [{ from: day('2026-11-22'), to: day('2026-11-23') }]
    expect(inShort([every({ days: 1 }, undefined, { pauses })], early).at(-1)).toBe('2026-11-24 08:00?')
  })
})

describe('an edit of such a plan', () => {
  it('keeps counting from the last dose, and adds none beside one that is open', () => {
    const edited = { ...HOURS8, instructions: '', from: '2026-11-20 09:00', endDate: day('2026-12-31') }
    expect(inShort([HOURS8, edited])).toEqual(['2026-11-20 08:00?'])
    expect(inShort([HOURS8, edited], [take(1, '2026-11-20 08:00', '2026-11-20 09:30')])).toEqual([
      '2026-11-20 08:00',
      '2026-11-20 17:30?',
    ])
    const sooner = every({ hours: 6 }, undefined, { from: '2026-11-20 10:00' })
    expect(inShort([HOURS8, sooner], [take(1, '2026-11-20 08:00', '2026-11-20 08:00')])).toEqual([
      '2026-11-20 08:00',
      '2026-11-20 14:00?',
    ])
  })

  it('neither adds nor removes doses before it', () => {
    const daily: Fields = {}
    const edited = every({ hours: 8 }, '2026-11-21T09:00', { from: '2026-11-20 12:00' })
    expect(inShort([daily, edited]).slice(-3)).toEqual(['2026-11-19 20:00?', '2026-11-20 08:00?', '2026-11-21 09:00?'])
  })

  it('with a first dose of its own leaves the doses of the plan before alone', () => {
    const first = take(1, '2026-11-20 08:00', '2026-11-20 08:00')
    const edited = every({ days: 7 }, '2026-11-21T09:00', { from: '2026-11-20 12:00' })
    expect(inShort([{}, edited], [first]).slice(-2)).toEqual(['2026-11-20 08:00', '2026-11-21 09:00?'])
    expect(inShort([{}, edited], [take(2, null, '2026-11-20 13:00')]).at(-1)).toBe('2026-11-27 09:00?')
  })

  it('asks at once if its first dose has passed, or at that time of the next day if it counts days', () => {
    const late = { from: '2026-11-20 09:00' }
    expect(inShort([every({ hours: 8 }, '2026-11-20T08:00', late)])).toEqual(['2026-11-20 09:00?'])
    expect(inShort([every({ days: 7 }, '2026-11-20T08:00', late)])).toEqual(['2026-11-21 08:00?'])
  })
})

describe('such a plan with dates', () => {
  const first = take(1, '2026-11-20 08:00', '2026-11-20 08:00')
  const pauses = [{ from: day('2026-11-20'), to: day('2026-11-22') }]

  it('goes on after a pause at the time of day of the first dose', () => {
    expect(inShort([{ ...HOURS8, pauses }])).toEqual(['2026-11-23 08:00?'])
    const later = [{ from: day('2026-11-21'), to: null }]
    const night = take(2, '2026-11-20 16:00', '2026-11-20 18:00')
    expect(inShort([{ ...HOURS8, pauses: later }], [first, night]).slice(2)).toEqual([])
    const resumed = { ...HOURS8, from: '2026-11-25 10:00' }
    expect(inShort([{ ...HOURS8, pauses: later }, resumed], [first, night]).slice(2)).toEqual(['2026-11-25 10:00?'])
  })

  it('begins with its start date and ends with its end date', () => {
    expect(inShort([{ ...HOURS8, startDate: day('2026-11-24') }])).toEqual(['2026-11-24 08:00?'])
    expect(inShort([{ ...HOURS8, endDate: day('2026-11-19') }])).toEqual([])
    expect(inShort([{ ...WEEKLY, endDate: day('2026-11-26') }], [first])).toEqual(['2026-11-20 08:00'])
  })

  it('has amounts, and no dose on a day of 0', () => {
    const byDay = { anchorDate: day('2026-11-20'), amounts: ['1', '0'] as Amount[] }
    const amounts = { unit: 'tablet', each: '2' as Amount, byDay }
    const daily = every({ days: 1 }, undefined, { amounts })
    expect(inShort([daily], [first])).toEqual(['2026-11-20 08:00', '2026-11-22 08:00?'])
    expect(slotsOf([daily], [first])[1]).toMatchObject({ plannedAmount: { amount: '1', unit: 'tablet' } })
  })

  it('may be a step: it counts on from the step before, and not beyond its days', () => {
    const step = (days: number | null, gap: number, from: string) => ({
      days,
      schedule: every({ hours: gap }, from).schedule as AfterTaken,
      reminderTimes: [],
    })
    const steps = [step(2, 8, '2026-11-20T08:00'), step(null, 24, '2026-11-22T08:00')]
    const plan: Fields = { schedule: { kind: 'phases', steps }, reminderTimes: [], startDate: day('2026-11-20') }
    expect(inShort([plan])).toEqual(['2026-11-20 08:00?', '2026-11-22 08:00?'])
    expect(inShort([plan], [first])).toEqual(['2026-11-20 08:00', '2026-11-20 16:00?', '2026-11-22 08:00?'])
    const last = take(2, '2026-11-20 16:00', '2026-11-21 23:00')
    expect(inShort([plan], [first, last])).toEqual(['2026-11-20 08:00', '2026-11-20 16:00', '2026-11-22 23:00?'])
  })
})

describe('clocks', () => {
  it('change, and hours pass nevertheless', () => {
    const spring = every({ hours: 8 }, '2026-10-03T22:00')
    const from = '2026-10-01 00:00'
    const taken = sampleEvent(1, { slot: '2026-10-03 22:00', at: instant('2026-10-03 22:00') })
    expect(inShort([{ ...spring, from }], [taken])).toEqual(['2026-10-03 22:00', '2026-10-04 07:00?'])
  })

  it('change, and days keep their time of day', () => {
    const plan = every({ days: 1 }, '2026-10-03T22:00', { from: '2026-10-01 00:00' })
    const taken = sampleEvent(1, { slot: '2026-10-03 22:00', at: instant('2026-10-03 22:00') })
    expect(inShort([plan], [taken])).toEqual(['2026-10-03 22:00', '2026-10-04 22:00?'])
  })

  it('set back show a minute twice: what was logged in it is not asked for again', () => {
    // In Sydney it is 3:00 twice on April 5, 2026.
    const plan = every({ hours: 1 }, '2026-04-05T02:30', { from: '2026-04-01 00:00' })
    const taken = sampleEvent(1, { slot: '2026-04-05 02:30', at: instant('2026-04-05 02:30') })
    const [, open] = slotsOf([plan], [taken])
    expect(open).toMatchObject({ date: '2026-04-05', time: '02:31', at: at('2026-04-05 02:30') + HOUR + MINUTE })
  })

  it('elsewhere show the same instant when hours are counted, and nothing logged opens again', () => {
    const taken = take(1, '2026-11-20 08:00', '2026-11-20 09:10')
    const [here, there] = [SYDNEY, 'Europe/Berlin'].map((zone) => slotsOf([HOURS8], [taken], zone))
    const idsOf = (slots: typeof here) => slots?.map(({ id }) => id)
    expect(idsOf(there)).toContain(here?.[0]?.id)
    expect(there?.find(({ id }) => id !== here?.[0]?.id)?.at).toBe(at('2026-11-20 17:10'))
    expect(here?.[1]?.at).toBe(at('2026-11-20 17:10'))
  })
})

/** Any log of doses against any slot and none, skipped and undone, undone undos among them. */
const anyLog = fc
  .array(
    fc.record({
      minutes: fc.integer({ min: -3000, max: 20_000 }),
      slot: fc.option(fc.integer({ min: -3000, max: 20_000 })),
      kind: fc.constantFrom<DoseEvent['kind']>('taken', 'taken', 'skipped', 'undone'),
      of: fc.nat(),
    }),
    { maxLength: 12 },
  )
  .map((entries) =>
    entries.map(({ minutes, slot, kind, of }, index): DoseEvent => {
      const wall = slot === null && kind !== 'skipped' ? null : localAt(START + (slot ?? minutes) * MINUTE, SYDNEY)
      const undoes = kind === 'undone' && index > 0 ? sampleId<DoseEventId>((of % index) + 1) : null
      return sampleEvent(index + 1, {
        kind: undoes === null && kind === 'undone' ? 'taken' : kind,
        slot: wall && `${wall.date} ${wall.time}`,
        at: toInstant(START + minutes * MINUTE),
        undoes,
      })
    }),
  )

const START = at('2026-11-20 08:00')
const anyEvery: fc.Arbitrary<AfterTaken['every']> = fc.oneof(
  fc.integer({ min: 2, max: 144 }).map((halves) => ({ hours: halves / 2 })),
  fc.integer({ min: 1, max: 60 }).map((days) => ({ days })),
)

describe('whatever was logged', () => {
  const runs = { numRuns: 100 }

  it('the order in which devices learn of it changes nothing', () => {
    fc.assert(
      fc.property(
        anyEvery,
        anyLog.chain((log) => fc.tuple(fc.constant(log), fc.shuffledSubarray(log, { minLength: log.length }))),
        (gap, [log, shuffled]) => {
          expect(slotsOf([every(gap)], [...shuffled, ...log])).toEqual(slotsOf([every(gap)], log))
        },
      ),
      runs,
    )
  })

  it('exactly one dose is open, never sooner after the last one than planned', () => {
    fc.assert(
      fc.property(anyEvery, anyLog, (gap, events) => {
        const medication = sampleMedication({}, [every(gap)])
        const log = doseLogOf({ medications: [medication], events })
        const doses = loggedDoses(events)
        const all = planSlots(medication, { from: at('2026-11-01 00:00'), to: START + 100 * DAY }, SYDNEY, log)
        const open = all.filter(({ date, time }) => !doses.settledOn(date).includes(time))
        expect(open).toHaveLength(1)
        expect(open).toEqual([waitingSlot(medication, SYDNEY, log)])
        const taken = doses.taken.at(-1)
        const last = taken ? msOf(taken.at) : Number.NEGATIVE_INFINITY
        if (gap.hours) expect(open[0]?.at).toBeGreaterThanOrEqual(last + gap.hours * HOUR)
        else expect(open[0]?.at).toBeGreaterThan(last + ((gap.days ?? 0) - 1) * DAY - 2 * HOUR)
      }),
      runs,
    )
  })

  it('an undo leaves what was there before', () => {
    fc.assert(
      fc.property(anyEvery, anyLog, fc.integer({ min: 0, max: 20_000 }), (gap, log, minutes) => {
        const taken = sampleEvent(90, { slot: null, at: toInstant(START + minutes * MINUTE) })
        expect(slotsOf([every(gap)], [...log, taken, undo(91, taken)])).toEqual(slotsOf([every(gap)], log))
      }),
      runs,
    )
  })

  it('a planned dose is the one that the window has', () => {
    fc.assert(
      fc.property(anyEvery, anyLog, (gap, events) => {
        const medication = sampleMedication({}, [every(gap)])
        const log = doseLogOf({ medications: [medication], events })
        for (const slot of slotsOf([every(gap)], events)) {
          expect(plannedDose(medication, slot, SYDNEY, log)?.at).toBe(slot.at)
        }
      }),
      runs,
    )
  })
})
