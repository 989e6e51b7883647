import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { saidOf } from '../commands/dose-said.ts'
import { doseCommands } from '../commands/dose-verbs.ts'
import { pastDoses } from '../insights/past-doses.ts'
import type { DoseEventId } from '../lib/ids.ts'
import { msOf, toInstant } from '../lib/instant.ts'
import { type LocalTime, localTimeOf, MINUTE } from '../lib/local-time.ts'
import { instantAt } from '../lib/zone.ts'
import { type DoseEvent, doseEventSchema } from '../records/dose-event.ts'
import type { DoseNotices } from '../records/dose-notices.ts'
import { comingUp, dueReminders } from '../reminders/alerts.ts'
import { withdrawnAt } from '../reminders/decision.ts'
import { NOTHING_LOGGED } from '../schedule/version-timetables.ts'
import { at, DEVICE, day, instant, SYDNEY, sampleEvent, sampleId, sampleMedication, times } from '../testing/samples.ts'
import { doseViews } from './dose-views.ts'
import { shownTime } from './moved-slot.ts'
import { nearDose, nearText } from './near-doses.ts'

const TODAY = day('2026-11-20')
const views = (now: number, events: DoseEvent[], notices?: DoseNotices, zone = SYDNEY) =>
  doseViews({ medications: [sampleMedication(notices && { notices })], events, from: TODAY, to: TODAY, zone, now })
    .slots

/** The dose of 8:00, moved there, as its device entered it at 7:30. */
const moved = (to: string, fields: Partial<DoseEvent> = {}, number = 1) =>
  sampleEvent(number, {
    kind: 'snoozed',
    movedTo: to as LocalTime,
    until: instant(`2026-11-20 ${to}`),
    at: instant('2026-11-20 07:30'),
    loggedAt: instant('2026-11-20 07:30'),
    ...fields,
  })

describe('R1.9 a dose that was moved', () => {
  const of = (wall: string, events: DoseEvent[]) => {
    const found = views(at(`2026-11-20 ${wall}`), events).find(({ slot }) => slot.time === '08:00')
    return found && [found.state, shownTime(found.slot), found.slot.at === at('2026-11-20 10:00')]
  }

  it('has its id, and the state of its new time', () => {
    const [before, after] = [views(0, []), views(0, [moved('10:00')])]
    expect(after.map(({ slot }) => [slot.id, slot.date, slot.time])).toEqual(
      before.map(({ slot }) => [slot.id, slot.date, slot.time]),
    )
    expect(of('08:05', [moved('10:00')])).toEqual(['upcoming', '10:00', true])
    expect(of('10:05', [moved('10:00')])).toEqual(['due', '10:00', true])
    expect(of('11:00', [moved('10:00')])).toEqual(['late', '10:00', true])
    expect(of('20:00', [moved('10:00')])).toEqual(['missed', '10:00', true])
  })

  it('is asked for no more where the medication was stopped before its new time, and counts if it was taken', () => {
    const listed = (stop: string, events: DoseEvent[]) => {
      const medications = [sampleMedication({ stoppedAt: instant(`2026-11-20 ${stop}`) })]
      const input = { medications, events, from: TODAY, to: TODAY, zone: SYDNEY, now: at('2026-11-20 23:00') }
      const found = doseViews(input).slots.map(({ slot, state }) => `${slot.time} ${state}`)
      expect(pastDoses({ ...input, log: NOTHING_LOGGED }).map(({ time, state }) => `${time} ${state}`)).toEqual(found)
      return found
    }
    expect(listed('12:00', [moved('15:00')])).toEqual([])
    expect(listed('16:00', [moved('15:00')])).toEqual(['08:00 late'])
    expect(listed('12:00', [moved('15:00'), sampleEvent(2, { at: instant('2026-11-20 11:00') })])).toEqual([
      '08:00 taken',
    ])
  })

  it('comes after the next one if it is moved past it, and is then in order of time', () => {
    const late = views(at('2026-11-20 20:30'), [moved('21:00')])
    expect(late.map(({ slot, state }) => [slot.time, state])).toEqual([
      ['20:00', 'late'],
      ['08:00', 'upcoming'],
    ])
    const past = views(at('2026-11-20 21:20'), [moved('21:00')])
    expect(past.map(({ slot, state }) => [slot.time, state])).toEqual([
      ['20:00', 'late'],
      ['08:00', 'late'],
    ])
  })

  it('does not bring back the one before that was missed', () => {
    const now = at('2026-11-20 09:00')
    const [from, to] = [day('2026-11-19'), TODAY]
    const { slots } = doseViews({
      medications: [sampleMedication()],
      events: [moved('10:00')],
      from,
      to,
      zone: SYDNEY,
      now,
    })
    expect(slots.map(({ state }) => state)).toEqual(['missed', 'missed', 'upcoming', 'upcoming'])
  })

  it('follows the plan zone, as every dose does', () => {
    const [view] = views(0, [moved('10:00')], undefined, 'Europe/Paris').filter(({ slot }) => slot.time === '08:00')
    expect(view?.slot.at).toBe(at('2026-11-20 10:00', 'Europe/Paris'))
  })

  it('to its own time is where it was', () => {
    expect(views(0, [moved('08:00')])[0]?.slot).toEqual(views(0, [])[0]?.slot)
  })

  it('and was taken stands where it was moved to when the plan no longer has it, and still counts for its new time', () => {
    const slot = '2026-11-20 20:00'
    const entered = { slot, at: instant('2026-11-20 10:00'), loggedAt: instant('2026-11-20 10:00') }
    const events = [
      moved('10:00', { slotId: sampleEvent(1, { slot }).slotId, snapshot: sampleEvent(1, { slot }).snapshot }),
      sampleEvent(2, entered),
    ]
    const edited = sampleMedication({}, [{}, { from: '2026-11-20 11:00', reminderTimes: times('21:00') }])
    const now = at('2026-11-20 21:05')
    const { slots } = doseViews({ medications: [edited], events, from: TODAY, to: TODAY, zone: SYDNEY, now })
    expect(slots.map(({ slot, state, planned }) => [slot.time, shownTime(slot), slot.at, state, planned])).toEqual([
      ['08:00', '08:00', at('2026-11-20 08:00'), 'missed', true],
      ['20:00', '10:00', at('2026-11-20 10:00'), 'taken', false],
    ])
  })

  it('withdraws what is shown of its old time, and nothing of its new one', () => {
    const isWithdrawn = (wall: string, notices?: DoseNotices) => {
      const now = at(`2026-11-20 ${wall}`)
      return withdrawnAt(views(now, [moved('10:00')], notices), now).size > 0
    }
    expect(isWithdrawn('08:05')).toBe(true)
    expect(isWithdrawn('10:00')).toBe(false)
    expect(isWithdrawn('09:50', { headsUp: 20, followUps: [] })).toBe(false)
  })
})

it('R1.9 random moves: the old time never rings, the new one does, with all its notices', () => {
  const someMoves = fc.array(
    fc.record({ to: fc.integer({ min: 0, max: 1439 }), entered: fc.integer({ min: 0, max: 479 }) }),
    { minLength: 1, maxLength: 4 },
  )
  const midnight = at('2026-11-20 00:00')
  fc.assert(
    fc.property(someMoves, fc.integer({ min: 480, max: 1439 }), (made, minute) => {
      const events = made.map(({ to, entered }, index) => {
        const loggedAt = toInstant(midnight + entered * MINUTE)
        return moved(localTimeOf(to), { loggedAt, until: toInstant(midnight + to * MINUTE) }, index + 1)
      })
      const [last] = events.toSorted((a, b) => msOf(b.loggedAt) - msOf(a.loggedAt) || (a.id < b.id ? 1 : -1))
      const start = instantAt(TODAY, last?.movedTo ?? ('08:00' as LocalTime), SYDNEY)
      const now = midnight + minute * MINUTE
      const all = views(now, events, { headsUp: 15, followUps: [30] })
      const told = [...dueReminders(all, now), ...comingUp(all, now)].filter(({ view }) => view.slot.time === '08:00')
      for (const { reminder } of told) expect(msOf(reminder.start)).toBe(start)
      const elapsed = (now - start) / MINUTE
      const rings = (elapsed >= -15 && elapsed < 10.5) || (elapsed >= 30 && elapsed < 45)
      const state = all.find(({ slot }) => slot.time === '08:00')?.state
      expect(told.length > 0).toBe(rings && !(elapsed >= 30 && state === 'missed'))
    }),
  )
})

describe('moving a dose', () => {
  const author = {
    device: { id: DEVICE, name: 'Phone' },
    source: { now: () => at('2026-11-20 08:02'), randomBytes: (length: number) => new Uint8Array(length) },
  }
  const act = (events: DoseEvent[] = []) => ({
    verb: 'move' as const,
    doses: views(at('2026-11-20 08:02'), events).filter(({ slot }) => slot.time === '08:00'),
    to: '10:00' as LocalTime,
    until: instant('2026-11-20 10:00'),
  })

  it('is one event, which the log takes, and says so', () => {
    const commands = doseCommands(author, act())
    expect(commands).toMatchObject([
      { name: 'dose.record', args: { kind: 'snoozed', movedTo: '10:00', until: instant('2026-11-20 10:00') } },
    ])
    expect(doseEventSchema.safeParse(commands[0]?.args).success).toBe(true)
    expect(saidOf(act(), 0, SYDNEY)).toEqual({ title: 'Metformin XR moved to 10:00 AM' })
  })

  it('belongs to a snooze and names a time of day', () => {
    const issues = (fields: object) =>
      doseEventSchema.safeParse({ ...moved('10:00'), ...fields }).error?.issues.map(({ path }) => path.join('.'))
    expect(issues({})).toBeUndefined()
    expect(issues({ kind: 'taken', until: null })).toEqual(['movedTo'])
    expect(issues({ movedTo: '25:00' })).toEqual(['movedTo'])
  })

  it('is not undone by a snooze at its new time', () => {
    const dose = views(at('2026-11-20 10:01'), [moved('10:00')]).filter(({ slot }) => slot.time === '08:00')
    const snoozed = doseCommands(author, { verb: 'snooze', doses: dose, minutes: 10 })
    expect(snoozed.map(({ args }) => args.kind)).toEqual(['snoozed'])
  })

  it('is taken back by its undo', () => {
    const undone = sampleEvent(2, { kind: 'undone', undoes: sampleId<DoseEventId>(1) })
    expect(views(0, [moved('10:00'), undone])[0]?.slot).toEqual(views(0, [])[0]?.slot)
  })
})

describe('R1.11 what a moved dose comes near to', () => {
  const slots = (...all: string[]) => {
    const medications = [sampleMedication({}, [{ reminderTimes: times(...all) }])]
    const [from, to] = [day('2026-11-19'), day('2026-11-21')]
    return doseViews({ medications, events: [], from, to, zone: SYDNEY, now: 0 }).slots.map(({ slot }) => slot)
  }
  const say = (to: string, all = ['08:00', '14:00', '20:00'], of = '14:00') => {
    const planned = at(`2026-11-20 ${of}`)
    const others = slots(...all).filter((slot) => slot.at !== planned)
    const near = nearDose(planned, at(`2026-11-20 ${to}`), others)
    return near && nearText(near, planned, TODAY, SYDNEY)
  }

  it.each([
    ['17:00', null],
    ['17:01', 'The next one is at 8:00 PM, only 2 h 59 min later.'],
    ['19:30', 'The next one is at 8:00 PM, only 30 min later.'],
    ['20:30', 'The next one is at 8:00 PM: this one would be after it.'],
    ['11:00', null],
    ['10:30', 'The one before is at 8:00 AM, only 2 h 30 min earlier.'],
    ['07:00', 'The one before is at 8:00 AM: this one would be before it.'],
  ])('at %s: %s', (to, expected) => {
    expect(say(to)).toBe(expected)
  })

  it('names the day of another date, and says nothing where doses are far apart', () => {
    expect(say('22:00', ['08:00', '20:00'], '20:00')).toBeNull()
    expect(say('23:30', ['02:00', '20:00'], '20:00')).toBe('The next one is at 2:00 AM, Nov 21, only 2 h 30 min later.')
    expect(say('21:00', ['20:00'], '20:00')).toBeNull()
  })
})
