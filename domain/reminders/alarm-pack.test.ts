import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sized } from '#tests/support/long.ts'
import type { MedicationId } from '../lib/ids.ts'
import { toInstant } from '../lib/instant.ts'
import { addDays, DAY, type LocalDateTime, type LocalTime, localTimeOf, MINUTE } from '../lib/local-time.ts'
import { localAt } from '../lib/zone.ts'
import type { Appointment } from '../records/appointment.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { Medication } from '../records/medication.ts'
import { slotIdOf } from '../schedule/slot-id.ts'
import { planSlots } from '../schedule/slots.ts'
import {
  at,
  day,
  instant,
  SYDNEY,
  sampleAppointment,
  sampleEvent,
  sampleId,
  sampleMedication,
  times,
} from '../testing/samples.ts'
import {
  type AlarmPlan,
  alarmsOf,
  isOutdated,
  isWithoutAlarms,
  markOf,
  movesOf,
  packWindow,
  withdrawnAlarms,
} from './alarm-pack.ts'
import { type Alarm, alarmPackFile } from './icalendar.ts'

const NOW = at('2026-11-20 12:00')
const ORIGIN = 'https://dosewell.example'

interface Part {
  name: string
  properties: Map<string, string>
  parts: Part[]
}

/** Reads a calendar file as strictly as RFC 5545 defines it, as far as a pack uses it. */
function read(file: string): Part {
  expect(file.endsWith('\r\n')).toBe(true)
  expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const physical = file.split('\r\n').slice(0, -1)
  const bytes = new TextEncoder()
  expect(physical.filter((line) => bytes.encode(line).length > 75 || line.trim() === '')).toEqual([])
  const root: Part = { name: '', properties: new Map(), parts: [] }
  const open = [root]
  for (const line of physical.join('\r\n').replaceAll('\r\n ', '').split('\r\n')) {
    const [, name = '', value = ''] = /^([A-Z-]+):(.+)$/.exec(line) ?? []
    expect([line, name]).not.toEqual([line, ''])
    const current = open.at(-1) as Part
    if (name === 'BEGIN') {
      const part: Part = { name: value, properties: new Map(), parts: [] }
      current.parts.push(part)
      open.push(part)
    } else if (name === 'END') {
      expect(open.pop()?.name).toBe(value)
    } else {
      expect([name, current.properties.has(name)]).toEqual([name, false])
      current.properties.set(name, value)
    }
  }
  expect(open).toEqual([root])
  expect(root.parts.map((part) => part.name)).toEqual(['VCALENDAR'])
  return root.parts[0] as Part
}

const wallOf = (instant: number): string => {
  const { date, time } = localAt(instant, SYDNEY)
  return `${date} ${time}`
}

const parseUtc = (text = ''): number => {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? []
  const [year = 0, month = 0, date = 0, hours = 0, minutes = 0, seconds = 0] = parts.map(Number)
  return Date.UTC(year, month - 1, date, hours, minutes, seconds)
}

const planOf = (
  medications: readonly Medication[],
  appointments: readonly Appointment[] = [],
  zone = SYDNEY,
  moves: AlarmPlan['moves'] = new Map(),
): AlarmPlan => ({ medications, appointments, zone, moves })

const fileOf = (medications: readonly Medication[], zone = SYDNEY, now = NOW) =>
  alarmPackFile({
    alarms: alarmsOf(planOf(medications, [], zone), packWindow(now)),
    withdrawn: [],
    now,
    origin: ORIGIN,
  })

const eventsOf = (file: string) =>
  read(file).parts.map(({ name, properties, parts }) => {
    expect(name).toBe('VEVENT')
    return {
      ...Object.fromEntries(properties),
      alarms: parts.map(({ properties }) => Object.fromEntries(properties)),
    } as Record<string, unknown> & {
      UID: string
      DTSTART: string
      SEQUENCE: string
      STATUS: string
      alarms: Record<string, string>[]
    }
  })

describe('the file of a pack', () => {
  it('R6.3 has what a calendar needs, and nothing that tells what the reminder is about', () => {
    const medication = sampleMedication({}, [{ reminderTimes: times('08:00'), endDate: day('2026-11-21') }])
    const file = fileOf([medication])
    expect(Object.fromEntries(read(file).properties)).toEqual({
      VERSION: '2.0',
      PRODID: '-//Dosewell//Reminders//EN',
      CALSCALE: 'GREGORIAN',
      METHOD: 'PUBLISH',
    })
    const [slot] = planSlots(medication, packWindow(NOW), SYDNEY)
    expect(eventsOf(file)).toEqual([
      {
        UID: `${slot?.id}@dosewell`,
        DTSTAMP: '20261120T010000Z',
        DTSTART: '20261120T210000Z',
        DURATION: 'PT15M',
        SEQUENCE: String((NOW - Date.UTC(2026, 0, 1)) / 1000),
        SUMMARY: 'You have a reminder',
        CLASS: 'PRIVATE',
        TRANSP: 'TRANSPARENT',
        STATUS: 'CONFIRMED',
        URL: `${ORIGIN}/?dose=${slot?.id}`,
        alarms: [{ ACTION: 'DISPLAY', TRIGGER: 'PT0S', DESCRIPTION: 'You have a reminder' }],
      },
    ])
    expect(file).not.toMatch(/metformin|1000 mg|food/i)
  })

  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  const someTimes = fc
    .uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 1, maxLength: 4 })
    .map((minutes) => minutes.sort((a, b) => a - b).map(localTimeOf))
  const moment = fc.integer({ min: Date.UTC(2026, 0, 1) / MINUTE, max: Date.UTC(2035, 0, 1) / MINUTE })

  it('R6.3 has one alarm for each dose of the next 30 days of every zone, at its instant, under its id', () => {
    fc.assert(
      fc.property(fc.array(someTimes, { maxLength: 3 }), zone, moment, (plans, zone, minute) => {
        const now = minute * MINUTE
        const medications = plans.map((reminderTimes, index) =>
          sampleMedication({ id: sampleId<MedicationId>(index + 1) }, [{ from: '2025-01-01 00:00', reminderTimes }]),
        )
        const planned = medications.flatMap((medication) =>
          planSlots(medication, { from: now, to: now + 30 * DAY }, zone),
        )
        const events = eventsOf(fileOf(medications, zone, now))
        const found = events.map(({ UID, DTSTART }) => `${UID} ${parseUtc(DTSTART)}`)
        expect(found.sort()).toEqual(planned.map(({ id, at }) => `${id}@dosewell ${at}`).sort())
        expect(events.every(({ alarms }) => alarms.length === 1 && alarms[0]?.TRIGGER === 'PT0S')).toBe(true)
      }),
      { numRuns: sized({ short: 15, long: 50 }) },
    )
  })

  it('R6.3 that is made later has a higher revision under the same ids, and it fits 31 bits', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 10_000 }), (minute, seconds) => {
        const [early, late] = [minute * MINUTE, minute * MINUTE + seconds * 1000]
        const alarms = alarmsOf(planOf([sampleMedication()]), packWindow(at('2027-01-01 00:00'))).slice(0, 1)
        const [one, other] = [early, late].map(
          (now) => eventsOf(alarmPackFile({ alarms, withdrawn: [], now, origin: ORIGIN }))[0],
        )
        expect(one?.UID).toBe(other?.UID)
        expect(Number(one?.SEQUENCE)).toBeLessThan(Number(other?.SEQUENCE))
        expect(Number(other?.SEQUENCE)).toBeLessThan(2 ** 31)
      }),
    )
  })

  it('R6.3 folds long lines wherever the app lives, without losing a letter', () => {
    const alarms = [{ uid: 'a', at: NOW, path: `/?dose=${'a'.repeat(22)}`, before: null }]
    fc.assert(
      fc.property(fc.webUrl(), fc.integer({ min: 0, max: 300 }), (url, length) => {
        const origin = `${new URL(url).origin}${'x'.repeat(length)}`
        const [event] = eventsOf(alarmPackFile({ alarms, withdrawn: [], now: NOW, origin }))
        expect(event?.URL).toBe(`${origin}/?dose=${'a'.repeat(22)}`)
      }),
      { numRuns: sized({ short: 30, long: 100 }) },
    )
  })

  it('R6.3 takes back what an earlier pack had, without an alarm', () => {
    const alarms = alarmsOf(planOf([sampleMedication()]), packWindow(NOW)).slice(0, 2)
    const [kept, gone] = alarms as [Alarm, Alarm]
    const events = eventsOf(alarmPackFile({ alarms: [kept], withdrawn: [gone], now: NOW, origin: ORIGIN }))
    expect(events.map(({ UID, STATUS, alarms }) => [UID, STATUS, alarms.length])).toEqual([
      [`${kept.uid}@dosewell`, 'CONFIRMED', 1],
      [`${gone.uid}@dosewell`, 'CANCELLED', 0],
    ])
  })
})

describe('whether the calendar is still right', () => {
  const mark = markOf(planOf([sampleMedication()]), packWindow(NOW))
  const edited = sampleMedication({}, [{}, { from: '2026-11-25 12:00', reminderTimes: times('08:00', '21:00') }])
  const stopped = sampleMedication({ stoppedAt: instant('2026-11-25 12:00') })
  const added = sampleMedication({ id: sampleId<MedicationId>(2) }, [{ from: '2026-11-25 12:00' }])

  it.each<[string, Medication[], string, boolean]>([
    ['nothing changed', [sampleMedication()], SYDNEY, false],
    ['a new name', [sampleMedication({ name: 'Metformin' })], SYDNEY, false],
    ['other times', [edited], SYDNEY, true],
    ['a stop', [stopped], SYDNEY, true],
    ['one more', [sampleMedication(), added], SYDNEY, true],
    ['deleted', [], SYDNEY, true],
    ['another zone', [sampleMedication()], 'Pacific/Auckland', true],
  ])('R6.3 %s', (_what, medications, zone, outdated) => {
    expect(isOutdated(mark, planOf(medications, [], zone), NOW)).toBe(outdated)
  })

  it('R6.3 has no alarms of doses that count from the last one, and says so', () => {
    const schedule = { kind: 'after-taken' as const, every: { hours: 8 }, first: '2026-11-28T08:00' as LocalDateTime }
    const counting = sampleMedication({}, [{ schedule, reminderTimes: [] }])
    expect(alarmsOf(planOf([counting]), packWindow(NOW))).toEqual([])
    expect([counting, sampleMedication()].map(isWithoutAlarms)).toEqual([true, false])
  })

  it('R6.3 is right again as soon as the alarms that differ are over', () => {
    const medications = [sampleMedication({}, [{}, { from: '2026-11-25 12:00', endDate: day('2026-11-26') }])]
    const short = markOf(planOf([sampleMedication()]), { from: NOW, to: at('2026-11-27 20:01') })
    const until = (time: string) => isOutdated(short, planOf(medications), at(time))
    expect(['2026-11-25 13:00', '2026-11-27 19:59', '2026-11-27 20:30'].map(until)).toEqual([true, true, false])
  })

  it('R6.3 what it stores does not tell at which times there are alarms', () => {
    const { prints } = markOf(planOf([sampleMedication()]), packWindow(NOW))
    expect(new Set(prints).size).toBe(prints.length)
    const none = markOf(planOf([]), packWindow(NOW)).prints
    // From the last one on nothing is left to hide.
    const known = prints.filter((print, index) => print === none[index])
    expect(prints.length - known.length).toBeGreaterThan(prints.length - 4 * 24)
  })

  it('R6.3 what edits and stops took away since is told, from now on', () => {
    const now = at('2026-11-28 12:00')
    const told = (medication: Medication) =>
      withdrawnAlarms(mark, planOf([medication]), now).map((alarm) => wallOf(alarm.at))
    expect(told(sampleMedication())).toEqual([])
    expect(told(edited).slice(0, 2)).toEqual(['2026-11-28 20:00', '2026-11-29 20:00'])
    expect(told(edited).every((slot) => slot.endsWith('20:00'))).toBe(true)
    expect(told(stopped).slice(0, 2)).toEqual(['2026-11-28 20:00', '2026-11-29 08:00'])
    expect(withdrawnAlarms(mark, planOf([sampleMedication(), added]), now)).toEqual([])
    expect(toInstant(mark.to)).toBe(toInstant(NOW + 30 * DAY))
  })
})

describe('doses that were moved', () => {
  const medication = sampleMedication({}, [{ reminderTimes: times('08:00', '20:00') }])
  const slotOf = (date: string, time: string) => slotIdOf(medication.id, day(date), time as LocalTime)
  const evening = slotOf('2026-11-20', '20:00')
  /** A move entered so many minutes after noon. */
  const moving = (to: string, minute: number, slot = '2026-11-20 20:00') =>
    sampleEvent(minute, {
      kind: 'snoozed',
      slot,
      at: instant('2026-11-20 12:00'),
      loggedAt: toInstant(NOW + minute * MINUTE),
      until: instant(`2026-11-20 ${to}`),
      movedTo: to as LocalTime,
    })
  const undoing = ({ id: undoes, ...event }: DoseEvent, minute: number) =>
    sampleEvent(minute + 100, { ...event, kind: 'undone', undoes, until: null, movedTo: undefined })
  const plan = (...events: DoseEvent[]) => planOf([medication], [], SYDNEY, movesOf(events))
  const first = (planned: AlarmPlan, now = NOW, count = 2) =>
    alarmsOf(planned, packWindow(now))
      .slice(0, count)
      .map(({ uid, at }) => [uid, wallOf(at)])
  const morning = [slotOf('2026-11-21', '08:00'), '2026-11-21 08:00']

  it('R1.9 R6.3 ring at the time to which they were moved, under their id, and not at the old one', () => {
    expect(first(plan(moving('22:30', 1)))).toEqual([[evening, '2026-11-20 22:30'], morning])
    expect(first(plan(moving('22:30', 1), moving('21:00', 2)))).toEqual([[evening, '2026-11-20 21:00'], morning])
    const move = moving('22:30', 1)
    expect(first(plan(move, undoing(move, 2)))).toEqual([[evening, '2026-11-20 20:00'], morning])
  })

  it('R6.3 into the period of a pack are in it, and out of it are not', () => {
    const late = [
      [slotOf('2026-11-20', '08:00'), '2026-11-20 13:00'],
      [evening, '2026-11-20 20:00'],
    ]
    expect(first(plan(moving('13:00', 1, '2026-11-20 08:00')))).toEqual(late)
    expect(first(plan(moving('12:30', 1)), at('2026-11-20 13:00'), 1)).toEqual([morning])
  })

  it('R6.3 make a pack old until both times are over, and one made since is right', () => {
    const mark = markOf(plan(), packWindow(NOW))
    const moved = plan(moving('22:30', 1))
    expect(isOutdated(mark, moved, NOW)).toBe(true)
    expect(isOutdated(markOf(moved, packWindow(NOW)), moved, NOW)).toBe(false)
    expect(isOutdated(markOf(moved, packWindow(NOW)), plan(), NOW)).toBe(true)
    expect(isOutdated(mark, moved, at('2026-11-20 22:29'))).toBe(true)
    expect(isOutdated(mark, moved, at('2026-11-20 22:45'))).toBe(false)
  })

  it('R6.3 to a time at which the medication is stopped are in no pack, and taken back from the calendar', () => {
    const planned = plan(moving('22:30', 1))
    const [medication] = planned.medications
    const stopped = {
      ...planned,
      medications: [{ ...medication, stoppedAt: instant('2026-11-20 21:00') }],
    } as AlarmPlan
    expect(alarmsOf(stopped, packWindow(NOW))).toEqual([])
    expect(withdrawnAlarms(markOf(planned, packWindow(NOW)), stopped, NOW).map(({ uid }) => uid)).toContain(evening)
  })

  it('R6.3 of an older app, which stored no days, are out of date', () => {
    expect(isOutdated({ ...packWindow(NOW), prints: [] }, plan(), NOW)).toBe(true)
  })

  it('R6.3 to a time that is over are taken back from the calendar', () => {
    const now = at('2026-11-20 15:00')
    const told = (mark: AlarmPlan, planned: AlarmPlan) =>
      withdrawnAlarms(markOf(mark, packWindow(NOW)), planned, now).map(({ uid }) => uid)
    const early = moving('14:00', 1)
    expect(told(plan(), plan(early))).toEqual([evening])
    const noon = moving('18:00', 1, '2026-11-20 08:00')
    expect(told(plan(noon), plan(noon, undoing(noon, 2)))).toEqual([slotOf('2026-11-20', '08:00')])
    expect(told(plan(), plan(moving('22:30', 1)))).toEqual([])
    expect(told(plan(), plan())).toEqual([])
  })

  it('R1.9 ring nowhere else, for any moves', () => {
    const minutes = fc.integer({ min: 0, max: 1439 }).map(localTimeOf)
    const moves = fc.uniqueArray(
      fc.tuple(fc.integer({ min: -1, max: 31 }), fc.constantFrom('08:00', '20:00'), minutes),
      {
        selector: ([days, time]) => `${days} ${time}`,
        maxLength: 20,
      },
    )
    fc.assert(
      fc.property(moves, (moved) => {
        const byId = new Map(
          moved.map(([days, time, to]) => [slotOf(addDays(day('2026-11-20'), days), time), to] as const),
        )
        const window = packWindow(NOW)
        const planned = planSlots(medication, { from: NOW - 3 * DAY, to: window.to + 3 * DAY }, SYDNEY)
        const expected = planned
          .map(({ id, date, time }) => `${id} ${date} ${byId.get(id) ?? time}`)
          .filter((line) => {
            const wall = at(line.slice(line.indexOf(' ') + 1))
            return wall >= window.from && wall < window.to
          })
        const alarms = alarmsOf(planOf([medication], [], SYDNEY, byId), window)
        expect(alarms.map(({ uid, at }) => `${uid} ${wallOf(at)}`).sort()).toEqual(expected.sort())
      }),
      { numRuns: sized({ short: 30, long: 200 }) },
    )
  })
})

describe('notices before a dose', () => {
  const quiet = (headsUp: number | null) =>
    sampleMedication({ notices: { headsUp, followUps: [30] } }, [{ endDate: day('2026-11-20') }])

  it('R6.3 R9.1 are an alarm of the same event, so many minutes before; those after are none', () => {
    const [event] = eventsOf(fileOf([quiet(20)]))
    expect(event?.alarms).toEqual([
      { ACTION: 'DISPLAY', TRIGGER: '-PT20M', DESCRIPTION: 'You have a reminder' },
      { ACTION: 'DISPLAY', TRIGGER: 'PT0S', DESCRIPTION: 'You have a reminder' },
    ])
    expect(eventsOf(fileOf([quiet(null)]))[0]?.alarms).toHaveLength(1)
  })

  it('R6.3 make a pack old when they change', () => {
    const mark = markOf(planOf([quiet(20)]), packWindow(NOW))
    expect([20, 30, null].map((headsUp) => isOutdated(mark, planOf([quiet(headsUp)]), NOW))).toEqual([
      false,
      true,
      true,
    ])
  })
})

describe('reminders of appointments in a pack', () => {
  const appointment = sampleAppointment({ remindBefore: [120, 1440] })
  const [day1, hours2] = [`${appointment.id}-1440`, `${appointment.id}-120`]
  const moved = { ...appointment, appointmentDate: day('2026-11-28'), updatedAt: instant('2026-11-25 12:00') }
  const mark = markOf(planOf([], [appointment]), packWindow(NOW))
  const list = (alarms: readonly Alarm[]) => alarms.map(({ uid, at }) => [uid, wallOf(at)])

  it('R7.7 ring at their instants, lead to the appointments and name nobody', () => {
    const alarms = alarmsOf(planOf([], [appointment]), packWindow(NOW))
    expect(list(alarms)).toEqual([
      [day1, '2026-11-26 14:30'],
      [hours2, '2026-11-27 12:30'],
    ])
    const file = alarmPackFile({ alarms, withdrawn: [], now: NOW, origin: ORIGIN })
    expect(eventsOf(file)).toMatchObject([
      { UID: `${day1}@dosewell`, URL: `${ORIGIN}/appointments`, SUMMARY: 'You have a reminder' },
      { UID: `${hours2}@dosewell`, DTSTART: '20261127T013000Z' },
    ])
    expect(file).not.toContain('Lee')
    expect(alarmsOf(planOf([], [appointment]), packWindow(at('2026-11-27 12:00')))).toHaveLength(1)
  })

  it('R7.7 of an appointment that is moved take the place of the old ones; the app says that the pack is old', () => {
    expect(isOutdated(mark, planOf([], [appointment]), NOW)).toBe(false)
    expect(isOutdated(mark, planOf([], [moved]), NOW)).toBe(true)
    expect(alarmsOf(planOf([], [moved]), packWindow(NOW)).map(({ uid }) => uid)).toEqual([day1, hours2])
    expect(withdrawnAlarms(mark, planOf([], [moved]), NOW)).toEqual([])
  })

  it.each<[string, Partial<Appointment>, string[]]>([
    ['completed', { isCompleted: true }, [hours2, day1]],
    ['put off beyond the pack', { appointmentDate: day('2027-05-01') }, [hours2, day1]],
    ['without one of its reminders', { remindBefore: [120] }, [day1]],
    ['moved', {}, []],
  ])('R7.7 of an appointment that is %s are taken back', (_what, fields, gone) => {
    const now = at('2026-11-25 13:00')
    const told = withdrawnAlarms(mark, planOf([], [{ ...moved, ...fields }]), now)
    expect(told.map(({ uid }) => uid).sort()).toEqual(gone.sort())
    const later = { ...moved, ...fields, createdAt: instant('2026-11-24 12:00') }
    expect(withdrawnAlarms(mark, planOf([], [later]), now)).toEqual([])
  })
})
