import { describe, expect, test } from 'vitest'
import { doseViews } from '#domain/doses/dose-views.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { at, day, SYDNEY, sampleEvent, sampleMedication } from '#domain/testing/samples.ts'
import { portionLogged, portionOf } from './amount.ts'
import { initialValues, settledBy } from './initial-values.ts'
import { isSoonAfter } from './soon-after.ts'

function opened(wall: string, events: DoseEvent[] = [], isChange = false) {
  const now = at(wall)
  const { slots } = doseViews({
    medications: [sampleMedication()],
    events,
    from: day('2026-11-20'),
    to: day('2026-11-20'),
    zone: SYDNEY,
    now,
  })
  return slots.slice(0, 1).map((view) => {
    const logged = isChange ? settledBy(view) : null
    const said = portionOf(['2 tablets'])
    const portion = logged ? portionLogged(said, logged) : said
    return initialValues(view, { portion, now, zone: SYDNEY, logged })
  })[0]
}

describe('what the form starts with', () => {
  test('a due dose: just now, the portion of the label, the planned time ready', () => {
    expect(opened('2026-11-20 08:04')).toEqual({ when: 'now', time: '08:00', amount: '2', note: '' })
  })

  test('a missed dose: the planned time', () => {
    expect(opened('2026-11-20 20:30')).toMatchObject({ when: 'planned', time: '08:00' })
  })

  test('an upcoming dose: now, since its own time is still to come', () => {
    expect(opened('2026-11-20 07:10')).toMatchObject({ when: 'now', time: '07:10' })
  })

  test('a change: what was logged', () => {
    const logged = sampleEvent(1, { amount: 1, unit: 'tablet', note: 'Late breakfast' })
    expect(opened('2026-11-20 09:00', [logged], true)).toEqual({
      when: 'other',
      time: '08:02',
      amount: '1',
      note: 'Late breakfast',
    })
  })
})

test('a second dose is asked about within an hour of the last, on either side of it', () => {
  const last = at('2026-11-20 12:00')
  expect(isSoonAfter(last, at('2026-11-20 12:59'))).toBe(true)
  expect(isSoonAfter(last, at('2026-11-20 11:30'))).toBe(true)
  expect(isSoonAfter(last, at('2026-11-20 13:00'))).toBe(false)
})
