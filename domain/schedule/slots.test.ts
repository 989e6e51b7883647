import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MedicationId } from '../lib/ids.ts'
import { toInstant } from '../lib/instant.ts'
import { addDays, DAY, HOUR, localTimeOf, MINUTE } from '../lib/local-time.ts'
import { localAt } from '../lib/zone.ts'
import type { Medication } from '../records/medication.ts'
import { changeovers } from '../testing/changeovers.ts'
import { at, day, instant, METFORMIN, SYDNEY, sampleId, sampleMedication, times } from '../testing/samples.ts'
import { slotsOn } from '../testing/slots-on.ts'
import type { Plan } from './plan.ts'
import { sortedTimes } from './reminder-times.ts'
import { byTime, planSlots } from './slots.ts'

const plan = (medication: Medication, from: string, to: string, zone = SYDNEY): string[] =>
  planSlots(medication, { from: at(from, zone), to: at(to, zone) }, zone).map((slot) => `${slot.date} ${slot.time}`)

const planDay = (medication: Medication, date = '2026-11-20'): string[] =>
  slotsOn(medication, day(date), SYDNEY).map((slot) => slot.time)

describe('the planned doses of a medication', () => {
  it('carry medication, local date and time, and the instant at which the wall shows them', () => {
    const [first] = slotsOn(sampleMedication(), day('2026-11-20'), SYDNEY)
    expect(first).toEqual({
      id: 'epGYG3oN-xOuGL_aM6ZYfg',
      medicationId: METFORMIN,
      date: '2026-11-20',
      time: '08:00',
      at: Date.UTC(2026, 10, 19, 21),
    })
  })

  it('include the first instant of the window and exclude its last', () => {
    expect(plan(sampleMedication(), '2026-11-20 08:00', '2026-11-21 08:00')).toEqual([
      '2026-11-20 08:00',
      '2026-11-20 20:00',
    ])
    expect(plan(sampleMedication(), '2026-11-20 08:00', '2026-11-20 08:00')).toEqual([])
    expect(plan(sampleMedication(), '2026-11-21 08:00', '2026-11-20 08:00')).toEqual([])
  })

  it('run from the start date to the end date, both inclusive', () => {
    const medication = sampleMedication({}, [{ startDate: day('2026-11-20'), endDate: day('2026-11-21') }])
    expect(plan(medication, '2026-11-18 00:00', '2026-11-25 00:00')).toEqual([
      '2026-11-20 08:00',
      '2026-11-20 20:00',
      '2026-11-21 08:00',
      '2026-11-21 20:00',
    ])
  })

  it('are none when the end date lies before the start date or the window outside both', () => {
    const upsideDown = sampleMedication({}, [{ startDate: day('2026-11-21'), endDate: day('2026-11-20') }])
    expect(plan(upsideDown, '2026-11-18 00:00', '2026-11-25 00:00')).toEqual([])
    const past = sampleMedication({}, [{ endDate: day('2026-11-10') }])
    expect(plan(past, '2026-11-18 00:00', '2026-11-25 00:00')).toEqual([])
  })

  it('begin when the person added the medication, not earlier on that day', () => {
    expect(planDay(sampleMedication({}, [{ from: '2026-11-20 08:00' }]))).toEqual(['08:00', '20:00'])
    expect(planDay(sampleMedication({}, [{ from: '2026-11-20 08:01' }]))).toEqual(['20:00'])
  })

  it('fall only on days the schedule names', () => {
    const medication = sampleMedication({}, [
      { schedule: { kind: 'weekdays', days: [1, 5] }, reminderTimes: times('08:00') },
    ])
    expect(plan(medication, '2026-11-16 00:00', '2026-11-24 00:00')).toEqual([
      '2026-11-16 08:00',
      '2026-11-20 08:00',
      '2026-11-23 08:00',
    ])
  })

  it('are none when it is taken only as needed, even if times were left over', () => {
    expect(planDay(sampleMedication({}, [{ schedule: { kind: 'as-needed' } }]))).toEqual([])
  })
})

describe('an edit', () => {
  const moved = (edit: string) =>
    sampleMedication({}, [
      { reminderTimes: times('08:00', '12:00', '20:00') },
      { from: edit, reminderTimes: times('09:00', '13:00', '21:00') },
    ])

  it('in the middle of the day leaves the doses before itself alone and moves those after it', () => {
    expect(planDay(moved('2026-11-20 12:30'))).toEqual(['08:00', '12:00', '13:00', '21:00'])
    expect(planDay(moved('2026-11-20 12:30'), '2026-11-19')).toEqual(['08:00', '12:00', '20:00'])
    expect(planDay(moved('2026-11-20 12:30'), '2026-11-21')).toEqual(['09:00', '13:00', '21:00'])
  })

  it('at the very instant of a dose decides about that dose', () => {
    expect(planDay(moved('2026-11-20 12:00'))).toEqual(['08:00', '13:00', '21:00'])
    expect(planDay(moved('2026-11-20 13:00'))).toEqual(['08:00', '12:00', '13:00', '21:00'])
  })

  it('that moves a dose to a time already over today makes none in the past', () => {
    const medication = sampleMedication({}, [
      { reminderTimes: times('20:00') },
      { from: '2026-11-20 12:30', reminderTimes: times('09:00') },
    ])
    expect(planDay(medication)).toEqual([])
    expect(planDay(medication, '2026-11-21')).toEqual(['09:00'])
  })

  it('that keeps a time keeps the identity of its dose', () => {
    const before = slotsOn(sampleMedication(), day('2026-11-20'), SYDNEY)
    const edited = sampleMedication({}, [{}, { from: '2026-11-20 12:00', reminderTimes: times('07:00', '20:00') }])
    expect(slotsOn(edited, day('2026-11-20'), SYDNEY)).toEqual(before)
  })

  const reminderTimes = fc
    .uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 1, maxLength: 4 })
    .map((minutes) => minutes.sort((a, b) => a - b).map(localTimeOf))
  const moment = fc.integer({ min: at('2026-11-18 00:00') / MINUTE, max: at('2026-11-23 00:00') / MINUTE })

  it('neither makes nor removes doses before itself, and afterwards nothing rings at an old time', () => {
    const window = { from: at('2026-11-17 00:00'), to: at('2026-11-24 00:00') }
    fc.assert(
      fc.property(reminderTimes, reminderTimes, moment, (old, fresh, minute) => {
        const edit = minute * MINUTE
        const first = sampleMedication({}, [{ reminderTimes: old }])
        const second = { ...first.versions[0], reminderTimes: fresh, effectiveFrom: toInstant(edit) } as const
        const edited: Medication = {
          ...first,
          reminderTimes: fresh,
          versions: [...first.versions, { ...(second as Medication['versions'][number]) }],
        }
        const only: Medication = { ...edited, versions: edited.versions.slice(1) }
        const slots = planSlots(edited, window, SYDNEY)
        expect(slots.filter((slot) => slot.at < edit)).toEqual(
          planSlots(first, window, SYDNEY).filter((slot) => slot.at < edit),
        )
        expect(slots.filter((slot) => slot.at >= edit)).toEqual(planSlots(only, window, SYDNEY))
      }),
    )
  })
})

describe('stopping', () => {
  it('plans nothing from its instant on and leaves what was before', () => {
    expect(planDay(sampleMedication({ stoppedAt: instant('2026-11-20 20:00') }))).toEqual(['08:00'])
    expect(planDay(sampleMedication({ stoppedAt: instant('2026-11-20 20:01') }))).toEqual(['08:00', '20:00'])
    expect(planDay(sampleMedication({ stoppedAt: instant('2026-11-20 20:00') }), '2026-11-21')).toEqual([])
  })

  it('also ends what an edit planned for later', () => {
    const medication = sampleMedication({ stoppedAt: instant('2026-11-20 12:00') }, [
      {},
      { from: '2026-11-20 13:00', reminderTimes: times('14:00') },
    ])
    expect(planDay(medication)).toEqual(['08:00'])
  })

  it('taken back plans the very same doses as before', () => {
    const medication = sampleMedication()
    const stopped = { ...medication, stoppedAt: instant('2026-11-20 12:00') }
    expect(slotsOn({ ...stopped, stoppedAt: null }, day('2026-11-21'), SYDNEY)).toEqual(
      slotsOn(medication, day('2026-11-21'), SYDNEY),
    )
  })
})

describe('time zones', () => {
  it('a change of the plan zone changes instants but no identity', () => {
    const window = (zone: string) => ({
      from: at('2026-11-20 00:00', zone),
      to: at('2026-11-27 00:00', zone),
    })
    fc.assert(
      fc.property(fc.constantFrom(...Intl.supportedValuesOf('timeZone')), (zone) => {
        const sydney = planSlots(sampleMedication(), window(SYDNEY), SYDNEY)
        const there = planSlots(sampleMedication(), window(zone), zone)
        expect(there.map(({ id, date, time }) => [id, date, time])).toEqual(
          sydney.map(({ id, date, time }) => [id, date, time]),
        )
      }),
    )
  })

  it('no changeover of any zone within 10 years loses a dose or doubles one', () => {
    const wrong: unknown[] = []
    for (const { zone, at: change, before } of changeovers(Date.UTC(2026, 0, 1), Date.UTC(2036, 0, 1))) {
      // In local time: up to an hour before the change, at it, and up to an hour and a half after it.
      const minute = (change + before) / MINUTE + 1440
      const around = [-60, -15, 0, 15, 30, 60, 90].map((offset) => localTimeOf((minute + offset) % 1440))
      const reminderTimes = sortedTimes(around)
      const medication = sampleMedication({}, [{ from: '2025-01-01 00:00', reminderTimes }])
      const today = localAt(change, zone).date
      for (const date of [addDays(today, -1), today]) {
        const planned = slotsOn(medication, date, zone).map((slot) => slot.time)
        if (sortedTimes(planned).join() !== reminderTimes.join()) wrong.push({ zone, date, planned })
        if (planned.length !== reminderTimes.length) wrong.push({ zone, date, planned })
      }
    }
    expect(wrong).toEqual([])
  })

  it('a dose that a changeover moves past midnight is listed under its own date only (Greenland)', () => {
    const zone = 'America/Scoresbysund'
    const medication = sampleMedication({}, [{ reminderTimes: times('23:30') }])
    const [saturday] = slotsOn(medication, day('2035-03-24'), zone)
    expect(saturday && localAt(saturday.at, zone)).toEqual({ date: '2035-03-25', time: '00:30' })
    expect(slotsOn(medication, day('2035-03-25'), zone).map((slot) => slot.date)).toEqual(['2035-03-25'])
  })

  it('a clock put back across midnight loses no dose of the new day (St John’s, 2010)', () => {
    const zone = 'America/St_Johns'
    const medication = sampleMedication({}, [{ from: '2010-01-01 00:00', reminderTimes: times('00:00', '23:30') }])
    const shownAgain = at('2010-11-07 00:00', zone) + 30 * MINUTE
    expect(localAt(shownAgain, zone).date).toBe('2010-11-06')
    const slots = planSlots(medication, { from: shownAgain - 2 * HOUR, to: shownAgain }, zone)
    expect(slots.map((slot) => `${slot.date} ${slot.time}`)).toEqual(['2010-11-06 23:30', '2010-11-07 00:00'])
  })

  it('a day that a zone skips moves its doses forward (Samoa, 2011)', () => {
    const zone = 'Pacific/Apia'
    const medication = sampleMedication({}, [{ from: '2010-01-01 00:00', reminderTimes: times('08:00') }])
    const slots = [...slotsOn(medication, day('2011-12-30'), zone), ...slotsOn(medication, day('2011-12-31'), zone)]
    expect(slots.map((slot) => slot.date)).toEqual(['2011-12-30', '2011-12-31'])
    expect(slots.map((slot) => localAt(slot.at, zone))).toEqual([
      { date: '2011-12-31', time: '08:00' },
      { date: '2011-12-31', time: '08:00' },
    ])
  })
})

describe('windows', () => {
  const zones = ['Australia/Sydney', 'Australia/Lord_Howe', 'America/Santiago', 'America/St_Johns', 'Africa/Cairo']
  const schedule = fc.oneof(
    fc.constant<Plan['schedule']>({ kind: 'daily' }),
    fc.constant<Plan['schedule']>({ kind: 'weekdays', days: [2, 6, 7] }),
    fc.constant<Plan['schedule']>({ kind: 'cycle', daysOn: 3, daysOff: 2, anchorDate: day('2026-04-01') }),
  )
  const someDate = fc.integer({ min: 0, max: 730 }).map((days) => addDays(day('2026-01-01'), days))
  const somePlan = fc.record({
    schedule,
    reminderTimes: fc
      .uniqueArray(fc.integer({ min: 0, max: 95 }), { minLength: 1, maxLength: 6 })
      .map((quarters) => quarters.sort((a, b) => a - b).map((quarter) => localTimeOf(quarter * 15))),
    startDate: fc.option(someDate),
    endDate: fc.option(someDate),
  })
  const someInstant = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) })

  it('compose: planning [a, b) and [b, c) is planning [a, c), in order of time and each dose once', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.array(fc.tuple(somePlan, someInstant), { minLength: 1, maxLength: 4 }),
        fc.option(someInstant),
        fc.tuple(someInstant, fc.integer({ min: 0, max: 20 * DAY }), fc.integer({ min: 0, max: 20 * DAY })),
        (zone, plans, stop, [a, first, second]) => {
          const versions = plans
            .sort(([, one], [, other]) => one - other)
            .map(([some, from]) => ({ ...some, effectiveFrom: toInstant(from) }))
          const medication = { id: METFORMIN, versions, stoppedAt: stop === null ? null : toInstant(stop) }
          const [b, c] = [a + first, a + first + second]
          const whole = planSlots(medication, { from: a, to: c }, zone)
          const parts = [
            ...planSlots(medication, { from: a, to: b }, zone),
            ...planSlots(medication, { from: b, to: c }, zone),
          ]
          expect(parts).toEqual(whole)
          expect(new Set(whole.map((slot) => slot.id)).size).toBe(whole.length)
          expect(whole.every((slot, index) => slot.at >= (whole[index - 1]?.at ?? a) && slot.at < c)).toBe(true)
          expect(whole.every((slot) => slot.at < (stop ?? c))).toBe(true)
        },
      ),
    )
  })

  it('doses of several medications at one time keep one order on every device', () => {
    const of = (number: number) =>
      slotsOn(sampleMedication({ id: sampleId<MedicationId>(number) }), day('2026-11-20'), SYDNEY)
    const sorted = [...of(1), ...of(2), ...of(3)].sort(byTime)
    expect([...of(3), ...of(1), ...of(2)].sort(byTime)).toEqual(sorted)
  })
})
