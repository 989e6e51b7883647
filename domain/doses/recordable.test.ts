import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toInstant } from '../lib/instant.ts'
import type { LocalDate } from '../lib/local-time.ts'
import { doseEventSchema } from '../records/dose-event.ts'
import { sampleEvent } from '../testing/samples.ts'
import { isRecordable } from './recordable.ts'

/** Everything a JavaScript clock can say, and the years around which the rules change. */
const moments = fc.oneof(
  fc.integer({ min: -8.64e15, max: 8.64e15 }),
  fc.constantFrom(-1, 0, Date.UTC(1999, 11, 31), Date.UTC(9999, 0, 1) - 1, Date.UTC(9999, 0, 1)),
)

describe('what the log can hold', () => {
  it('is what the schema of its events takes, whatever the clock says', () => {
    fc.assert(
      fc.property(moments, moments, fc.option(moments), (at, loggedAt, until) => {
        const event = {
          ...sampleEvent(1),
          kind: until === null ? ('taken' as const) : ('snoozed' as const),
          at: toInstant(at),
          loggedAt: toInstant(loggedAt),
          until: until === null ? null : toInstant(until),
        }
        expect(isRecordable(event)).toBe(doseEventSchema.safeParse(event).success)
      }),
    )
  })

  it.each(['1899-12-31', '1900-01-01', '9999-01-01', '9999-01-02'])('a dose planned for %s', (date) => {
    const event = sampleEvent(1)
    const planned = { ...event, slotId: null, snapshot: { ...event.snapshot, date: date as LocalDate } }
    expect(isRecordable(planned)).toBe(doseEventSchema.safeParse(planned).success)
  })
})
