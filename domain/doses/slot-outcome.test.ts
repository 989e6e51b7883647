import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DoseEventId } from '../lib/ids.ts'
import type { LocalTime } from '../lib/local-time.ts'
import type { DoseEvent, DoseKind } from '../records/dose-event.ts'
import { instant, sampleEvent, sampleId } from '../testing/samples.ts'
import { foldSlot, isMove, standingEvents } from './slot-outcome.ts'

const taken = (number: number, minute = number) => sampleEvent(number, { at: instant(`2026-11-20 08:${pad(minute)}`) })
const skipped = (number: number) => sampleEvent(number, { kind: 'skipped' })
const snoozed = (number: number, until: string) =>
  sampleEvent(number, { kind: 'snoozed', until: instant(`2026-11-20 ${until}`) })
const undo = (number: number, of: number) => sampleEvent(number, { kind: 'undone', undoes: sampleId<DoseEventId>(of) })
const pad = (minute: number) => String(minute).padStart(2, '0')

/** Returns the outcome in short form: its kind and the numbers of the events behind it. */
function outcome(...events: DoseEvent[]): string {
  const fold = foldSlot(events)
  if (fold.kind === 'open') return 'open'
  const resting = fold.kind === 'taken' ? fold.events : [fold.event]
  return [fold.kind, ...resting.map((event) => Number(event.id.slice(-3)))].join(' ')
}

describe('what the log says about a slot', () => {
  it.each<[string, DoseEvent[], string]>([
    ['nothing logged is open', [], 'open'],
    ['taken', [taken(1)], 'taken 1'],
    ['skipped', [skipped(1)], 'skipped 1'],
    ['snoozed', [snoozed(1, '08:15')], 'snoozed 1'],
    ['taken beats skipped beats snoozed', [snoozed(1, '08:15'), skipped(2), taken(3)], 'taken 3'],
    ['skipped beats snoozed, also one that was logged later', [skipped(1), snoozed(2, '09:00')], 'skipped 1'],
    ['of two snoozes the one that rests longer', [snoozed(1, '09:00'), snoozed(2, '08:30')], 'snoozed 1'],
    ['two takens are both there, the earlier one first', [taken(1, 30), taken(2, 5)], 'taken 2 1'],
    ['two takens at one moment have one order', [taken(2, 5), taken(1, 5)], 'taken 1 2'],
    ['the same event twice is once taken', [taken(1), taken(1)], 'taken 1'],
    ['undone is open again', [taken(1), undo(2, 1)], 'open'],
    ['undoing one of two takens leaves the other', [taken(1), taken(2), undo(3, 1)], 'taken 2'],
    ['undoing taken brings the skip back', [skipped(1), taken(2), undo(3, 2)], 'skipped 1'],
    [
      'undoing the longer snooze leaves the shorter',
      [snoozed(1, '09:00'), snoozed(2, '08:30'), undo(3, 1)],
      'snoozed 2',
    ],
    ['undoing twice is undoing', [taken(1), undo(2, 1), undo(3, 1)], 'open'],
    ['an undone undo takes nothing back', [taken(1), undo(2, 1), undo(3, 2)], 'taken 1'],
    ['an undo of the undo of an undo does again', [taken(1), undo(2, 1), undo(3, 2), undo(4, 3)], 'open'],
    ['undone by two devices, of which one took it back', [taken(1), undo(2, 1), undo(3, 1), undo(4, 2)], 'open'],
    ['an undo whose event is not here yet changes nothing', [taken(1), undo(2, 9)], 'taken 1'],
    ['an undo that arrives before its event waits for it', [undo(2, 1)], 'open'],
    ['undos that name each other change nothing', [taken(1), undo(2, 3), undo(3, 2)], 'taken 1'],
    ['taken again after an undo', [taken(1), undo(2, 1), taken(3)], 'taken 3'],
  ])('%s', (_rule, events, expected) => {
    expect(outcome(...events)).toBe(expected)
  })

  const moved = (number: number, movedTo: string, entered = `08:${pad(number)}`) =>
    sampleEvent(number, {
      kind: 'snoozed',
      movedTo: movedTo as LocalTime,
      until: instant(`2026-11-20 ${movedTo}`),
      loggedAt: instant(`2026-11-20 ${entered}`),
    })
  const entered = (event: DoseEvent, time: string) => ({ ...event, loggedAt: instant(`2026-11-20 ${time}`) })

  it.each<[string, DoseEvent[], string, string | undefined]>([
    ['it is open, at another time', [moved(1, '10:00')], 'open', '10:00'],
    ['of several the one entered last counts', [moved(2, '10:00'), moved(1, '12:00')], 'open', '10:00'],
    [
      'entered at one moment, they have one order',
      [moved(2, '10:00', '08:00'), moved(1, '12:00', '08:00')],
      'open',
      '10:00',
    ],
    ['undone, the one before counts again', [moved(1, '10:00'), moved(2, '12:00'), undo(3, 2)], 'open', '10:00'],
    ['undone, it is where it was', [moved(1, '10:00'), undo(2, 1)], 'open', undefined],
    ['it ends a snooze from before', [entered(snoozed(1, '11:00'), '08:01'), moved(2, '10:00')], 'open', '10:00'],
    ['and is snoozed from there', [moved(1, '10:00'), entered(snoozed(2, '10:10'), '10:00')], 'snoozed 2', '10:00'],
    ['taken, it was taken at that time', [moved(1, '10:00'), entered(taken(2), '08:05')], 'taken 2', '10:00'],
    [
      'entered after it was taken, nothing follows',
      [entered(taken(1), '08:01'), moved(2, '10:00')],
      'taken 1',
      undefined,
    ],
    ['nor after it was skipped', [entered(skipped(1), '08:01'), moved(2, '10:00')], 'skipped 1', undefined],
    ['but it stands once that is undone', [entered(taken(1), '08:01'), moved(2, '10:00'), undo(3, 1)], 'open', '10:00'],
  ])('S4.8 moved: %s', (_rule, events, expected, to) => {
    expect([outcome(...events), foldSlot(events).move?.movedTo]).toEqual([expected, to])
    expect(foldSlot(events.toReversed())).toEqual(foldSlot(events))
  })

  const kinds: DoseKind[] = ['taken', 'skipped', 'snoozed', 'undone']
  const log = fc
    .array(
      fc.record({
        kind: fc.constantFrom(...kinds),
        minute: fc.integer({ min: 0, max: 3 }),
        target: fc.integer({ min: 1, max: 9 }),
      }),
      { maxLength: 9 },
    )
    .map((lines) =>
      lines.map(({ kind, minute, target }, index) => {
        if (kind === 'undone') return undo(index + 1, target === index + 1 ? 99 : target)
        if (kind === 'snoozed')
          return minute === 3 ? moved(index + 1, '11:00') : snoozed(index + 1, `09:${pad(minute)}`)
        return sampleEvent(index + 1, { kind, at: instant(`2026-11-20 08:${pad(minute)}`) })
      }),
    )

  it('is the same in whatever order the events arrive, and however often', () => {
    const shuffled = log.chain((events) =>
      fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length }), fc.subarray(events)),
    )
    fc.assert(
      fc.property(shuffled, ([events, other, again]) => {
        expect(foldSlot([...other, ...again])).toEqual(foldSlot(events))
      }),
    )
  })

  it('does not depend on when the events were entered or on which device', () => {
    // Of moves the one entered last counts (S4.8).
    const unmoved = log.map((events) => events.filter((event) => !isMove(event)))
    fc.assert(
      fc.property(unmoved, (events) => {
        const elsewhere = events.map((event) => ({
          ...event,
          loggedAt: instant('2030-01-01 00:00'),
          deviceName: 'Tablet',
        }))
        expect(outcome(...elsewhere)).toBe(outcome(...events))
      }),
    )
  })

  it('rests on every dose that no undo names, and on none that a standing undo names', () => {
    fc.assert(
      fc.property(log, (events) => {
        const standing = new Set(standingEvents(events).map((event) => event.id))
        const undoesOf = (id: DoseEventId) => events.filter((event) => event.undoes === id)
        for (const event of events) {
          const undos = undoesOf(event.id)
          if (event.kind === 'undone') expect(standing.has(event.id)).toBe(false)
          else if (undos.length === 0) expect(standing.has(event.id)).toBe(true)
          else if (undos.some((undone) => undoesOf(undone.id).length === 0)) expect(standing.has(event.id)).toBe(false)
        }
      }),
    )
  })
})
