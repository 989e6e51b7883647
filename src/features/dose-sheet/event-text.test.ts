import { describe, expect, test } from 'vitest'
import type { DeviceId, DoseEventId } from '#domain/lib/ids.ts'
import { msOf, toInstant } from '#domain/lib/instant.ts'
import { DEVICE, day, instant, SYDNEY, sampleEvent, sampleId } from '#domain/testing/samples.ts'
import { eventLines } from './event-text.ts'

const device = { id: DEVICE, name: 'Chrome on Android' }
const context = { date: day('2026-11-20'), zone: SYDNEY, device }
const OTHER = { deviceId: sampleId<DeviceId>(901), deviceName: 'Kitchen tablet' }

const lines = (...events: ReturnType<typeof sampleEvent>[]) =>
  eventLines(events, context).map(({ title, sub }) => `${title} | ${sub}`)

describe('what happened, line by line', () => {
  test('the newest first, each with its device', () => {
    const snooze = sampleEvent(1, {
      kind: 'snoozed',
      at: instant('2026-11-20 07:51'),
      loggedAt: instant('2026-11-20 07:51'),
      until: instant('2026-11-20 08:01'),
      ...OTHER,
    })
    expect(lines(snooze, sampleEvent(2, { amount: 1, unit: 'tablet' }))).toEqual([
      'Taken at 8:02 AM | 1 tablet. Logged 8:02 AM on this phone',
      'Snoozed for 10 minutes | 7:51 AM on Kitchen tablet',
    ])
  })

  test('R5.9 a snooze until the app is opened says so, and so does what called it back', () => {
    const at = instant('2026-11-20 08:05')
    const [snoozedAt, opened] = [instant('2026-11-20 08:02'), { at, loggedAt: at }]
    const long = sampleEvent(1, { kind: 'snoozed', loggedAt: snoozedAt, until: instant('2026-11-20 20:02') })
    const undo = sampleEvent(2, { kind: 'undone', undoes: long.id, ...opened })
    const until = toInstant(msOf(at) - 30_000)
    const back = sampleEvent(3, { kind: 'snoozed', ...opened, until })
    expect(lines(long)).toEqual(['Snoozed until you open the app | 8:02 AM on this phone'])
    expect(lines(long, undo, back)).toContain('Reminder called back | 8:05 AM on this phone')
  })

  test('a note stands in quotes, moments of another day carry it', () => {
    const skipped = sampleEvent(1, {
      kind: 'skipped',
      note: 'No pain today',
      loggedAt: instant('2026-11-21 09:00'),
    })
    expect(lines(skipped)).toEqual(['Skipped at 8:02 AM | “No pain today”. Logged 9:00 AM, Nov 21 on this phone'])
  })

  test('an undo names what it takes back, which stays in the list', () => {
    const undo = sampleEvent(2, {
      kind: 'undone',
      undoes: sampleId<DoseEventId>(1),
      at: instant('2026-11-20 08:05'),
      loggedAt: instant('2026-11-20 08:05'),
    })
    expect(lines(sampleEvent(1), undo)).toEqual([
      'Undone: taken at 8:02 AM | 8:05 AM on this phone',
      'Taken at 8:02 AM, undone | Logged 8:02 AM on this phone',
    ])
  })

  test('a correction stands above the undo it came with', () => {
    const at1804 = { loggedAt: instant('2026-11-20 18:04') }
    const undo = sampleEvent(3, {
      kind: 'undone',
      undoes: sampleId<DoseEventId>(1),
      at: instant('2026-11-20 18:04'),
      ...at1804,
    })
    const again = sampleEvent(2, { at: instant('2026-11-20 07:45'), ...at1804 })
    expect(eventLines([sampleEvent(1), undo, again], context).map(({ title }) => title)).toEqual([
      'Taken at 7:45 AM',
      'Undone: taken at 8:02 AM',
      'Taken at 8:02 AM, undone',
    ])
  })
})
