import { describe, expect, it } from 'vitest'
import { doseViews, type SlotView } from '#domain/doses/dose-views.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { at, day, instant, SYDNEY, sampleEvent, sampleMedication } from '#domain/testing/samples.ts'
import { firstMoment, plannedText, stillOpen } from './catch-up-text.ts'

const TODAY = day('2026-11-20')
const NOW = at('2026-11-20 09:00')

/** Today's two doses (8:00 AM and 8:00 PM) as they stand at that time. */
function views(events: DoseEvent[] = [], now = NOW): [SlotView, SlotView] {
  const medications = [sampleMedication()]
  return doseViews({ medications, events, from: TODAY, to: TODAY, zone: SYDNEY, now }).slots as [SlotView, SlotView]
}

describe('R6.2 what a launch has listed', () => {
  const [listed] = views()

  it.each<[string, DoseEvent[], number]>([
    ['stays while nobody answers', [], 1],
    ['goes when it is logged, on whatever device', [sampleEvent(1, { kind: 'taken' })], 0],
    ['goes when it is skipped', [sampleEvent(1, { kind: 'skipped' })], 0],
    [
      'goes while it is snoozed: it rings again',
      [sampleEvent(1, { kind: 'snoozed', until: instant('2026-11-20 09:10') })],
      0,
    ],
    [
      'comes back when what settled it is undone',
      [
        sampleEvent(1, { kind: 'taken' }),
        sampleEvent(2, { kind: 'undone', undoes: sampleEvent(1, { kind: 'taken' }).id }),
      ],
      1,
    ],
  ])('%s', (_what, events, count) => {
    expect(stillOpen([listed], views(events), NOW)).toHaveLength(count)
  })

  it('is not joined by a dose that another launch has to list', () => {
    const evening = at('2026-11-20 21:00')
    expect(stillOpen([listed], views([], evening), evening).map(({ slot }) => slot.time)).toEqual(['08:00'])
  })

  it('names the day where that is not today', () => {
    expect(plannedText(listed, TODAY)).toBe('8:00 AM')
    expect(plannedText(listed, day('2026-11-21'))).toBe('Yesterday, 8:00 AM')
  })

  it('was taken just now while it is late, and as planned once one of it is missed, until the person says otherwise', () => {
    expect(firstMoment([listed])).toBe('now')
    expect(firstMoment(views([], at('2026-11-20 20:20')))).toBe('as planned')
  })
})
