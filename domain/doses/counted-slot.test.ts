import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DoseEventId, MedicationId } from '../lib/ids.ts'
import type { Instant } from '../lib/instant.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import { instant, sampleEvent, sampleId } from '../testing/samples.ts'
import { countedAs, inCountedSlots } from './counted-slot.ts'

const SYDNEY = '2026-11-20 08:40'
const PERTH = '2026-11-20 05:40'
const PLANNED = instant(SYDNEY)

/** An entry of the dose planned for 8:40 in Sydney, logged so many minutes later, under one of its names. */
const entry = (
  number: number,
  slot: string,
  fields: Partial<DoseEvent> & { plannedAt?: Instant | null; minute?: number } = {},
): DoseEvent => {
  const { plannedAt = PLANNED, minute = number, ...rest } = fields
  const when = instant(`2026-11-20 08:4${minute}`)
  const event = sampleEvent(number, { slot, at: when, loggedAt: when, ...rest })
  return plannedAt === null ? event : { ...event, snapshot: { ...event.snapshot, plannedAt } }
}
const undo = (number: number, of: DoseEvent): DoseEvent =>
  sampleEvent(number, { kind: 'undone', undoes: of.id, slotId: of.slotId, slot: slotOf(of) })
const slotOf = ({ snapshot: { date, time } }: DoseEvent) => `${date} ${time}`

/** Returns under which time of day each entry counts. */
const countedTimes = (...events: DoseEvent[]) => {
  const counted = countedAs(events)
  return events.map((event) => counted(event).snapshot.time)
}

describe('entries of one dose that have the names of two plan zones', () => {
  it('count for the slot of the earliest that is taken, of skipped ones only if none is', () => {
    expect(countedTimes(entry(1, SYDNEY), entry(2, PERTH))).toEqual(['08:40', '08:40'])
    expect(countedTimes(entry(1, SYDNEY, { minute: 5 }), entry(2, PERTH))).toEqual(['05:40', '05:40'])
    expect(countedTimes(entry(1, SYDNEY, { kind: 'skipped' }), entry(2, PERTH))).toEqual(['05:40', '05:40'])
    const skips = [entry(1, SYDNEY, { kind: 'skipped' }), entry(2, PERTH, { kind: 'skipped' })]
    expect(countedTimes(...skips)).toEqual(['08:40', '08:40'])
  })

  it('stay together after an answer, and are apart again when nothing of them stands', () => {
    const [one, two] = [entry(1, SYDNEY), entry(2, PERTH)]
    expect(countedTimes(one, two, undo(3, two))).toEqual(['08:40', '08:40', '08:40'])
    expect(countedTimes(one, two, undo(3, one))).toEqual(['05:40', '05:40', '05:40'])
    expect(countedTimes(one, two, undo(3, one), undo(4, two))).toEqual(['08:40', '05:40', '08:40', '05:40'])
    const [undone, again] = [undo(3, two), sampleEvent(4, { kind: 'undone', undoes: sampleId<DoseEventId>(3) })]
    expect(countedTimes(one, two, undone, again)).toEqual(['08:40', '08:40', '08:40', '08:40'])
  })

  it('end where two undos name each other', () => {
    const [one, two] = [entry(1, SYDNEY), entry(2, PERTH)]
    const circle = [undo(3, entry(4, PERTH)), undo(4, entry(3, PERTH))]
    expect(countedTimes(one, two, ...circle)).toEqual(['08:40', '08:40', '05:40', '05:40'])
  })

  it('keep their own slots where the instant or the medication is another, and where they snooze', () => {
    const later = instant('2026-11-20 08:41')
    expect(countedTimes(entry(1, SYDNEY), entry(2, PERTH, { plannedAt: later }))).toEqual(['08:40', '05:40'])
    expect(countedTimes(entry(1, SYDNEY), entry(2, PERTH, { medicationId: sampleId<MedicationId>(7) }))).toEqual([
      '08:40',
      '05:40',
    ])
    const snooze = entry(3, PERTH, { kind: 'snoozed', until: later })
    expect(countedTimes(entry(1, SYDNEY), entry(2, PERTH), snooze)).toEqual(['08:40', '08:40', '05:40'])
  })

  it('take an entry of an older client along, which says no instant, unless its slot is of two doses', () => {
    const [one, two, older] = [entry(1, SYDNEY), entry(2, PERTH), entry(3, PERTH, { plannedAt: null })]
    expect(countedTimes(one, two, older)).toEqual(['08:40', '08:40', '08:40'])
    const other = entry(4, PERTH, { plannedAt: instant(PERTH) })
    expect(countedTimes(one, two, older, other)).toEqual(['08:40', '08:40', '05:40', '05:40'])
  })

  it('are rewritten to one slot, and nothing is made anew where there is nothing to fold', () => {
    const [one, two, other] = [entry(1, SYDNEY), entry(2, PERTH), sampleEvent(3)]
    const [first, second, third] = inCountedSlots([one, two, other])
    expect([first, third]).toEqual([one, other])
    expect(second).toEqual({ ...two, slotId: one.slotId, snapshot: { ...two.snapshot, time: '08:40' } })
    const apart = [one, other]
    expect(inCountedSlots(apart)).toBe(apart)
  })

  it('count for the same slot in whatever order they arrive, and however often', () => {
    const line = fc.record({
      slot: fc.constantFrom(SYDNEY, PERTH, '2026-11-19 21:40'),
      kind: fc.constantFrom<DoseEvent['kind']>('taken', 'taken', 'skipped', 'undone'),
      minute: fc.integer({ min: 0, max: 9 }),
      plannedAt: fc.constantFrom(PLANNED, PLANNED, PLANNED, instant(PERTH), null),
      of: fc.nat(),
    })
    const log = fc.array(line, { minLength: 2, maxLength: 8 }).map((lines) => {
      const events: DoseEvent[] = []
      for (const [index, { slot, kind, of, ...fields }] of lines.entries()) {
        const target = events[of % Math.max(1, index)]
        if (kind === 'undone' && target) events.push(undo(index + 1, target))
        else events.push(entry(index + 1, slot, { ...fields, kind: kind === 'undone' ? 'taken' : kind }))
      }
      return events
    })
    const arrivals = log.chain((events) =>
      fc.tuple(fc.constant(events), fc.shuffledSubarray(events, { minLength: events.length }), fc.subarray(events)),
    )
    fc.assert(
      fc.property(arrivals, ([events, other, again]) => {
        const [counted, elsewhere] = [countedAs(events), countedAs([...other, ...again])]
        for (const event of events) expect(elsewhere(event).slotId).toBe(counted(event).slotId)
      }),
    )
  })
})
