import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DeviceId, DoseEventId } from '../lib/ids.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import { instant, sampleEvent, sampleId } from '../testing/samples.ts'
import { conflictsOf, slotConflict } from './slot-conflict.ts'
import { foldSlot } from './slot-outcome.ts'

type Device = 'phone' | 'tablet' | 'laptop'

const deviceOf = (device: Device) => ({
  deviceId: sampleId<DeviceId>(901 + ['phone', 'tablet', 'laptop'].indexOf(device)),
  deviceName: device,
})
const logged = (number: number, device: Device, kind: 'taken' | 'skipped' = 'taken', minute = number) =>
  sampleEvent(number, { kind, at: instant(`2026-11-20 08:0${minute % 10}`), ...deviceOf(device) })
const undo = (number: number, of: number, device: Device = 'phone') =>
  sampleEvent(number, { kind: 'undone', undoes: sampleId<DoseEventId>(of), ...deviceOf(device) })
const snoozed = (number: number, device: Device) =>
  sampleEvent(number, { kind: 'snoozed', until: instant('2026-11-20 09:00'), ...deviceOf(device) })

/** Returns the conflict in short form: its kind and the numbers of the taken and skipped events. */
function inShort(...events: DoseEvent[]): string | null {
  const conflict = slotConflict(events)
  if (!conflict) return null
  const numbers = (some: DoseEvent[]) => some.map(({ id }) => Number(id.slice(-3))).join(' ')
  return [conflict.kind, numbers(conflict.taken), numbers(conflict.skipped)].filter(Boolean).join(' | ')
}

describe('a slot that several devices logged', () => {
  it.each<[string, DoseEvent[], string | null]>([
    ['nothing logged asks nothing', [], null],
    ['one device, once', [logged(1, 'phone')], null],
    ['taken on two devices', [logged(1, 'phone'), logged(2, 'tablet')], 'twice | 1 2'],
    ['the earlier moment comes first', [logged(1, 'phone', 'taken', 9), logged(2, 'tablet')], 'twice | 2 1'],
    ['taken on three devices', [logged(1, 'phone'), logged(2, 'tablet'), logged(3, 'laptop')], 'twice | 1 2 3'],
    ['twice on one device, which asked before', [logged(1, 'phone'), logged(2, 'phone')], null],
    [
      'twice on one device and once on another',
      [logged(1, 'phone'), logged(2, 'phone'), logged(3, 'tablet')],
      'twice | 1 2 3',
    ],
    ['taken here, skipped there', [logged(1, 'phone'), logged(2, 'tablet', 'skipped')], 'contradiction | 1 | 2'],
    [
      'taken and skipped on one device, where the later press knew of the earlier',
      [logged(1, 'phone', 'skipped'), logged(2, 'phone')],
      null,
    ],
    ['skipped on two devices agrees', [logged(1, 'phone', 'skipped'), logged(2, 'tablet', 'skipped')], null],
    [
      'taken on two devices and skipped on one of them',
      [logged(1, 'phone'), logged(2, 'tablet'), logged(3, 'tablet', 'skipped')],
      'contradiction | 1 2 | 3',
    ],
    ['a snooze elsewhere contradicts nothing', [logged(1, 'phone'), snoozed(2, 'tablet')], null],
    ['an undo of one leaves the other', [logged(1, 'phone'), logged(2, 'tablet'), undo(3, 2)], null],
    ['an undone undo asks again', [logged(1, 'phone'), logged(2, 'tablet'), undo(3, 2), undo(4, 3)], 'twice | 1 2'],
    ['the undo of both leaves nothing to ask', [logged(1, 'phone'), logged(2, 'tablet'), undo(3, 1), undo(4, 2)], null],
    ['the same event twice is once', [logged(1, 'phone'), logged(1, 'phone')], null],
  ])('%s', (_rule, events, expected) => {
    expect(inShort(...events)).toBe(expected)
  })

  const devices = fc.constantFrom<Device>('phone', 'tablet', 'laptop')
  const line = fc.oneof(
    fc.record({ kind: fc.constantFrom('taken' as const, 'skipped' as const), device: devices }),
    fc.record({ kind: fc.constant('undone' as const), device: devices, of: fc.integer({ min: 1, max: 7 }) }),
  )
  const log = fc
    .array(line, { maxLength: 7 })
    .map((lines) =>
      lines.map((one, index) =>
        one.kind === 'undone'
          ? undo(index + 1, one.of === index + 1 ? 99 : one.of, one.device)
          : logged(index + 1, one.device, one.kind),
      ),
    )

  it('S4.2 is the same in whatever order the entries arrive, and however often', () => {
    const arrivals = log.chain((events) =>
      fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length }), fc.subarray(events)),
    )
    fc.assert(
      fc.property(arrivals, ([events, other, again]) => {
        expect(slotConflict([...other, ...again])).toEqual(slotConflict(events))
      }),
    )
  })

  it('asks only about what stands: the slot is taken, and more than one device says so or against it', () => {
    fc.assert(
      fc.property(log, (events) => {
        const conflict = slotConflict(events)
        if (!conflict) return
        expect(foldSlot(events)).toMatchObject({ kind: 'taken', events: conflict.taken })
        const all = [...conflict.taken, ...conflict.skipped]
        expect(new Set(all.map(({ deviceId }) => deviceId)).size).toBeGreaterThan(1)
      }),
    )
  })

  it('undoing either of two leaves the other and no question', () => {
    const two = fc.tuple(fc.constantFrom('taken' as const, 'skipped' as const), fc.constantFrom(1, 2), devices)
    fc.assert(
      fc.property(two, ([kind, takenBack, by]) => {
        const events = [logged(1, 'phone'), logged(2, 'tablet', kind)]
        const after = [...events, undo(3, takenBack, by)]
        expect(slotConflict(events)).not.toBeNull()
        expect(slotConflict(after)).toBeNull()
        expect(foldSlot(after)).toMatchObject({ event: events[2 - takenBack] })
      }),
    )
  })
})

describe('a dose that was logged in two plan zones, of a plan that counts from the log', () => {
  /** Logged as planned for 21:40 UTC, under the date and time of this zone. */
  const zoned = (number: number, device: Device, slot: string, fields: Parameters<typeof sampleEvent>[1] = {}) => {
    const event = sampleEvent(number, { slot, at: instant('2026-11-20 08:41'), ...deviceOf(device), ...fields })
    return { ...event, snapshot: { ...event.snapshot, plannedAt: instant('2026-11-19 21:40') } }
  }
  const SYDNEY = '2026-11-20 08:40'
  const PERTH = '2026-11-20 05:40'
  const numbersOf = (events: DoseEvent[]) =>
    conflictsOf(events).map(({ kind, taken }) => `${kind} ${taken.map(({ id }) => Number(id.slice(-3))).join(' ')}`)

  it('asks once about both names, until one entry is undone', () => {
    const [one, two] = [zoned(1, 'phone', SYDNEY), zoned(2, 'tablet', PERTH)]
    expect(numbersOf([one, two])).toEqual(['twice 1 2'])
    expect(numbersOf([one, two, logged(3, 'phone'), logged(4, 'tablet')])).toEqual(['twice 1 2', 'twice 3 4'])
    const undone = { kind: 'undone' as const, undoes: sampleId<DoseEventId>(2) }
    expect(numbersOf([one, two, zoned(3, 'phone', PERTH, undone)])).toEqual([])
    expect(numbersOf([one, zoned(2, 'tablet', PERTH, { kind: 'skipped' })])).toEqual(['contradiction 1'])
  })

  it('asks nothing where the instant is another, or one device said both', () => {
    const other = zoned(2, 'tablet', PERTH)
    const later = { ...other, snapshot: { ...other.snapshot, plannedAt: instant('2026-11-19 21:41') } }
    expect(numbersOf([zoned(1, 'phone', SYDNEY), later])).toEqual([])
    expect(numbersOf([zoned(1, 'phone', SYDNEY), zoned(2, 'phone', PERTH)])).toEqual([])
    expect(numbersOf([zoned(1, 'phone', SYDNEY), { ...other, medicationId: sampleId(7) }])).toEqual([])
  })

  it('is one question with all entries, the same in whatever order they arrive', () => {
    const events = [
      zoned(1, 'phone', SYDNEY),
      zoned(2, 'tablet', PERTH),
      zoned(3, 'laptop', SYDNEY),
      logged(4, 'phone'),
    ]
    expect(numbersOf(events)).toEqual(['twice 1 2 3'])
    fc.assert(
      fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (arrived) => {
        expect(conflictsOf(arrived)).toEqual(conflictsOf(events))
      }),
    )
  })
})
