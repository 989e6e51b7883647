import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doseViews } from '../doses/dose-views.ts'
import type { MedicationId } from '../lib/ids.ts'
import { toInstant } from '../lib/instant.ts'
import { MINUTE } from '../lib/local-time.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import { at, day, instant, SYDNEY, sampleEvent, sampleId, sampleMedication, times } from '../testing/samples.ts'
import {
  type AlertPhase,
  alertPhase,
  CHECK_EVERY,
  dueReminders,
  type Reminder,
  reminderKey,
  STAGES,
  type Stage,
} from './alerts.ts'

const due = at('2026-11-20 08:00')
const inShort = (alert: AlertPhase) => (alert.phase === 'ringing' ? `stage ${alert.stage}` : alert.phase)

describe('the alert of a reminder', () => {
  it.each([
    [-1, 'waiting'],
    [0, 'stage 0'],
    [1, 'stage 0'],
    [5 * MINUTE - 1, 'stage 0'],
    [5 * MINUTE, 'stage 5'],
    [7 * MINUTE, 'stage 5'],
    [10 * MINUTE - 1, 'stage 5'],
    [10 * MINUTE, 'stage 10'],
    [10.5 * MINUTE - 1, 'stage 10'],
    [10.5 * MINUTE, 'missed'],
    [12 * MINUTE, 'missed'],
    [15 * MINUTE - 1, 'missed'],
    [15 * MINUTE, 'dropped'],
    [24 * 60 * MINUTE, 'dropped'],
  ])('%i ms after the due instant: %s', (elapsed, expected) => {
    expect(inShort(alertPhase(due, due + elapsed))).toBe(expected)
  })

  it('only moves on: waiting, 0, 5, 10, missed, dropped', () => {
    const order = ['waiting', 'stage 0', 'stage 5', 'stage 10', 'missed', 'dropped']
    const elapsed = fc.integer({ min: -20 * MINUTE, max: 20 * MINUTE })
    fc.assert(
      fc.property(elapsed, elapsed, (one, other) => {
        const [early, late] = one < other ? [one, other] : [other, one]
        const rank = (after: number) => order.indexOf(inShort(alertPhase(due, due + after)))
        expect(rank(early)).toBeLessThanOrEqual(rank(late))
      }),
    )
  })

  it('is seen at every stage by a page that checks every 30 seconds, whenever it began', () => {
    expect(CHECK_EVERY).toBe(30_000)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: CHECK_EVERY - 1 }), (start) => {
        const seen = new Set<Stage>()
        for (let now = due + start; now < due + 15 * MINUTE; now += CHECK_EVERY) {
          const alert = alertPhase(due, now)
          if (alert.phase === 'ringing') seen.add(alert.stage)
        }
        expect([...seen]).toEqual([...STAGES])
      }),
    )
  })
})

describe('the rings that are due', () => {
  const rings = (after: number, events: DoseEvent[] = [], medications = [sampleMedication()]) => {
    const date = day('2026-11-20')
    const now = due + after
    const { slots } = doseViews({ medications, events, from: date, to: date, zone: SYDNEY, now })
    return dueReminders(slots, now).map(({ view, reminder }) => {
      expect(reminder.slotId).toBe(view.slot.id)
      return `${view.slot.time} ${reminder.stage} ${reminder.start}`
    })
  }
  const start = toInstant(due)
  const snooze = (until: string) =>
    sampleEvent(1, { kind: 'snoozed', at: instant('2026-11-20 08:01'), until: instant(until) })

  it.each([
    [-1, []],
    [0, [`08:00 0 ${start}`]],
    [5 * MINUTE, [`08:00 5 ${start}`]],
    [10 * MINUTE, [`08:00 10 ${start}`]],
    [10.5 * MINUTE - 1, [`08:00 10 ${start}`]],
    [10.5 * MINUTE, []],
    [15 * MINUTE, []],
  ])('%i ms after the planned instant: %j', (after, expected) => {
    expect(rings(after)).toEqual(expected)
  })

  it.each(['taken', 'skipped'] as const)('are none once the dose is %s', (kind) => {
    expect(rings(5 * MINUTE, [sampleEvent(1, { kind })])).toEqual([])
  })

  it('begin again from the end of a snooze, with a start of their own', () => {
    const until = instant('2026-11-20 08:20')
    const events = [snooze('2026-11-20 08:20')]
    expect(rings(5 * MINUTE, events)).toEqual([])
    expect(rings(20 * MINUTE - 1, events)).toEqual([])
    expect(rings(20 * MINUTE, events)).toEqual([`08:00 0 ${until}`])
    expect(rings(25 * MINUTE, events)).toEqual([`08:00 5 ${until}`])
    expect(rings(30 * MINUTE, events)).toEqual([`08:00 10 ${until}`])
    expect(rings(30.5 * MINUTE, events)).toEqual([])
  })

  it('also ring for a snooze beyond the next dose, beside that one', () => {
    const events = [snooze('2026-11-20 20:02')]
    expect(rings(12 * 60 * MINUTE + 2 * MINUTE, events)).toEqual([
      `08:00 0 ${instant('2026-11-20 20:02')}`,
      `20:00 0 ${instant('2026-11-20 20:00')}`,
    ])
  })

  it('ring again when a "taken" is undone inside the window', () => {
    const undone = sampleEvent(2, { kind: 'undone', undoes: sampleEvent(1).id })
    expect(rings(6 * MINUTE, [sampleEvent(1), undone])).toEqual([`08:00 5 ${start}`])
  })

  it('are one for each medicine that is due', () => {
    const other = sampleMedication({ id: sampleId<MedicationId>(2) }, [{ reminderTimes: times('07:55') }])
    expect(rings(MINUTE, [], [sampleMedication(), other])).toEqual([
      `07:55 5 ${instant('2026-11-20 07:55')}`,
      `08:00 0 ${start}`,
    ])
  })
})

it('a ring is told apart by slot, start and stage, and by nothing else', () => {
  const { id: slotId } = sampleSlot()
  const reminder: Reminder = { slotId, start: toInstant(due), stage: 0 }
  const keys = [reminder, { ...reminder, stage: 5 as const }, { ...reminder, start: toInstant(due + MINUTE) }].map(
    reminderKey,
  )
  expect(new Set(keys).size).toBe(3)
  expect(reminderKey({ ...reminder })).toBe(keys[0])
})

function sampleSlot() {
  const date = day('2026-11-20')
  const [view] = doseViews({
    medications: [sampleMedication()],
    events: [],
    from: date,
    to: date,
    zone: SYDNEY,
    now: due,
  }).slots
  if (!view) throw new Error('The sample medication has a dose on that day')
  return view.slot
}
