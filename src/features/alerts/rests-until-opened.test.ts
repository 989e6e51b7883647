import { expect, it } from 'vitest'
import { doseViews } from '#domain/doses/dose-views.ts'
import { at, day, instant, SYDNEY, sampleEvent, sampleMedication, times } from '#domain/testing/samples.ts'
import { restingUntil } from './rests-until-opened.ts'

const date = day('2026-11-20')

function resting(until: string, opened: string, kind: 'snoozed' | 'taken' = 'snoozed') {
  const loggedAt = instant('2026-11-20 08:02')
  const snooze = sampleEvent(1, { kind: 'snoozed', at: loggedAt, loggedAt, until: instant(until) })
  const events = kind === 'taken' ? [snooze, sampleEvent(2)] : [snooze]
  const { slots } = doseViews({
    medications: [sampleMedication({}, [{ reminderTimes: times('08:00') }])],
    events,
    from: date,
    to: date,
    zone: SYDNEY,
    now: at(opened),
  })
  return restingUntil(at(opened), slots).length
}

it.each([
  ['2026-11-20 20:02', '2026-11-20 08:03', 1],
  ['2026-11-20 20:02', '2026-11-20 08:02', 0],
  ['2026-11-20 20:02', '2026-11-20 20:02', 0],
  ['2026-11-20 09:02', '2026-11-20 08:30', 0],
])('R5.9 snoozed at 8:02 until %s, the app opened at %s: %i called back', (until, opened, count) => {
  expect(resting(until, opened)).toBe(count)
})

it('R5.9 a dose that was taken meanwhile is not called back', () => {
  expect(resting('2026-11-20 20:02', '2026-11-20 09:00', 'taken')).toBe(0)
})
