import { expect, test } from 'vitest'
import { doseViews } from '#domain/doses/dose-views.ts'
import { at, day, instant, SYDNEY, sampleEvent, sampleMedication, times } from '#domain/testing/samples.ts'
import { reminderSections } from './reminder-sections.ts'

const NOW = at('2026-11-20 18:04')

function sections() {
  const { slots, extras } = doseViews({
    medications: [
      sampleMedication({}, [
        { reminderTimes: times('07:00', '08:00', '13:00', '17:30', '17:55', '18:00', '21:00', '22:00') },
      ]),
    ],
    events: [
      sampleEvent(1),
      sampleEvent(2, { slot: '2026-11-20 13:00', kind: 'skipped' }),
      sampleEvent(3, { slot: '2026-11-20 17:30', kind: 'snoozed', until: instant('2026-11-20 18:10') }),
      sampleEvent(4, { slot: null, at: instant('2026-11-20 10:00') }),
      sampleEvent(5, { slot: '2026-11-20 22:00' }),
    ],
    from: day('2026-11-20'),
    to: day('2026-11-20'),
    zone: SYDNEY,
    now: NOW,
  })
  return reminderSections(slots, extras)
}

const words = (item: ReturnType<typeof sections>['earlier'][number]) =>
  item.kind === 'extra' ? 'extra' : `${item.view.slot.time} ${item.view.state}`

test('what needs the person: due before snoozed, the newest first', () => {
  expect(sections().now.map(({ slot, state }) => `${slot.time} ${state}`)).toEqual([
    '18:00 due',
    '17:55 due',
    '17:30 snoozed',
  ])
})

test('what comes, in order of time', () => {
  expect(sections().later.map(({ slot }) => slot.time)).toEqual(times('21:00'))
})

test('what is behind, the newest first, with doses that were taken ahead of their time and extra ones', () => {
  expect(sections().earlier.map(words)).toEqual([
    '22:00 taken',
    '13:00 skipped',
    'extra',
    '08:00 taken',
    '07:00 missed',
  ])
})

test('the missed ones are named for the notice', () => {
  expect(sections().missed.map(({ slot }) => slot.time)).toEqual(times('07:00'))
})
