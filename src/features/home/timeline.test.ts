import { describe, expect, test } from 'vitest'
import { doseViews } from '#domain/doses/dose-views.ts'
import type { DeviceId, MedicationId } from '#domain/lib/ids.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { at, day, instant, SYDNEY, sampleEvent, sampleId, sampleMedication, times } from '#domain/testing/samples.ts'
import { foldWords, sharedInstructions, timelineOf } from './timeline.ts'

const NOW = at('2026-11-20 18:04')
const FIRST = sampleId<MedicationId>(1)
const SECOND = sampleId<MedicationId>(2)

const medication = (id: MedicationId, ...reminderTimes: string[]) =>
  sampleMedication({ id, name: id === FIRST ? 'Metformin XR' : 'Apixaban' }, [
    { reminderTimes: times(...reminderTimes) },
  ])

function day20(events: DoseEvent[], now = NOW) {
  const { slots, extras } = doseViews({
    medications: [medication(FIRST, '08:00', '18:00', '21:00'), medication(SECOND, '08:00', '18:00', '21:00')],
    events,
    from: day('2026-11-20'),
    to: day('2026-11-20'),
    zone: SYDNEY,
    now,
  })
  return timelineOf(slots, extras, now)
}

const log = (number: number, id: MedicationId, slot: string, fields: Partial<DoseEvent> = {}) =>
  sampleEvent(number, { medicationId: id, slot: `2026-11-20 ${slot}`, ...fields })

const shape = (items: ReturnType<typeof day20>['earlier']) =>
  items.map((item) =>
    item.kind === 'extra' ? 'extra' : `${item.views[0]?.slot.time} ${item.state} ${item.views.length}`,
  )

describe('the line of the day', () => {
  test('doses of one time are one card, the past ones stand before it, the coming ones after', () => {
    const line = day20([log(1, FIRST, '08:00'), log(2, SECOND, '08:00')])
    expect(shape(line.earlier)).toEqual(['08:00 taken 2'])
    expect(shape(line.open)).toEqual(['18:00 due 2'])
    expect(shape(line.later)).toEqual(['21:00 upcoming 2'])
  })

  test('a dose taken out of a card moves up and the card keeps the rest', () => {
    const line = day20([log(1, FIRST, '18:00', { at: instant('2026-11-20 18:03') })])
    expect(shape(line.earlier)).toEqual(['08:00 missed 2', '18:00 taken 1'])
    expect(shape(line.open)).toEqual(['18:00 due 1'])
  })

  test('a dose taken ahead of its time stays where it was planned', () => {
    expect(shape(day20([log(1, FIRST, '21:00')]).later)).toEqual(['21:00 taken 1', '21:00 upcoming 1'])
  })

  test('snoozed doses stand behind what is due', () => {
    const snooze = log(1, SECOND, '18:00', { kind: 'snoozed', until: instant('2026-11-20 18:10') })
    expect(shape(day20([snooze]).open)).toEqual(['18:00 due 1', '18:00 snoozed 1'])
  })

  test('of several late times the newest comes first', () => {
    const line = day20([], at('2026-11-20 08:20'))
    expect(shape(line.open)).toEqual(['08:00 late 2'])
    const { slots, extras } = doseViews({
      medications: [medication(FIRST, '07:00'), medication(SECOND, '08:00')],
      events: [],
      from: day('2026-11-20'),
      to: day('2026-11-20'),
      zone: SYDNEY,
      now: NOW,
    })
    expect(shape(timelineOf(slots, extras, NOW).open)).toEqual(['08:00 late 1', '07:00 late 1'])
  })

  test('an extra dose stands at its moment', () => {
    const extra = sampleEvent(1, { slot: null, at: instant('2026-11-20 14:00') })
    expect(shape(day20([extra, log(2, FIRST, '08:00')]).earlier)).toEqual(['08:00 taken 1', '08:00 missed 1', 'extra'])
  })
})

describe('what folds', () => {
  test('taken, skipped and extra doses, counted dose by dose', () => {
    const line = day20([
      log(1, FIRST, '08:00'),
      log(2, SECOND, '08:00', { kind: 'skipped' }),
      sampleEvent(3, { slot: null, at: instant('2026-11-20 14:00') }),
    ])
    expect(foldWords(line.earlier)).toBe('2 taken, 1 skipped')
  })

  test('nothing when only missed doses are behind', () => {
    expect(foldWords(day20([]).earlier)).toBeNull()
  })

  test('says that there is a question about what two devices logged', () => {
    const elsewhere = { deviceId: sampleId<DeviceId>(901) }
    const { earlier } = day20([
      log(1, FIRST, '08:00'),
      log(2, FIRST, '08:00', elsewhere),
      log(3, SECOND, '08:00', { kind: 'skipped' }),
    ])
    expect(foldWords(earlier)).toBe('1 taken, 1 skipped, 1 question')
  })
})

test.each([
  [['with dinner', 'with dinner '], 'with dinner'],
  [['with dinner', ''], ''],
  [['Swallow whole with a full glass of water'], ''],
  [[], ''],
])('%j share the words %j', (texts, words) => {
  expect(sharedInstructions(texts.map((instructions) => ({ instructions })))).toBe(words)
})
