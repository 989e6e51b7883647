import { describe, expect, test } from 'vitest'
import { doseViews } from '#domain/doses/dose-views.ts'
import { conflictsOf, slotConflict } from '#domain/doses/slot-conflict.ts'
import type { DeviceId } from '#domain/lib/ids.ts'
import { formatTime12 } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { at, DEVICE, day, instant, SYDNEY, sampleEvent, sampleId } from '#domain/testing/samples.ts'
import { answeredText, conflictText } from './conflict-text.ts'

const context = { today: day('2026-11-20'), zone: SYDNEY, device: { id: DEVICE, name: 'Chrome on Android' } }
const mine = sampleEvent(1)
const theirs = (number: number, fields: Partial<DoseEvent> = {}) =>
  sampleEvent(number, {
    at: instant('2026-11-20 08:05'),
    deviceId: sampleId<DeviceId>(900 + number),
    deviceName: 'Kitchen tablet',
    ...fields,
  })

function conflictOf(...events: DoseEvent[]) {
  const conflict = slotConflict(events)
  if (!conflict) throw new Error('these events agree')
  return conflict
}
const told = (...events: DoseEvent[]) => {
  const { entries, ...words } = conflictText(conflictOf(...events), context)
  return { ...words, entries: entries.map((entry) => entry.words) }
}

describe('a question', () => {
  test('names the medicine, the dose, who logged it when, and what can be said', () => {
    expect(told(mine, theirs(2))).toEqual({
      title: 'Metformin XR was logged twice',
      slot: '8:00 AM dose',
      entries: ['Taken at 8:02 AM on this phone', 'Taken at 8:05 AM on Kitchen tablet'],
      question: 'One dose or two?',
      answers: { one: 'It was one dose', all: 'I took two doses' },
    })
  })

  test('about three entries counts them', () => {
    expect(told(mine, theirs(2), theirs(3))).toMatchObject({
      title: 'Metformin XR was logged 3 times',
      question: 'One dose or 3?',
      answers: { all: 'I took 3 doses' },
    })
  })

  test('about entries that contradict each other asks which one holds', () => {
    const skip = theirs(2, { kind: 'skipped', at: instant('2026-11-20 07:55') })
    expect(told(mine, skip)).toMatchObject({
      title: 'Metformin XR was logged as taken and as skipped',
      entries: ['Skipped at 7:55 AM on Kitchen tablet', 'Taken at 8:02 AM on this phone'],
      question: 'Which one holds?',
      answers: { taken: 'It was taken', skipped: 'It was skipped' },
    })
  })

  test('about another day carries its date, and so does a moment of another day than the dose', () => {
    const late = theirs(2, { at: instant('2026-11-21 00:10') })
    const words = conflictText(conflictOf(mine, late), { ...context, today: day('2026-11-22') })
    expect(words.slot).toBe('8:00 AM dose of Nov 20')
    expect(words.entries[1]?.words).toBe('Taken at 12:10 AM, Nov 21 on Kitchen tablet')
  })

  test('about a dose that was logged in two zones names it as its row does, and its moments from that date', () => {
    const planned = { plannedAt: instant('2026-11-20 01:40') }
    const inSydney = sampleEvent(1, { slot: '2026-11-20 01:40', at: instant('2026-11-20 01:41') })
    const inPerth = theirs(2, {
      ...sampleEvent(2, { slot: '2026-11-19 22:40' }),
      deviceId: sampleId<DeviceId>(902),
      at: instant('2026-11-20 01:50'),
    })
    for (const earlier of [inSydney, inPerth]) {
      const events = [inSydney, inPerth].map((event) => ({
        ...event,
        at: event === earlier ? instant('2026-11-20 01:41') : instant('2026-11-20 01:50'),
        snapshot: { ...event.snapshot, ...planned },
      }))
      for (const zone of [SYDNEY, 'Australia/Perth']) {
        const [conflict] = conflictsOf(events)
        const range = { from: day('2026-11-18'), to: day('2026-11-21'), now: at('2026-11-20 12:00') }
        const { slots } = doseViews({ medications: [], events, zone, ...range })
        if (!conflict) throw new Error('these events disagree')
        const words = conflictText(conflict, { ...context, zone })
        expect(slots.map(({ slot }) => formatTime12(slot.time))).toEqual([
          words.slot.slice(0, words.slot.indexOf(' dose')),
        ])
        const moments = words.entries.map((entry) => entry.words.replace(/ on .*/, ''))
        const beside = zone === SYDNEY ? ', Nov 20' : ', Nov 19'
        const other = (zone === SYDNEY) === (earlier === inSydney) ? '' : beside
        const clocks = zone === SYDNEY ? ['1:41 AM', '1:50 AM'] : ['10:41 PM', '10:50 PM']
        expect(moments).toEqual(clocks.map((clock) => `Taken at ${clock}${other}`))
      }
    }
  })
})

test.each([
  ['one', 'Metformin XR counts as one dose'],
  ['all', 'Metformin XR counts as two doses'],
  ['taken', 'Metformin XR stays as taken'],
  ['skipped', 'Metformin XR stays as skipped'],
] as const)('the answer %s: %s', (answer, words) => {
  expect(answeredText(conflictOf(mine, theirs(2)), answer)).toBe(words)
})
