import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { msOf, toInstant } from './instant.ts'
import { anyInstantSchema, instantSchema } from './instant-schema.ts'

const moment = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2200, 0, 1) - 1 })

describe('instants', () => {
  it('sort as texts like the moments they name, and read back to the millisecond', () => {
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        expect(msOf(toInstant(a))).toBe(a)
        expect(toInstant(a) < toInstant(b)).toBe(a < b)
      }),
    )
  })

  it.each([
    ['2026-11-20T08:00Z', '2026-11-20T08:00:00.000Z'],
    ['2026-11-20T08:00:30+11:00', '2026-11-19T21:00:30.000Z'],
    ['2026-11-20T08:00:00.123456789-03:30', '2026-11-20T11:30:00.123Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ])('are normalised to UTC with milliseconds: %s', (text, expected) => {
    expect(instantSchema.parse(text)).toBe(expected)
    expect(instantSchema.parse(expected)).toBe(expected)
  })

  it.each([
    ['no offset', '2026-11-20T08:00:00'],
    ['a date alone', '2026-11-20'],
    ['a date that does not exist', '2026-02-30T08:00:00Z'],
    ['such a date in the form that toInstant writes', '2026-02-30T08:00:00.000Z'],
    ['February 29 in a common year', '2026-02-29T08:00:00Z'],
    ['a month that does not exist', '2026-13-01T08:00:00Z'],
    ['the hour 24', '2026-11-20T24:00:00Z'],
    ['a space for the T', '2026-11-20 08:00:00Z'],
    ['words', 'yesterday'],
    ['nothing', ''],
    ['something around it', ' 2026-11-20T08:00:00Z'],
  ])('are refused with: %s', (_what, text) => {
    expect(instantSchema.safeParse(text).error?.issues[0]?.message).toBe('must be an ISO 8601 instant')
  })

  it.each([
    ['a minute that does not exist', '2026-11-20T08:60:00Z'],
    ['a second that does not exist', '2026-11-20T08:00:61Z'],
    ['an offset that does not exist', '2026-11-20T08:00:00+25:00'],
  ])('are refused with: %s (which no parser can read)', (_what, text) => {
    expect(instantSchema.safeParse(text).success).toBe(false)
    expect(anyInstantSchema.safeParse(text).success).toBe(false)
  })

  it.each([
    ['1969-12-31T23:59:59.999Z', false, false],
    ['1970-01-01T00:00:00.000Z', false, true],
    ['1999-12-31T23:59:59.999Z', false, true],
    ['2000-01-01T00:00:00.000Z', true, true],
    ['2199-12-31T23:59:59.999Z', true, true],
    ['2200-01-01T00:00:00.000Z', false, true],
    ['9998-12-31T23:59:59.999Z', false, true],
    ['9999-01-01T00:00:00.000Z', false, false],
  ])('of records lie from 2000 to 2199, those of a wrong clock from 1970 on: %s', (text, record, clock) => {
    expect(instantSchema.safeParse(text).success).toBe(record)
    expect(anyInstantSchema.safeParse(text).success).toBe(clock)
  })
})
