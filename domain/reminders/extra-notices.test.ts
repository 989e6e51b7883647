import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doseViews } from '../doses/dose-views.ts'
import { toInstant } from '../lib/instant.ts'
import { MINUTE } from '../lib/local-time.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { DoseNotices } from '../records/dose-notices.ts'
import { doseNoticesSchema } from '../records/dose-notices-schema.ts'
import { at, day, instant, SYDNEY, sampleEvent, sampleMedication, times } from '../testing/samples.ts'
import { reminderKey } from './alerts.ts'
import { decideReminders, dismissalKey, type NotificationLog } from './decision.ts'
import { extraStage, nextExtraAt } from './extra-notices.ts'
import { hasNotices, sameNotices } from './given-notices.ts'
import { earlyNotice } from './notices.ts'
import { noticesText } from './notices-text.ts'

const DUE = at('2026-11-20 08:00')
const NOTICES: DoseNotices = { headsUp: 20, followUps: [30, 60] }
const minutes = (count: number): number => DUE + count * MINUTE

describe('R9.1 the notices of a medicine', () => {
  it('are read in order, each once', () => {
    expect(doseNoticesSchema.parse({ headsUp: null, followUps: [60, 30, 60] })).toEqual({
      headsUp: null,
      followUps: [30, 60],
    })
  })

  it.each([
    [{ headsUp: 4, followUps: [] }, 'headsUp', 'must be a whole number of minutes from 5 to 120'],
    [{ headsUp: 121, followUps: [] }, 'headsUp', 'must be a whole number of minutes from 5 to 120'],
    [{ headsUp: 7.5, followUps: [] }, 'headsUp', 'must be a whole number of minutes from 5 to 120'],
    [{ headsUp: '15', followUps: [] }, 'headsUp', 'must be a whole number of minutes from 5 to 120'],
    [{ headsUp: null, followUps: [30, 14] }, 'followUps.1', 'must be a whole number of minutes from 15 to 240'],
    [{ headsUp: null, followUps: [241] }, 'followUps.0', 'must be a whole number of minutes from 15 to 240'],
    [{ headsUp: null, followUps: [30, 60, 90, 120] }, 'followUps', 'must be at most 3'],
  ])('%j is refused for %s', (given, field, rule) => {
    const [issue] = doseNoticesSchema.safeParse(given).error?.issues ?? []
    expect([issue?.path.join('.'), issue?.message]).toEqual([field, rule])
  })

  it('are none if neither is given, which is the same as null', () => {
    const none = { headsUp: null, followUps: [] }
    expect(hasNotices(none)).toBe(false)
    expect(sameNotices(none, null)).toBe(true)
    expect(hasNotices(NOTICES)).toBe(true)
    expect(sameNotices(NOTICES, { ...NOTICES, followUps: [30] })).toBe(false)
    expect(sameNotices(NOTICES, { ...NOTICES, headsUp: 25 })).toBe(false)
  })
})

it.each([
  [{ headsUp: 15, followUps: [] }, 'A quiet notice 15 min before.'],
  [{ headsUp: null, followUps: [60] }, 'Again after 1 hour.'],
  [
    { headsUp: 120, followUps: [30, 90, 240] },
    'A quiet notice 2 hours before. Again after 30 min, 1 h 30 min and 4 hours.',
  ],
])('R9.1 %j reads: %s', (notices, text) => {
  expect(noticesText(notices)).toBe(text)
})

describe('R9.2 the notices of a dose', () => {
  it.each([
    [-20.001, null],
    [-20, -20],
    [-0.001, -20],
    [0, null],
    [29.999, null],
    [30, 30],
    [44.999, 30],
    [45, null],
    [60, 60],
    [75, null],
  ])('%d minutes after it is due: %s', (after, expected) => {
    expect(extraStage({ at: DUE, start: DUE }, NOTICES, minutes(after))).toBe(expected)
  })

  it('after a snooze there is none before, and those after count from its end', () => {
    const dose = { at: DUE, start: minutes(40) }
    expect(extraStage(dose, NOTICES, minutes(25))).toBeNull()
    expect(extraStage(dose, NOTICES, minutes(45))).toBeNull()
    expect(extraStage(dose, NOTICES, minutes(71))).toBe(30)
  })

  it('the next one is known beforehand', () => {
    const steps = [-30, -20, 0, 30, 60].map((after) => nextExtraAt({ at: DUE, start: DUE }, NOTICES, minutes(after)))
    expect(steps).toEqual([minutes(-20), minutes(30), minutes(30), minutes(60), null])
    expect(nextExtraAt({ at: DUE, start: minutes(10) }, NOTICES, minutes(0))).toBe(minutes(40))
    expect(nextExtraAt({ at: DUE, start: DUE }, null, 0)).toBeNull()
  })
})

/** One device with its notification log. */
function device(notices: DoseNotices, reminderTimes = times('08:00', '20:00')) {
  const log = new Set<string>()
  const asked: NotificationLog = { has: (key) => log.has(key), began: null }
  const medications = [sampleMedication({ notices }, [{ reminderTimes }])]
  const views = (now: number, events: DoseEvent[]) => {
    const [from, to] = [day('2026-11-20'), day('2026-11-20')]
    return doseViews({ medications, events, from, to, zone: SYDNEY, now }).slots
  }
  return {
    dismiss: (start: number, stage: number) =>
      log.add(dismissalKey({ slotId: sampleEvent(1).slotId as never, start: toInstant(start), stage })),
    look(now: number, events: DoseEvent[] = []) {
      const decision = decideReminders({ now, doses: views(now, events), appointments: [] }, asked)
      for (const entry of decision.entries) log.add(entry)
      const fresh = (all: typeof decision.doses) =>
        all.filter(({ reminder }) => decision.fresh.has(reminderKey(reminder)))
      return { loud: fresh(decision.doses), early: fresh(decision.early), standing: decision }
    },
  }
}

const stagesOf = (all: { reminder: { stage: number } }[]) => all.map(({ reminder }) => reminder.stage)

describe('R9.3 what a device announces', () => {
  it('is a quiet notice before, under the tag of the reminder that replaces it', () => {
    const { early, loud } = device(NOTICES).look(minutes(-10))
    expect([stagesOf(early), loud]).toEqual([[-20], []])
    expect(earlyNotice(early, { user: 'someone' as never, person: null })).toMatchObject({
      title: 'Coming up',
      body: 'Metformin XR (1000 mg) at 8:00 AM',
      tag: early[0]?.view.slot.id,
      silent: true,
      renotify: false,
      stays: false,
      data: { kind: 'early' },
    })
  })

  it('is a follow-up although the reminder was dismissed, and not one that was dismissed itself', () => {
    const { look, dismiss } = device(NOTICES)
    expect(stagesOf(look(minutes(0)).loud)).toEqual([0])
    dismiss(DUE, 0)
    expect(look(minutes(5)).loud).toEqual([])
    expect(stagesOf(look(minutes(31)).loud)).toEqual([30])
    dismiss(DUE, 30)
    expect(look(minutes(32)).standing.doses).toEqual([])
    expect(stagesOf(look(minutes(61)).loud)).toEqual([60])
  })

  it('is no follow-up of a dose that is missed, because the next has come', () => {
    const { look } = device({ headsUp: null, followUps: [120] }, times('08:00', '09:30'))
    const { loud } = look(minutes(121))
    expect(loud).toEqual([])
  })

  it('is not listed as not announced if only a follow-up could announce it', () => {
    const { look } = device({ headsUp: null, followUps: [30] })
    expect(stagesOf(look(minutes(31)).loud)).toEqual([30])
    expect(look(minutes(50)).standing.unannounced).toEqual([])
  })
})

const someNotices = fc.record({
  headsUp: fc.option(fc.integer({ min: 5, max: 120 })),
  followUps: fc
    .uniqueArray(fc.integer({ min: 15, max: 240 }), { maxLength: 3 })
    .map((all) => all.sort((a, b) => a - b)),
})

/** When a device looks, in seconds from the due time, and what happens to the dose before. */
const timeline = fc.record({
  notices: someNotices,
  looks: fc
    .array(fc.integer({ min: -3 * 3600, max: 5 * 3600 }), { minLength: 1, maxLength: 60 })
    .map((all) => all.sort((a, b) => a - b)),
  snooze: fc.option(fc.record({ made: fc.integer({ min: 0, max: 3600 }), lasts: fc.constantFrom(5, 10, 30, 60) })),
  logged: fc.option(fc.integer({ min: -3600, max: 5 * 3600 })),
})

it('R9.4 random timelines: at most once each, none before after the due time, none once logged or before its minute', () => {
  fc.assert(
    fc.property(timeline, ({ notices, looks, snooze, logged }) => {
      const { look } = device(notices)
      const given = new Set<string>()
      for (const second of looks) {
        const now = DUE + second * 1000
        const isSnoozed = snooze !== null && second >= snooze.made
        const isLogged = logged !== null && second >= logged
        const until = snooze && toInstant(DUE + snooze.made * 1000 + snooze.lasts * MINUTE)
        const events = [
          ...(isSnoozed ? [sampleEvent(1, { kind: 'snoozed', until })] : []),
          ...(isLogged ? [sampleEvent(2, { at: instant('2026-11-20 08:00') })] : []),
        ]
        const { loud, early } = look(now, events)
        const start = isSnoozed && until !== null ? Date.parse(until) : DUE
        for (const { reminder, view } of [...loud, ...early].filter(({ view }) => view.slot.time === '08:00')) {
          expect(isLogged).toBe(false)
          expect(view.ringStart).toBe(start)
          expect(given.has(reminderKey(reminder))).toBe(false)
          given.add(reminderKey(reminder))
          expect(now).toBeGreaterThanOrEqual(start + reminder.stage * MINUTE)
        }
        for (const { reminder } of early) {
          expect(now).toBeLessThan(Date.parse(reminder.start))
          expect(reminder.stage).toBe(-(notices.headsUp ?? 0))
        }
      }
    }),
  )
})

it('R9.4 a device that always looks gives every notice of an open dose', () => {
  fc.assert(
    fc.property(someNotices, (notices) => {
      const { look } = device(notices)
      const seen: number[] = []
      for (let second = -125 * 60; second <= 260 * 60; second += 30) {
        const { loud, early } = look(DUE + second * 1000)
        seen.push(...stagesOf([...early, ...loud].filter(({ view }) => view.slot.time === '08:00')))
      }
      const before = notices.headsUp === null ? [] : [-notices.headsUp]
      expect(seen).toEqual([...before, 0, 5, 10, ...notices.followUps])
    }),
    { numRuns: 30 },
  )
})
