import { expect, test } from 'vitest'
import { at, day, instant, SYDNEY, sampleEvent, sampleMedication, times } from '../testing/samples.ts'
import { doseViews } from './dose-views.ts'
import { ofDay } from './open-day.ts'

const NOW = at('2026-11-20 00:10')

const views = (events: ReturnType<typeof sampleEvent>[] = []) =>
  ofDay(
    doseViews({
      medications: [sampleMedication({}, [{ reminderTimes: times('08:00', '23:50') }])],
      events,
      from: day('2026-11-19'),
      to: day('2026-11-20'),
      zone: SYDNEY,
      now: NOW,
    }),
    day('2026-11-20'),
    SYDNEY,
  )

const shown = (events?: ReturnType<typeof sampleEvent>[]) =>
  views(events).slots.map(({ slot, state }) => `${slot.date} ${slot.time} ${state}`)

test('a dose of yesterday evening that is still open is listed after midnight; the missed one of its morning is not', () => {
  expect(shown()).toEqual(['2026-11-19 23:50 late', '2026-11-20 08:00 upcoming', '2026-11-20 23:50 upcoming'])
})

test('once it is taken it belongs to yesterday', () => {
  const taken = sampleEvent(1, { slot: '2026-11-19 23:50', at: instant('2026-11-20 00:05') })
  expect(shown([taken])).toEqual(['2026-11-20 08:00 upcoming', '2026-11-20 23:50 upcoming'])
})

test('extras are those of the date', () => {
  const extras = [
    sampleEvent(1, { slot: null, at: instant('2026-11-19 23:55') }),
    sampleEvent(2, { slot: null, at: instant('2026-11-20 00:01') }),
  ]
  expect(views(extras).extras.map((event) => event.at)).toEqual([instant('2026-11-20 00:01')])
})
