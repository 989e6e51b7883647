import { describe, expect, test } from 'vitest'
import { adherenceOf } from '#domain/doses/adherence.ts'
import { doseViews } from '#domain/doses/dose-views.ts'
import type { DeviceId, DoseEventId } from '#domain/lib/ids.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { at, DEVICE, day, instant, SYDNEY, sampleEvent, sampleId, sampleMedication } from '#domain/testing/samples.ts'
import { adherenceRows, adherenceText } from './adherence-text.ts'
import { byDay, dayName, dayText, inOrder, loggedDays, markOf } from './day-summary.ts'
import { eventText, notesOf, slotLines } from './dose-text.ts'

const where = { zone: SYDNEY, device: { id: DEVICE, name: 'Chrome on Android' } }
const FRIDAY = day('2026-11-20')

const views = (events: DoseEvent[], now: string) =>
  doseViews({
    medications: [sampleMedication()],
    events,
    from: FRIDAY,
    to: FRIDAY,
    zone: SYDNEY,
    now: at(now),
  })
const friday = (events: DoseEvent[], now: string) => byDay(views(events, now), SYDNEY)(FRIDAY)

const skip = sampleEvent(2, { kind: 'skipped', slot: '2026-11-20 20:00', at: instant('2026-11-20 20:30') })

describe('a day of the calendar', () => {
  test.each<[string, DoseEvent[], string, string | null, string]>([
    ['before its first dose', [], '2026-11-20 07:00', 'upcoming', '0 of 2 doses taken, 2 upcoming'],
    ['with a dose due', [], '2026-11-20 08:05', 'due', '0 of 2 doses taken, 1 open, 1 upcoming'],
    ['with one taken', [sampleEvent(1)], '2026-11-20 12:00', 'upcoming', '1 of 2 doses taken, 1 upcoming'],
    ['that missed one', [], '2026-11-20 20:05', 'missed', '0 of 2 doses taken, 1 missed, 1 open'],
    ['with one skipped', [sampleEvent(1), skip], '2026-11-21 12:00', 'skipped', '1 of 2 doses taken, 1 skipped'],
    [
      'with one more than planned',
      [sampleEvent(1), sampleEvent(3, { slot: null })],
      '2026-11-20 12:00',
      'upcoming',
      '1 of 2 doses taken, 1 upcoming, 1 more logged',
    ],
  ])('%s', (_case, events, now, mark, words) => {
    const doses = friday(events, now)
    expect(markOf(doses)).toBe(mark)
    expect(dayText(doses)).toBe(words)
  })

  test('of which nothing is known has no mark', () => {
    const doses = byDay(views([], '2026-11-20 07:00'), SYDNEY)(day('2026-11-21'))
    expect(markOf(doses)).toBeNull()
    expect(dayText(doses)).toBe('no doses')
  })

  test('runs from morning to night, doses without a plan among the others', () => {
    const extra = sampleEvent(3, { slot: null, at: instant('2026-11-20 15:00') })
    const lines = inOrder(friday([extra], '2026-11-20 16:00'))
    expect(lines.map((line) => ('slot' in line ? line.slot.time : 'extra'))).toEqual(['08:00', 'extra', '20:00'])
  })

  test('on a device that has not loaded yet holds what was logged, and nothing that was only planned', () => {
    const extra = sampleEvent(3, { slot: null, at: instant('2026-11-20 15:00') })
    expect(loggedDays(views([], '2026-11-21 12:00'), SYDNEY)).toEqual([])
    expect(loggedDays(views([sampleEvent(1), extra], '2026-11-21 12:00'), SYDNEY)).toMatchObject([
      { date: FRIDAY, slots: [{ slot: { time: '08:00' }, state: 'taken' }], extras: [{ id: extra.id }] },
    ])
  })

  test('has a name', () => {
    expect(dayName(FRIDAY)).toBe('Friday, Nov 20')
  })
})

describe('what was logged, in words', () => {
  const lines = (events: DoseEvent[]) => {
    const [first] = friday(events, '2026-11-20 12:00').slots
    return first && slotLines(first, where)
  }

  test('says time, device and amount', () => {
    expect(lines([sampleEvent(1, { amount: 2, unit: 'tablet' })])).toEqual(['Taken 8:02 AM on this phone, 2 tablets'])
  })

  test('shows two takens as two', () => {
    const other = sampleEvent(2, {
      at: instant('2026-11-20 08:10'),
      deviceId: sampleId<DeviceId>(901),
      deviceName: 'Kitchen tablet',
    })
    expect(lines([sampleEvent(1), other])).toEqual(['Taken 8:02 AM on this phone', 'Taken 8:10 AM on Kitchen tablet'])
  })

  test('shows what contradicts it', () => {
    const other = sampleEvent(2, {
      kind: 'skipped',
      at: instant('2026-11-20 08:10'),
      deviceId: sampleId<DeviceId>(901),
      deviceName: 'Kitchen tablet',
    })
    expect(lines([sampleEvent(1), other])).toEqual(['Taken 8:02 AM on this phone', 'Skipped 8:10 AM on Kitchen tablet'])
  })

  test('leaves out what was taken back', () => {
    expect(lines([sampleEvent(1), sampleEvent(2, { kind: 'undone', undoes: sampleId<DoseEventId>(1) })])).toEqual([])
  })

  test('names the date of a dose logged for another day', () => {
    const event = sampleEvent(1, { at: instant('2026-11-21 00:10') })
    expect(eventText(event, FRIDAY, where)).toBe('Nov 21, 12:10 AM on this phone')
  })

  test('keeps the notes', () => {
    const [first] = friday([sampleEvent(1, { note: 'with toast' })], '2026-11-20 12:00').slots
    expect(first && notesOf(first)).toEqual(['with toast'])
  })

  test('says how much where somebody said it', () => {
    expect(eventText(sampleEvent(1, { amount: 2, unit: 'patch' }), FRIDAY, where)).toMatch(/, 2 patches$/)
    expect(eventText(sampleEvent(1, { amount: null }), FRIDAY, where)).not.toContain(',')
  })
})

describe('adherence', () => {
  const month = doseViews({
    medications: [sampleMedication()],
    events: [sampleEvent(1)],
    from: day('2026-11-11'),
    to: FRIDAY,
    zone: SYDNEY,
    now: at('2026-11-20 12:00'),
  })

  test('counts what is over or settled, for 7 days and for all of the span', () => {
    const [row] = adherenceRows([sampleMedication()], month.slots, day('2026-11-14'))
    expect(row?.week).toMatchObject({ counted: 13, taken: 1, percent: 8 })
    expect(row?.month).toMatchObject({ counted: 19, taken: 1, missed: 18, percent: 5 })
  })

  test('leaves out medications without a counted dose', () => {
    expect(adherenceRows([sampleMedication()], [], day('2026-11-14'))).toEqual([])
  })

  test.each([
    [['taken', 'taken', 'missed', 'skipped'] as const, '2 of 4 taken, 1 skipped, 1 missed'],
    [['taken'] as const, '1 of 1 taken'],
    [['upcoming', 'due'] as const, 'No doses counted'],
  ])('%j reads “%s”', (states, words) => {
    expect(adherenceText(adherenceOf(states.map((state) => ({ state }))))).toBe(words)
  })
})
