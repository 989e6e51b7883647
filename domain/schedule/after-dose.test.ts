import { describe, expect, it } from 'vitest'
import { doseViews } from '../doses/dose-views.ts'
import { pastDoses } from '../insights/past-doses.ts'
import type { Amount } from '../lib/amount.ts'
import type { MedicationId } from '../lib/ids.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import { at, day, instant, METFORMIN, SYDNEY, sampleEvent, sampleId, sampleMedication } from '../testing/samples.ts'
import { countFromLog } from './counting.ts'
import { doseLogOf } from './dose-log.ts'
import type { Plan } from './plan.ts'
import { planProblem } from './plan-problem.ts'
import { slotIdOf } from './slot-id.ts'
import { plannedDose, planSlots, waitingSlot } from './slots.ts'

const FOLLOWING = sampleId<MedicationId>(2)
type Fields = Partial<Plan> & { from?: string }

const minutesAfter = (minutes: number, fields: Fields = {}): Fields => ({
  schedule: { kind: 'after-dose', medicationId: METFORMIN, minutes },
  reminderTimes: [],
  ...fields,
})
const followingOf = (plans: Fields[]) => sampleMedication({ id: FOLLOWING, name: 'Vitamin D' }, plans)

const take = (number: number, slot: string | null, taken: string) => sampleEvent(number, { slot, at: instant(taken) })
const undo = (number: number, of: DoseEvent) =>
  sampleEvent(number, { slot: null, kind: 'undone', undoes: of.id, slotId: of.slotId, snapshot: of.snapshot })

const inShort = (plans: Fields[], events: DoseEvent[], zone = SYDNEY): string[] => {
  const medication = followingOf(plans)
  const log = doseLogOf({ medications: [medication], events })
  const slots = planSlots(medication, { from: at('2026-01-01 00:00'), to: at('2027-03-01 00:00') }, zone, log)
  for (const slot of slots) {
    expect(slot.id).toBe(slotIdOf(FOLLOWING, slot.date, slot.time))
    expect(plannedDose(medication, slot, zone, log)?.at).toBe(slot.at)
  }
  expect(waitingSlot(medication, zone, log)).toBeNull()
  return slots.map(({ date, time }) => `${date} ${time}`)
}

const TAKEN = take(1, '2026-11-20 08:00', '2026-11-20 08:10')

const CORRECTED = [TAKEN, undo(2, TAKEN), take(3, '2026-11-20 08:00', '2026-11-20 08:00')]
/** Entries of the dose of that time: one at 8:10, undone, and another one. */
const correctedFrom = (number: number, time: string, taken: string): DoseEvent[] => {
  const before = take(number, `2026-11-20 ${time}`, '2026-11-20 08:10')
  return [before, undo(number + 1, before), take(number + 2, `2026-11-20 ${time}`, `2026-11-20 ${taken}`)]
}
const ownAt = (number: number, time: string, kind: 'taken' | 'skipped' = 'taken') =>
  sampleEvent(number, { medicationId: FOLLOWING, slot: `2026-11-20 ${time}`, kind, at: instant('2026-11-20 09:00') })

describe('R1.5 a dose that followed one which was logged anew', () => {
  const day20 = { from: day('2026-11-20'), to: day('2026-11-20'), zone: SYDNEY }
  const states = (events: DoseEvent[]) => {
    const medications = [followingOf([minutesAfter(30)])]
    const log = doseLogOf({ medications, events })
    const views = doseViews({ medications, events, log, ...day20, now: at('2026-11-20 12:00') })
    const slots = views.slots.filter(({ slot }) => slot.medicationId === FOLLOWING)
    const past = pastDoses({ medications, events, log, ...day20, now: at('2026-11-20 12:00') })
    expect(past.map(({ time, state }) => `${time} ${state}`).sort()).toEqual(
      slots.map(({ slot, state }) => `${slot.time} ${state}`),
    )
    return slots.map(({ slot, state }) => `${slot.time} ${state}`)
  }

  it.each<[string, DoseEvent[], string[]]>([
    ['is asked for at its new time', CORRECTED, ['08:30 late']],
    ['is not asked for again once it was taken', [...CORRECTED, ownAt(4, '08:40')], ['08:40 taken']],
    ['nor once it was skipped', [...CORRECTED, ownAt(4, '08:40', 'skipped')], ['08:40 skipped']],
    [
      'nor when that is corrected twice',
      [
        ...CORRECTED,
        undo(5, take(3, '2026-11-20 08:00', '2026-11-20 08:00')),
        take(6, '2026-11-20 08:00', '2026-11-20 07:45'),
        ownAt(4, '08:40'),
      ],
      ['08:40 taken'],
    ],
    [
      'stands twice where it was logged twice',
      [...CORRECTED, ownAt(4, '08:40'), ownAt(5, '08:30')],
      ['08:30 taken', '08:40 taken'],
    ],
    [
      'does not answer the dose that follows another one',
      [...CORRECTED, ownAt(4, '08:40'), take(7, '2026-11-20 20:00', '2026-11-20 10:00')],
      ['08:40 taken', '10:30 late'],
    ],
    [
      'answers nothing if the other was not taken after all',
      [TAKEN, undo(2, TAKEN), ownAt(4, '08:40'), take(7, '2026-11-20 20:00', '2026-11-20 10:00')],
      ['08:40 taken', '10:30 late'],
    ],
    [
      'answers the first where two of one minute were corrected',
      [...correctedFrom(10, '08:05', '08:09'), ...correctedFrom(20, '08:00', '08:03'), ownAt(4, '08:40')],
      ['08:39 late', '08:40 taken'],
    ],
  ])('%s', (_what, events, expected) => {
    expect(states(events)).toEqual(expected)
    expect(states(events.toReversed())).toEqual(expected)
  })

  const entryOf = (date: string, time: string, kind: 'taken' | 'skipped' = 'taken') =>
    sampleEvent(9, { medicationId: FOLLOWING, slot: `${date} ${time}`, kind, at: instant('2026-11-20 09:00') })
  const late = take(1, '2026-11-20 23:00', '2026-11-20 23:40')
  const corrected = (time: string) => [late, undo(2, late), take(3, '2026-11-20 23:00', time)]

  it.each<[string, DoseEvent[], string, string[]]>([
    ['the day before', [...corrected('2026-11-20 23:20'), entryOf('2026-11-21', '00:10')], '2026-11-20', []],
    [
      'the day before, and its own',
      [...corrected('2026-11-20 23:20'), entryOf('2026-11-21', '00:10')],
      '2026-11-21',
      ['00:10 taken'],
    ],
    ['nor if it was not logged', corrected('2026-11-20 23:20'), '2026-11-20', ['23:50 late']],
    ['two days before', [...corrected('2026-11-19 08:00'), entryOf('2026-11-21', '00:10')], '2026-11-19', []],
    ['nor skipped', [...corrected('2026-11-20 23:20'), entryOf('2026-11-21', '00:10', 'skipped')], '2026-11-20', []],
    [
      'but not where another dose is still planned then',
      [...corrected('2026-11-20 23:20'), take(4, null, '2026-11-20 23:40'), entryOf('2026-11-21', '00:10')],
      '2026-11-20',
      ['23:50 missed'],
    ],
  ])('is known across midnight: %s', (_what, events, date, expected) => {
    const medications = [followingOf([minutesAfter(30)])]
    const log = doseLogOf({ medications, events })
    const range = { from: day(date), to: day(date), zone: SYDNEY, now: at('2026-11-21 00:15') }
    for (const logged of [events, events.toReversed()]) {
      const { slots } = doseViews({ medications, events: logged, log, ...range })
      const own = slots.filter(({ slot }) => slot.medicationId === FOLLOWING)
      expect(own.map(({ slot, state }) => `${slot.time} ${state}`)).toEqual(expected)
      const past = pastDoses({ medications, events: logged, log, ...range })
      expect(past.map(({ time, state }) => `${time} ${state}`)).toEqual(expected)
    }
  })
})

describe('a plan that follows another medication', () => {
  it.each<[string, number, DoseEvent[], string[]]>([
    ['nothing was taken', 30, [], []],
    ['one was taken', 30, [TAKEN], ['2026-11-20 08:40']],
    ['one was taken beside its plan', 30, [take(1, null, '2026-11-20 23:50')], ['2026-11-21 00:20']],
    ['a day is between', 1440, [TAKEN], ['2026-11-21 08:10']],
    ['one was skipped', 30, [sampleEvent(1, { kind: 'skipped' })], []],
    ['one was undone', 30, [TAKEN, undo(2, TAKEN)], []],
    ['the undo was undone', 30, [TAKEN, undo(2, TAKEN), undo(3, undo(2, TAKEN))], ['2026-11-20 08:40']],
    ['two in a minute', 30, [TAKEN, take(2, null, '2026-11-20 08:10')], ['2026-11-20 08:40']],
    [
      'two that are minutes apart',
      30,
      [take(2, null, '2026-11-20 08:12'), TAKEN],
      ['2026-11-20 08:40', '2026-11-20 08:42'],
    ],
    ['one was logged twice', 30, [take(2, '2026-11-20 08:00', '2026-11-20 08:25'), TAKEN], ['2026-11-20 08:40']],
    [
      'the earlier of two entries was undone',
      30,
      [take(2, '2026-11-20 08:00', '2026-11-20 08:25'), TAKEN, undo(3, TAKEN)],
      ['2026-11-20 08:55'],
    ],
    ['its own doses count for nothing', 30, [{ ...TAKEN, medicationId: FOLLOWING }], []],
  ])('has its doses when %s', (_what, minutes, events, expected) => {
    expect(inShort([minutesAfter(minutes)], events)).toEqual(expected)
    expect(inShort([minutesAfter(minutes)], events.toReversed())).toEqual(expected)
  })

  it('seconds do not count: a slot is of a minute', () => {
    expect(inShort([minutesAfter(30)], [{ ...TAKEN, at: '2026-11-19T21:10:59.000Z' as DoseEvent['at'] }])).toEqual([
      '2026-11-20 08:40',
    ])
  })

  it('keeps to its own dates, pauses and days without a dose', () => {
    const log = [18, 19, 20, 21, 22].map((date) => take(date, null, `2026-11-${date} 08:00`))
    const byDay = { anchorDate: day('2026-11-18'), amounts: ['1', '0'] as Amount[] }
    const dates = (fields: Fields) => inShort([minutesAfter(30, fields)], log).map((slot) => slot.slice(8, 10))
    expect(dates({ startDate: day('2026-11-19'), endDate: day('2026-11-21') })).toEqual(['19', '20', '21'])
    expect(dates({ pauses: [{ from: day('2026-11-19'), to: day('2026-11-20') }] })).toEqual(['18', '21', '22'])
    expect(dates({ amounts: { unit: 'tablet', each: '1' as Amount, byDay } })).toEqual(['18', '20', '22'])
  })

  it('an edit changes what comes after it, and a stop ends it', () => {
    const log = [take(1, null, '2026-11-20 08:00'), take(2, null, '2026-11-20 12:00')]
    const plans = [minutesAfter(30), minutesAfter(60, { from: '2026-11-20 10:00' })]
    expect(inShort(plans, log)).toEqual(['2026-11-20 08:30', '2026-11-20 13:00'])
    const stopped = { ...followingOf([minutesAfter(30)]), stoppedAt: instant('2026-11-20 10:00') }
    const window = { from: at('2026-11-01 00:00'), to: at('2026-12-01 00:00') }
    const slots = planSlots(stopped, window, SYDNEY, doseLogOf({ medications: [stopped], events: log }))
    expect(slots.map(({ time }) => time)).toEqual(['08:30'])
  })

  it('minutes pass whatever the clocks do, and a minute that they show twice is one', () => {
    // 2:30 comes twice on that morning in Sydney.
    const first = at('2026-04-05 01:30')
    const events = [60, 120].map((minutes, index) =>
      sampleEvent(index + 1, { slot: null, at: new Date(first + minutes * 60_000).toISOString() as DoseEvent['at'] }),
    )
    expect(inShort([minutesAfter(1, { from: '2026-01-01 00:00' })], events)).toEqual(['2026-04-05 02:31'])
    const spring = [take(1, null, '2026-10-04 01:40')]
    expect(inShort([minutesAfter(30, { from: '2026-01-01 00:00' })], spring)).toEqual(['2026-10-04 03:10'])
  })

  it('is shown, missed and counted like any other', () => {
    const medications = [sampleMedication(), followingOf([minutesAfter(30)])]
    const own = { ...sampleEvent(3, { medicationId: FOLLOWING, slot: '2026-11-20 08:40' }) }
    const events = [TAKEN, take(2, null, '2026-11-20 12:00'), own]
    const log = doseLogOf({ medications, events })
    const range = { from: day('2026-11-20'), to: day('2026-11-20'), zone: SYDNEY, now: at('2026-11-22 09:00') }
    const { slots } = doseViews({ medications, events, log, ...range })
    const following = slots.filter(({ slot }) => slot.medicationId === FOLLOWING)
    expect(following.map(({ slot, state }) => `${slot.time} ${state}`)).toEqual(['08:40 taken', '12:30 missed'])
    const past = pastDoses({ medications, events, log, ...range }).filter((dose) => dose.medicationId === FOLLOWING)
    expect(past.map(({ time, state }) => `${time} ${state}`)).toEqual(['08:40 taken', '12:30 missed'])
  })

  it('needs the log of the other one, and has no reminder times', () => {
    const plan = followingOf([minutesAfter(30)])
    expect(countFromLog([plan, sampleMedication()])).toEqual([METFORMIN])
    expect(planProblem(plan)).toBeNull()
    expect(planProblem({ ...plan, reminderTimes: sampleMedication().reminderTimes })?.field).toBe('reminderTimes')
  })

  it('plans in a circle, which two devices may have made, still have the doses of their logs and no end of them', () => {
    const back: Fields = { schedule: { kind: 'after-dose', medicationId: FOLLOWING, minutes: 5 }, reminderTimes: [] }
    const medications = [sampleMedication({}, [back]), followingOf([minutesAfter(30)])]
    const log = doseLogOf({ medications, events: [TAKEN] })
    const window = { from: at('2026-11-01 00:00'), to: at('2027-11-01 00:00') }
    expect(medications.map((medication) => planSlots(medication, window, SYDNEY, log).length)).toEqual([0, 1])
  })
})
