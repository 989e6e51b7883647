import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sized } from '#tests/support/long.ts'
import { doseCommands } from '../commands/dose-verbs.ts'
import { adherenceOf } from '../doses/adherence.ts'
import { doseViews, type SlotView } from '../doses/dose-views.ts'
import { conflictsOf, slotConflict } from '../doses/slot-conflict.ts'
import { settlingEvents } from '../doses/slot-outcome.ts'
import { isSettled } from '../doses/slot-state.ts'
import { pastDoses } from '../insights/past-doses.ts'
import type { DeviceId, MedicationId } from '../lib/ids.ts'
import { type Instant, toInstant } from '../lib/instant.ts'
import { addDays, HOUR, type LocalDate, type LocalDateTime, MINUTE } from '../lib/local-time.ts'
import { localAt } from '../lib/zone.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import { at, DEVICE, instant, METFORMIN, SYDNEY, sampleEvent, sampleId, sampleMedication } from '../testing/samples.ts'
import { doseLogOf } from './dose-log.ts'
import type { AfterTaken } from './schedule.ts'
import { planSlots, waitingSlot } from './slots.ts'

const PERTH = 'Australia/Perth'
const FOLLOWING = sampleId<MedicationId>(2)
const following = (minutes = 30) =>
  sampleMedication({ id: FOLLOWING }, [
    { schedule: { kind: 'after-dose', medicationId: METFORMIN, minutes }, reminderTimes: [] },
  ])

/** A log to which doses are logged as a page in that zone does it. */
class Log {
  readonly events: DoseEvent[] = []
  #made = 0

  constructor(events: readonly DoseEvent[] = []) {
    this.events.push(...events)
  }

  /** Returns the doses of a medication around an instant (ms), as a device in that zone shows them then. */
  views(medication: Medication, zone: string, now: number): SlotView[] {
    const { date } = localAt(now, zone)
    const [from, to] = [addDays(date, -4), addDays(date, 4)] as [LocalDate, LocalDate]
    const input = { medications: [medication], events: this.events, from, to, zone, now }
    const { slots } = doseViews({ ...input, log: this.of(medication) })
    return slots.filter(({ slot }) => slot.medicationId === medication.id)
  }

  of = (medication: Medication) => doseLogOf({ medications: [medication], events: this.events })

  log(kind: 'take' | 'skip' | 'undo', view: SlotView, when: number): void {
    const source = { now: () => when, randomBytes: (length: number) => new Uint8Array(length).fill(++this.#made) }
    const author = { device: { id: DEVICE, name: 'Phone' }, source }
    const act =
      kind === 'undo'
        ? { verb: kind, events: settlingEvents(view.events) }
        : { verb: kind, doses: [view], details: {}, moment: {} }
    this.events.push(...doseCommands(author, act).map(({ args }) => args))
  }
}

const isOf = ({ slot, state }: SlotView) => `${slot.date.slice(5)} ${slot.time} ${state}`

describe('R1.4 after a journey a dose that follows another one', () => {
  const taken = (number: number, slot: string | null, when: string) => sampleEvent(number, { slot, at: instant(when) })
  const first = taken(1, '2026-11-20 08:00', '2026-11-20 08:10')
  const now = at('2026-11-20 09:00')
  /** A log in which the dose at 8:40 in Sydney was taken or skipped there, and what Perth and Honolulu make of it. */
  const logged = (kind: 'take' | 'skip') => {
    const log = new Log([first])
    const [view] = log.views(following(), SYDNEY, now)
    if (view) log.log(kind, view, now)
    return log
  }
  const shownIn = (log: Log, zone: string) => log.views(following(), zone, now).map(isOf)

  it.each(['take', 'skip'] as const)('is not asked for again: %s', (kind) => {
    const log = logged(kind)
    const done = kind === 'take' ? 'taken' : 'skipped'
    expect(shownIn(log, SYDNEY)).toEqual([`11-20 08:40 ${done}`])
    expect(shownIn(log, PERTH)).toEqual([`11-20 08:40 ${done}`])
    // The day before, there.
    expect(shownIn(log, 'Pacific/Honolulu')).toEqual([`11-20 08:40 ${done}`])
  })

  it('is asked for under its new time where it was not logged, or that was undone', () => {
    expect(shownIn(new Log([first]), PERTH)).toEqual(['11-20 05:40 late'])
    const log = logged('take')
    const [view] = log.views(following(), PERTH, now)
    if (view) log.log('undo', view, now)
    expect(shownIn(log, PERTH)).toEqual(['11-20 05:40 late'])
  })

  it('is not asked for again when the dose that it followed is corrected there', () => {
    const log = logged('take')
    log.events.push(
      sampleEvent(2, { kind: 'undone', undoes: first.id }),
      taken(3, '2026-11-20 08:00', '2026-11-20 08:20'),
    )
    for (const zone of [SYDNEY, PERTH]) expect(shownIn(log, zone)).toEqual(['11-20 08:40 taken'])
  })

  it('keeps its planned instant in an entry that corrects it there', () => {
    const log = logged('skip')
    const [dose] = log.views(following(), PERTH, now)
    const source = { now: () => now, randomBytes: (length: number) => new Uint8Array(length).fill(99) }
    const author = { device: { id: DEVICE, name: 'Phone' }, source }
    if (!dose) throw new Error('the skipped dose is shown')
    const commands = doseCommands(author, { verb: 'correct', dose, to: { kind: 'taken', details: {} } })
    expect(commands.at(-1)?.args.snapshot).toMatchObject({ time: '08:40', plannedAt: instant('2026-11-20 08:40') })
    log.events.push(...commands.map(({ args }) => args))
    expect(shownIn(log, PERTH)).toEqual(['11-20 08:40 taken'])
  })

  it('does not answer another dose of that medicine', () => {
    const log = logged('take')
    log.events.push(taken(2, '2026-11-20 20:00', '2026-11-20 08:45'))
    expect(shownIn(log, PERTH)).toEqual(['11-20 08:40 taken', '11-20 06:15 upcoming'])
  })

  it('is not asked for again where its old name is that of another dose in the new zone', () => {
    const doses = [first, taken(2, null, '2026-11-20 11:10')]
    const log = new Log(doses)
    const later = at('2026-11-20 12:00')
    for (const view of log.views(following(), SYDNEY, later)) log.log('take', view, later)
    // What was 11:40 in Sydney is 8:40 in Perth.
    expect(log.views(following(), PERTH, later).map(isOf)).toEqual(['11-20 08:40 taken', '11-20 11:40 taken'])
  })

  const ZONES = [SYDNEY, PERTH, 'Pacific/Kiritimati', 'Pacific/Honolulu', 'America/St_Johns', 'Asia/Kathmandu', 'UTC']

  it('is open there exactly if it is open here, whatever zones, times and logs', () => {
    const anyZone = fc.constantFrom(...ZONES)
    const anyTaken = fc.array(
      fc.record({ minutes: fc.integer({ min: 0, max: 2000 }), kind: fc.constantFrom('take', 'skip', 'open') }),
      { minLength: 1, maxLength: 6 },
    )
    let compared = 0
    fc.assert(
      fc.property(anyZone, anyZone, anyTaken, fc.integer({ min: 1, max: 1440 }), (here, there, doses, minutes) => {
        const medication = following(minutes)
        const end = now + 3500 * MINUTE
        const log = new Log(
          doses.map(({ minutes: after }, index) =>
            sampleEvent(index + 1, { slot: null, at: toInstant(now + after * MINUTE) }),
          ),
        )
        for (const [index, view] of log.views(medication, here, end).entries()) {
          const kind = doses[index]?.kind
          if (kind === 'take' || kind === 'skip') log.log(kind as 'take' | 'skip', view, view.slot.at + MINUTE)
        }
        const openIn = (zone: string) =>
          log
            .views(medication, zone, end)
            .filter(({ state }) => !isSettled(state))
            .map(({ slot }) => slot.at)
        // A dose of another instant that happens to have the same date and time there has the same id.
        const names = new Set(log.events.flatMap(({ snapshot: { date, time } }) => (date ? [`${date} ${time}`] : [])))
        const open = openIn(here)
        fc.pre(!open.some((instantOf) => names.has(Object.values(localAt(instantOf, there)).join(' '))))
        expect(openIn(there)).toEqual(open)
        const { date } = localAt(end, there)
        const range = { from: addDays(date, -4), to: addDays(date, 4), zone: there, now: end }
        const past = pastDoses({ medications: [medication], events: log.events, log: log.of(medication), ...range })
        expect(past.filter(({ state }) => !isSettled(state)).map((dose) => dose.at)).toEqual(open)
        if (here !== there && names.size > 0) compared += 1
      }),
      { numRuns: sized({ short: 300, long: 5000 }) },
    )
    expect(compared).toBeGreaterThan(50)
  })
})

describe('R1.4 a dose that two devices logged in two plan zones', () => {
  const NEXT = sampleId<MedicationId>(3)
  const medication = following()
  /** Follows the medicine that was logged twice. */
  const next = sampleMedication({ id: NEXT }, [
    { schedule: { kind: 'after-dose', medicationId: FOLLOWING, minutes: 60 }, reminderTimes: [] },
  ])
  const now = at('2026-11-20 11:00')
  const ZONES = [SYDNEY, PERTH, 'Pacific/Kiritimati', 'Pacific/Honolulu', 'UTC']
  const dose = sampleEvent(1, { at: instant('2026-11-20 08:10') })
  const loggedIn = (number: number, zone: string, when: string, kind: DoseEvent['kind'] = 'taken') => {
    const wall = Object.values(localAt(at('2026-11-20 08:40'), zone)).join(' ')
    const fields = { medicationId: FOLLOWING, slot: wall, kind, at: instant(when), loggedAt: instant(when) }
    const event = sampleEvent(number, { ...fields, deviceId: sampleId<DeviceId>(900 + number) })
    return { ...event, snapshot: { ...event.snapshot, plannedAt: instant('2026-11-20 08:40') } }
  }
  const [here, there] = [loggedIn(2, SYDNEY, '2026-11-20 08:41'), loggedIn(3, PERTH, '2026-11-20 08:50')]
  const undone = sampleEvent(4, { ...there, kind: 'undone', undoes: there.id, slot: '2026-11-20 05:40' })
  const both = [dose, here, there]

  const countedIn = (zone: string, events: DoseEvent[], range = 1) => {
    const { date } = localAt(now, zone)
    const input = {
      medications: [medication],
      events,
      zone,
      now,
      from: addDays(date, -range),
      to: addDays(date, range),
    }
    const all = { ...input, log: doseLogOf({ medications: [medication], events }) }
    const slots = doseViews(all).slots.filter(({ slot }) => slot.medicationId === FOLLOWING)
    const past = pastDoses(all)
    expect(past.map(({ state, takenAt }) => [state, takenAt])).toEqual(
      slots.map(({ state, outcome }) => [state, outcome.kind === 'taken' ? outcome.event.at : null]),
    )
    return slots
  }
  const instantsOf = (events: DoseEvent[], zone: string) =>
    planSlots(
      next,
      { from: now - 24 * HOUR, to: now + 24 * HOUR },
      zone,
      doseLogOf({ medications: [next], events }),
    ).map((slot) => slot.at)

  it.each(ZONES)('is one dose in the lists, in adherence and in the question: %s', (zone) => {
    const slots = countedIn(zone, both)
    expect(adherenceOf(slots)).toMatchObject({ counted: 1, taken: 1, percent: 100 })
    expect(slots.map(({ events }) => events)).toEqual([[here, there]])
    expect(slots.map((view) => slotConflict(view.events))).toEqual(conflictsOf(both))
    // On each date alone it is one too: the date of the earliest entry.
    const ofDays = [-2, -1, 0, 1].flatMap((days) => {
      const date = addDays(localAt(now, zone).date, days)
      const input = { medications: [medication], events: [here, there], zone, now, from: date, to: date }
      return doseViews({ ...input, log: doseLogOf({ medications: [medication], events: both }) }).slots
    })
    expect(ofDays.map(isOf)).toEqual(['11-20 08:40 taken'])
  })

  it.each(ZONES)('brings one dose of a medicine that follows it, before an answer and after it: %s', (zone) => {
    expect(instantsOf(both, zone)).toEqual([at('2026-11-20 09:41')])
    expect(instantsOf([...both, undone], zone)).toEqual([at('2026-11-20 09:41')])
    const skipped = loggedIn(3, PERTH, '2026-11-20 08:30', 'skipped')
    expect(instantsOf([dose, here, skipped], zone)).toEqual([at('2026-11-20 09:41')])
  })

  it.each(ZONES)('is answered by what followed the entry that is taken back: %s', (zone) => {
    const event = sampleEvent(5, { medicationId: NEXT, slot: '2026-11-20 09:50', at: instant('2026-11-20 09:51') })
    const followed = { ...event, snapshot: { ...event.snapshot, plannedAt: instant('2026-11-20 09:50') } }
    const log = new Log([...both, undone, followed])
    expect(log.views(next, zone, now).map(isOf)).toEqual(['11-20 09:50 taken'])
  })

  it.each(ZONES)('is open again once its Undo was pressed, which takes back all of its entries: %s', (zone) => {
    const log = new Log(both)
    const [view] = log.views(medication, zone, now)
    if (view) log.log('undo', view, now)
    const undone = log.events.slice(both.length).map(({ undoes, slotId }) => ({ undoes, slotId }))
    // Under the slots of the entries, in which servers and older clients look for them.
    expect(undone).toEqual([here, there].map(({ id, slotId }) => ({ undoes: id, slotId })))
    expect(log.views(medication, zone, now).map(({ slot, state }) => [slot.at, state])).toEqual([
      [at('2026-11-20 08:40'), 'late'],
    ])
  })

  it('is one dose of a plan that counts from its own log, and its other name is not given to the next one', () => {
    const schedule = { kind: 'after-taken' as const, every: { hours: 3 }, first: '2026-11-20T08:40' as LocalDateTime }
    const plan = [{ schedule, reminderTimes: [], from: '2026-11-10 00:00' }]
    const counting = sampleMedication({ id: FOLLOWING }, plan)
    const [early, late] = [loggedIn(2, PERTH, '2026-11-20 08:40'), loggedIn(3, SYDNEY, '2026-11-20 08:40')]
    for (const zone of ZONES) {
      const log = new Log([early, late])
      const shown = log.views(counting, zone, now)
      // Three hours later it is 8:40 in Perth, the name that the dose had in Sydney.
      const open = at('2026-11-20 11:40') + (zone === PERTH ? MINUTE : 0)
      expect(shown.filter(({ state }) => isSettled(state)).map(isOf)).toEqual(['11-20 05:40 taken'])
      expect(shown.filter(({ state }) => !isSettled(state)).map(({ slot }) => slot.at)).toEqual([open])
    }
  })

  it('counts as one and brings one whatever zones and moments, as if both entries had one name', () => {
    const minute = fc.integer({ min: 0, max: 120 })
    const zones = fc.constantFrom(...ZONES)
    const kinds = fc.constantFrom<DoseEvent['kind']>('taken', 'taken', 'skipped')
    fc.assert(
      fc.property(zones, zones, zones, minute, minute, kinds, kinds, (one, two, shown, first, second, kind, other) => {
        const when = (minutes: number) => toInstant(at('2026-11-20 08:30') + minutes * MINUTE)
        const entry = (number: number, zone: string, minutes: number, as: DoseEvent['kind']) => ({
          ...loggedIn(number, zone, '2026-11-20 08:41', as),
          at: when(minutes),
        })
        const split = [dose, entry(2, one, first, kind), entry(3, two, second, other)]
        const same = [dose, entry(2, one, first, kind), entry(3, one, second, other)]
        expect(adherenceOf(countedIn(shown, split, 3))).toEqual(adherenceOf(countedIn(shown, same, 3)))
        expect(instantsOf(split, shown)).toEqual(instantsOf(same, shown))
        expect(instantsOf(split.toReversed(), shown)).toEqual(instantsOf(split, shown))
      }),
      { numRuns: sized({ short: 100, long: 2000 }) },
    )
  })

  it('is the same on each date alone, whatever order its entries came in, also where its names are on two dates', () => {
    const zones = fc.constantFrom(...ZONES)
    const kinds = fc.constantFrom<DoseEvent['kind']>('taken', 'taken', 'skipped')
    const shuffled = fc.shuffledSubarray([0, 1, 2], { minLength: 3 })
    const minutes = fc.integer({ min: 0, max: 1439 })
    let ofTwoDates = 0
    fc.assert(
      fc.property(zones, zones, zones, minutes, kinds, shuffled, (one, two, shown, minute, kind, order) => {
        const planned = at('2026-11-20 00:00') + minute * MINUTE
        const entry = (number: number, zone: string, as: DoseEvent['kind']) => {
          const when = toInstant(planned + number * MINUTE)
          const slot = Object.values(localAt(planned, zone)).join(' ')
          const fields = { medicationId: FOLLOWING, slot, kind: as, at: when, loggedAt: when }
          const event = sampleEvent(number, { ...fields, deviceId: sampleId<DeviceId>(900 + number) })
          return { ...event, snapshot: { ...event.snapshot, plannedAt: toInstant(planned) } }
        }
        const entries = [entry(2, one, 'taken'), entry(3, two, kind)]
        const followed = sampleEvent(1, { at: toInstant(planned - 30 * MINUTE) })
        const events = order.map((index) => [followed, ...entries][index] as DoseEvent)
        const log = doseLogOf({ medications: [medication], events })
        const shownOn = (date: LocalDate) => {
          const input = {
            medications: [medication],
            events,
            zone: shown,
            now: planned + HOUR,
            from: date,
            to: date,
            log,
          }
          const past = pastDoses(input).map(({ date, time, state }) => `${date} ${time} ${state}`)
          const views = doseViews(input).slots.filter(({ slot }) => slot.medicationId === FOLLOWING)
          expect(views.map(({ slot, state }) => `${slot.date} ${slot.time} ${state}`)).toEqual(past)
          return past
        }
        const around = [-2, -1, 0, 1, 2].map((days) => addDays(localAt(planned, shown).date, days))
        expect(around.flatMap(shownOn).map((dose) => dose.split(' ')[2])).toEqual(['taken'])
        if (new Set(entries.map(({ snapshot }) => snapshot.date)).size > 1) ofTwoDates += 1
      }),
      { numRuns: sized({ short: 300, long: 5000 }) },
    )
    expect(ofTwoDates).toBeGreaterThan(50)
  })
})

describe('R1.8 after a journey the open dose of a plan that counts hours', () => {
  const START = at('2026-11-20 08:00')

  it('is at the same instant, whether the last dose was taken or skipped before', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(SYDNEY, PERTH, 'Pacific/Kiritimati', 'Pacific/Honolulu'),
        fc.constantFrom(SYDNEY, PERTH, 'America/St_Johns', 'UTC'),
        fc.integer({ min: 2, max: 144 }),
        fc.array(fc.record({ late: fc.integer({ min: 0, max: 90 }), isTaken: fc.boolean() }), { minLength: 1 }),
        (here, there, halves, acts) => {
          const { date, time } = localAt(START, here)
          const every: AfterTaken['every'] = { hours: halves / 2 }
          const schedule = { kind: 'after-taken' as const, every, first: `${date}T${time}` as LocalDateTime }
          const medication = sampleMedication({}, [{ schedule, reminderTimes: [], from: '2026-11-10 00:00' }])
          const log = new Log()
          for (const { late, isTaken } of acts) {
            const open = waitingSlot(medication, here, log.of(medication))
            const view = log.views(medication, here, open?.at ?? 0).find(({ slot }) => slot.id === open?.id)
            if (view) log.log(isTaken ? 'take' : 'skip', view, view.slot.at + late * MINUTE)
          }
          const openIn = (zone: string) => waitingSlot(medication, zone, log.of(medication))
          const walls = log.events.map(({ snapshot }) => `${snapshot.date} ${snapshot.time}`)
          const elsewhere = localAt(openIn(here)?.at ?? 0, there)
          fc.pre(!walls.includes(`${elsewhere.date} ${elsewhere.time}`))
          expect(openIn(there)?.at).toBe(openIn(here)?.at)
        },
      ),
      { numRuns: sized({ short: 100, long: 2000 }) },
    )
  })

  it('is not asked for again where the skipped dose was the first of a plan made since', () => {
    const every = (hours: number, from: string) => ({
      schedule: { kind: 'after-taken' as const, every: { hours }, first: '2026-11-20T08:00' as LocalDateTime },
      reminderTimes: [],
      from,
    })
    const plans = [every(12, '2026-11-19 00:00'), { ...every(24, '2026-11-20 09:00') }]
    const other = { ...plans[0]?.schedule, first: '2026-11-19T08:00' as LocalDateTime }
    const medication = sampleMedication({}, [{ ...plans[0], schedule: other as AfterTaken }, plans[1] ?? {}])
    const event = sampleEvent(1, { slot: '2026-11-20 08:00', kind: 'skipped' })
    const skipped = { ...event, snapshot: { ...event.snapshot, plannedAt: instant('2026-11-20 08:00') } }
    const openIn = (zone: string) =>
      waitingSlot(medication, zone, doseLogOf({ medications: [medication], events: [skipped] }))?.at
    for (const zone of [SYDNEY, PERTH]) expect(openIn(zone)).toBe(at('2026-11-21 08:00'))
  })

  it('counts from the date and time of a skipped one where its entry says no instant', () => {
    const schedule = { kind: 'after-taken' as const, every: { hours: 8 }, first: '2026-11-20T08:00' as LocalDateTime }
    const medication = sampleMedication({}, [{ schedule, reminderTimes: [] }])
    const skipped = sampleEvent(1, { slot: '2026-11-20 08:00', kind: 'skipped' })
    const openAfter = (snapshot: { plannedAt?: Instant }) => {
      const events = [{ ...skipped, snapshot: { ...skipped.snapshot, ...snapshot } }]
      return waitingSlot(medication, PERTH, doseLogOf({ medications: [medication], events }))?.at
    }
    expect(openAfter({})).toBe(at('2026-11-20 08:00', PERTH) + 8 * HOUR)
    expect(openAfter({ plannedAt: instant('2026-11-20 08:00') })).toBe(at('2026-11-20 08:00') + 8 * HOUR)
  })
})
