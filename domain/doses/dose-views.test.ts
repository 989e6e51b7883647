import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DoseEventId, MedicationId } from '../lib/ids.ts'
import { addDays, localTimeOf } from '../lib/local-time.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import { at, day, instant, SYDNEY, sampleEvent, sampleId, sampleMedication, times } from '../testing/samples.ts'
import { type DoseViewsInput, dateOfEvent, doseViews } from './dose-views.ts'

const undo = (number: number, of: number, fields: Parameters<typeof sampleEvent>[1] = {}) =>
  sampleEvent(number, { kind: 'undone', undoes: sampleId<DoseEventId>(of), ...fields })

/** Shows November 20, 2026 in Sydney, seen at noon, unless the arguments say otherwise. */
const see = (
  events: DoseEvent[],
  medications: Medication[] = [sampleMedication()],
  rest: Partial<DoseViewsInput> & { seen?: string } = {},
) => {
  const { seen = '2026-11-20 12:00', ...input } = rest
  const date = day('2026-11-20')
  return doseViews({ medications, events, from: date, to: date, zone: SYDNEY, now: at(seen), ...input })
}
const inShort = (...args: Parameters<typeof see>) =>
  see(...args).slots.map((view) => `${view.slot.time} ${view.name} ${view.state}${view.planned ? '' : ' (orphan)'}`)

describe('the doses of a day', () => {
  it('are the planned ones with what the log says, in order of time', () => {
    expect(inShort([sampleEvent(1)])).toEqual(['08:00 Metformin XR taken', '20:00 Metformin XR upcoming'])
    expect(inShort([])).toEqual(['08:00 Metformin XR late', '20:00 Metformin XR upcoming'])
  })

  it('of several medications are mixed by time', () => {
    const other = sampleMedication({ id: sampleId<MedicationId>(2), name: 'Apixaban' }, [
      { reminderTimes: times('07:00', '12:00') },
    ])
    expect(inShort([], [sampleMedication(), other])).toEqual([
      '07:00 Apixaban missed',
      '08:00 Metformin XR late',
      '12:00 Apixaban due',
      '20:00 Metformin XR upcoming',
    ])
  })

  it('carry every event of the slot, the oldest moment first, and when they ring', () => {
    const snooze = sampleEvent(2, {
      kind: 'snoozed',
      at: instant('2026-11-20 08:01'),
      until: instant('2026-11-20 12:30'),
    })
    const [view] = see([undo(3, 1, { at: instant('2026-11-20 08:05') }), sampleEvent(1), snooze]).slots
    expect(view?.events.map((event) => event.kind)).toEqual(['snoozed', 'taken', 'undone'])
    expect(view?.state).toBe('snoozed')
    expect(view?.ringStart).toBe(at('2026-11-20 12:30'))
  })

  it('are late until the next dose of the same medicine, also when that one is on the next day', () => {
    const evening = { seen: '2026-11-21 07:59' }
    expect(inShort([], undefined, evening)).toEqual(['08:00 Metformin XR missed', '20:00 Metformin XR late'])
    expect(inShort([], undefined, { seen: '2026-11-21 08:00' })).toEqual([
      '08:00 Metformin XR missed',
      '20:00 Metformin XR missed',
    ])
  })

  it('with no further dose planned are late for 24 hours', () => {
    const ending = sampleMedication({}, [{ endDate: day('2026-11-20') }])
    expect(inShort([], [ending], { seen: '2026-11-21 19:59' })[1]).toBe('20:00 Metformin XR late')
    expect(inShort([], [ending], { seen: '2026-11-21 20:00' })[1]).toBe('20:00 Metformin XR missed')
  })

  it('that a changeover moves onto one instant are not missed because of each other', () => {
    const medication = sampleMedication({}, [{ from: '2026-10-01 00:00', reminderTimes: times('02:30', '03:30') }])
    const date = day('2026-10-04')
    expect(inShort([], [medication], { from: date, to: date, seen: '2026-10-04 04:00' })).toEqual([
      '02:30 Metformin XR late',
      '03:30 Metformin XR late',
    ])
  })

  it('follow the version in force: an edit at noon shows the old morning and the new evening', () => {
    const edited = sampleMedication({}, [{}, { from: '2026-11-20 12:00', reminderTimes: times('09:00', '21:00') }])
    expect(inShort([sampleEvent(1)], [edited])).toEqual(['08:00 Metformin XR taken', '21:00 Metformin XR upcoming'])
  })
})

describe('a renamed medicine', () => {
  const renamed = sampleMedication({ name: 'Metformin', dosage: '500 mg' })

  it('keeps the logged name and dosage where it was logged', () => {
    const [logged, open] = see([sampleEvent(1)], [renamed]).slots
    expect([logged?.name, logged?.dosage]).toEqual(['Metformin XR', '1000 mg'])
    expect([open?.name, open?.dosage]).toEqual(['Metformin', '500 mg'])
  })

  it('has its new name where a dose was only snoozed or undone', () => {
    const snooze = sampleEvent(1, { kind: 'snoozed', until: instant('2026-11-20 12:30') })
    expect(see([snooze], [renamed]).slots[0]?.name).toBe('Metformin')
    expect(see([sampleEvent(1), undo(2, 1)], [renamed]).slots[0]?.name).toBe('Metformin')
  })
})

describe('a dose that no schedule yields any more', () => {
  const moved = [sampleMedication({}, [{ reminderTimes: times('09:00', '20:00') }])]

  it.each(['taken', 'skipped'] as const)(
    'R1.5 is still shown on its day when it was %s, and not asked for again at its new time',
    (kind) => {
      expect(inShort([sampleEvent(1, { kind })], moved)).toEqual([
        `08:00 Metformin XR ${kind} (orphan)`,
        '20:00 Metformin XR upcoming',
      ])
    },
  )

  it('R1.5 is asked for again once it is undone', () => {
    expect(inShort([sampleEvent(1), undo(2, 1)], moved)).toEqual([
      '09:00 Metformin XR late',
      '20:00 Metformin XR upcoming',
    ])
  })

  it('R1.5 answers the planned dose nearest to it and no other, of its own medication and date', () => {
    const other = sampleMedication({ id: sampleId<MedicationId>(2), name: 'Apixaban' }, [
      { reminderTimes: times('09:00') },
    ])
    expect(inShort([sampleEvent(1)], [...moved, other])).toEqual([
      '08:00 Metformin XR taken (orphan)',
      '09:00 Apixaban late',
      '20:00 Metformin XR upcoming',
    ])
    const [yesterday, today] = [day('2026-11-19'), day('2026-11-20')]
    const events = [sampleEvent(1, { slot: '2026-11-19 23:50' })]
    expect(inShort(events, moved, { from: yesterday, to: today })).toEqual([
      '09:00 Metformin XR missed',
      '23:50 Metformin XR taken (orphan)',
      '09:00 Metformin XR late',
      '20:00 Metformin XR upcoming',
    ])
  })

  it('R1.5 answers nothing further when the dose nearest to it was logged too', () => {
    const both = [sampleEvent(1), sampleEvent(2, { slot: '2026-11-20 09:00' })]
    expect(inShort(both, moved)).toEqual([
      '08:00 Metformin XR taken (orphan)',
      '09:00 Metformin XR taken',
      '20:00 Metformin XR upcoming',
    ])
  })

  it('is gone when it was only snoozed, or undone', () => {
    const snooze = sampleEvent(1, { kind: 'snoozed', until: instant('2026-11-20 12:30') })
    expect(see([snooze], moved).slots).toHaveLength(2)
    expect(see([sampleEvent(1), undo(2, 1)], moved).slots).toHaveLength(2)
  })

  it('is shown with the name in the log when the medication is not on this device', () => {
    const [view] = see([sampleEvent(1)], []).slots
    expect(view).toMatchObject({ name: 'Metformin XR', dosage: '1000 mg', instructions: '', planned: false })
  })

  it('is listed on its planned date, whenever it was taken', () => {
    const late = sampleEvent(1, { at: instant('2026-11-21 09:00') })
    const tomorrow = day('2026-11-21')
    expect(see([late], []).slots).toHaveLength(1)
    expect(see([late], [], { from: tomorrow, to: tomorrow }).slots).toHaveLength(0)
  })

  it('is there once, however the planned days are asked for', () => {
    const zone = 'America/Scoresbysund'
    const medication = sampleMedication({}, [{ reminderTimes: times('23:30') }])
    const event = sampleEvent(1, { slot: '2035-03-24 23:30' })
    const dates = ['2035-03-24', '2035-03-25'].map((date) => {
      const range = { from: day(date), to: day(date), zone, now: at('2035-03-24 12:00', zone) }
      return doseViews({ medications: [medication], events: [event], ...range }).slots
    })
    expect(dates.map((views) => views.map((view) => [view.slot.date, view.state, view.planned]))).toEqual([
      [['2035-03-24', 'taken', true]],
      [['2035-03-25', 'upcoming', true]],
    ])
  })
})

describe('an edit that is synced days late', () => {
  const MONDAY = '2026-11-16'
  const week = [0, 1, 2, 3].map((days) => addDays(day(MONDAY), days))
  const quarters = fc.uniqueArray(fc.integer({ min: 4, max: 91 }), { minLength: 1, maxLength: 4 })
  const sparse = quarters.map((picked) =>
    picked.sort((a, b) => a - b).filter((quarter, index, all) => quarter - (all[index - 1] ?? -99) >= 8),
  )
  /** Less than half of the minimum of two hours between doses, so that each has exactly one counterpart. */
  const shift = fc.integer({ min: -59, max: 59 }).filter((minutes) => minutes !== 0)

  it('R1.5 asks for none of the doses that other devices logged meanwhile, and for all others', () => {
    fc.assert(
      fc.property(
        sparse,
        shift,
        fc.constantFrom('taken', 'skipped'),
        fc.infiniteStream(fc.boolean()),
        (old, by, kind, coins) => {
          const oldTimes = old.map((quarter) => localTimeOf(quarter * 15))
          const fresh = old.map((quarter) => localTimeOf(quarter * 15 + by))
          const medication = sampleMedication({}, [
            { reminderTimes: oldTimes },
            { from: `${MONDAY} 00:00`, reminderTimes: fresh },
          ])
          const events: DoseEvent[] = []
          const expected: string[] = []
          for (const date of week) {
            oldTimes.forEach((time, index) => {
              const isLogged = coins.next().value === true
              const slot = `${date} ${time}`
              if (isLogged) events.push(sampleEvent(events.length, { slot, kind }))
              else expected.push(`${date} ${fresh[index]}`)
            })
          }
          const [from, to] = [day(MONDAY), addDays(day(MONDAY), 3)]
          const { slots } = doseViews({
            medications: [medication],
            events,
            from,
            to,
            zone: SYDNEY,
            now: at('2026-11-20 12:00'),
          })
          const open = slots.filter(({ outcome }) => outcome.kind === 'open').map(({ slot }) => slot)
          expect(open.map(({ date, time }) => `${date} ${time}`)).toEqual(expected)
          expect(slots.filter(({ state }) => state === kind)).toHaveLength(events.length)
        },
      ),
    )
  })

  it('R1.5 leaves a dose alone whose counterpart was over before the edit', () => {
    const edited = sampleMedication({}, [
      { reminderTimes: times('08:00', '12:00', '20:00') },
      { from: '2026-11-20 10:00', reminderTimes: times('09:00', '21:00') },
    ])
    expect(inShort([sampleEvent(1, { slot: '2026-11-20 12:00' })], [edited])).toEqual([
      '08:00 Metformin XR late',
      '12:00 Metformin XR taken (orphan)',
      '21:00 Metformin XR upcoming',
    ])
  })
})

describe('another plan zone', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const AUCKLAND = 'Pacific/Auckland'

  it('R1.4 never reopens what was settled, and takes no dose for another', () => {
    const kinds = fc.constantFrom('taken' as const, 'skipped' as const)
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.constantFrom(...zones), kinds, (old, fresh, kind) => {
        const medication = sampleMedication({}, [{ from: '2026-11-19 12:00' }])
        const dates = { from: day('2026-11-18'), to: day('2026-11-22') }
        const see = (zone: string, events: DoseEvent[]) =>
          doseViews({ medications: [medication], events, ...dates, zone, now: at('2026-11-21 12:00') }).slots
        const events = see(old, [])
          .filter(({ slot }) => slot.date === '2026-11-20')
          .map(({ slot }, index) => sampleEvent(index, { slot: `${slot.date} ${slot.time}`, kind }))
        const settled = new Set(events.map(({ slotId }) => slotId))
        const after = see(fresh, events)
        expect(after.filter(({ slot }) => settled.has(slot.id)).map(({ state }) => state)).toEqual(
          events.map(() => kind),
        )
        const unlogged = see(fresh, []).filter(({ slot }) => !settled.has(slot.id))
        expect(after.filter(({ slot }) => !settled.has(slot.id)).map(({ slot }) => slot)).toEqual(
          unlogged.map(({ slot }) => slot),
        )
      }),
    )
  })

  it('R1.4 R1.5 a dose whose time lies before the medication in it is shown and answers no other', () => {
    const added = [sampleMedication({}, [{ from: '2026-11-20 07:00' }])]
    expect(inShort([sampleEvent(1)], added, { zone: AUCKLAND })).toEqual([
      '08:00 Metformin XR taken (orphan)',
      '20:00 Metformin XR upcoming',
    ])
  })

  it('R1.4 lists what it jumps over', () => {
    const once = [sampleMedication({}, [{ reminderTimes: times('13:00') }])]
    const before = inShort([], once, { seen: '2026-11-20 12:00' })
    const after = inShort([], once, { seen: '2026-11-20 12:00', zone: AUCKLAND })
    expect([before, after]).toEqual([['13:00 Metformin XR upcoming'], ['13:00 Metformin XR late']])
  })
})

describe('extra doses', () => {
  const extra = (number: number, when: string, fields = {}) =>
    sampleEvent(number, { slot: null, at: instant(when), ...fields })
  const numbers = (events: DoseEvent[]) => see(events).extras.map((event) => Number(event.id.slice(-3)))

  it('are those of the day by their moment, the oldest first', () => {
    expect(
      numbers([
        extra(1, '2026-11-20 23:59'),
        extra(2, '2026-11-20 00:00'),
        extra(3, '2026-11-19 23:59'),
        extra(4, '2026-11-21 00:00'),
      ]),
    ).toEqual([2, 1])
  })

  it('that were undone are gone, also when that happened on another day', () => {
    const later = undo(2, 1, { slot: null, at: instant('2026-11-21 00:05') })
    expect(numbers([extra(1, '2026-11-20 23:50'), later])).toEqual([])
  })

  it('are no slots, and doses of slots are no extras', () => {
    expect(see([extra(1, '2026-11-20 09:00')], []).slots).toEqual([])
    expect(numbers([sampleEvent(1)])).toEqual([])
  })

  it('are listed under the date of their moment; doses of a slot under the date of the slot', () => {
    expect(dateOfEvent(extra(1, '2026-11-20 23:59'), SYDNEY)).toBe('2026-11-20')
    expect(dateOfEvent(extra(1, '2026-11-20 23:59'), 'Pacific/Auckland')).toBe('2026-11-21')
    expect(dateOfEvent(sampleEvent(1, { at: instant('2026-11-23 08:00') }), 'Pacific/Auckland')).toBe('2026-11-20')
  })
})

it('a range of days is the days one by one, in whatever order the log is read', () => {
  const slots = ['2026-11-19 08:00', '2026-11-19 20:00', '2026-11-20 08:00', '2026-11-20 09:00', '2026-11-21 20:00']
  const event = fc.record({
    slot: fc.constantFrom(null, ...slots),
    kind: fc.constantFrom('taken' as const, 'skipped' as const),
  })
  const log = fc
    .array(event, { maxLength: 8 })
    .map((all) => all.map(({ slot, kind }, index) => sampleEvent(index + 1, { slot, kind: slot ? kind : 'taken' })))
  const dates = ['2026-11-19', '2026-11-20', '2026-11-21'].map(day)
  fc.assert(
    fc.property(
      log.chain((events) => fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length }))),
      ([events, shuffled]) => {
        const range = { from: day('2026-11-19'), to: day('2026-11-21') }
        const whole = see(events, undefined, range)
        const parts = dates.map((date) => see(shuffled, undefined, { from: date, to: date }))
        expect(parts.flatMap((part) => part.slots)).toEqual(whole.slots)
        expect(parts.flatMap((part) => part.extras)).toEqual(whole.extras)
      },
    ),
  )
})
