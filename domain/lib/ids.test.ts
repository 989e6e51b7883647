import fc from 'fast-check'
import { validate, version } from 'uuid'
import { describe, expect, it } from 'vitest'
import { type IdSource, newId } from './ids.ts'
import { medicationIdSchema, slotIdSchema, uuidSchema } from './ids-schema.ts'

const sourceAt = (now: number, seed: Uint8Array): IdSource => ({ now: () => now, randomBytes: () => seed })
const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })
const moment = fc.integer({ min: 0, max: Date.UTC(2200, 0, 1) })

describe('ids', () => {
  it('are UUIDs of version 7 that the schemas accept', () => {
    fc.assert(
      fc.property(moment, bytes, (now, seed) => {
        const id = newId(sourceAt(now, seed))
        expect(validate(id) && version(id)).toBe(7)
        expect(uuidSchema.parse(id)).toBe(id)
        expect(medicationIdSchema.parse(id)).toBe(id)
      }),
    )
  })

  it('sort by the clock that made them, whatever the random part', () => {
    fc.assert(
      fc.property(moment, fc.integer({ min: 1, max: 1e12 }), bytes, bytes, (now, later, seed, other) => {
        expect(newId(sourceAt(now, seed)) < newId(sourceAt(now + later, other))).toBe(true)
      }),
    )
  })

  it('come out alike from the same clock and the same bytes, and differ with the bytes', () => {
    const one = new Uint8Array(16).fill(1)
    const two = new Uint8Array(16).fill(2)
    expect(newId(sourceAt(1e12, one))).toBe(newId(sourceAt(1e12, one)))
    expect(newId(sourceAt(1e12, one))).not.toBe(newId(sourceAt(1e12, two)))
  })

  it.each([
    ['upper case, which PostgreSQL would fold', '0190A000-0000-7000-8000-000000000001'],
    ['no hyphens', '0190a000000070008000000000000001'],
    ['braces', '{0190a000-0000-7000-8000-000000000001}'],
    ['an unknown version', '0190a000-0000-f000-8000-000000000001'],
    ['nothing', ''],
    ['a space around it', ' 0190a000-0000-7000-8000-000000000001'],
  ])('a record id is refused with: %s', (_what, id) => {
    expect(uuidSchema.safeParse(id).error?.issues[0]?.message).toBe('must be a lower-case UUID')
  })

  it.each([
    ['AAAAAAAAAAAAAAAAAAAAAA', true],
    ['az-_09AAAAAAAAAAAAAAAA', true],
    ['AAAAAAAAAAAAAAAAAAAAA', false],
    ['AAAAAAAAAAAAAAAAAAAAAAA', false],
    ['AAAAAAAAAAAAAAAAAAAAA=', false],
    ['AAAAAAAAAAAAAAAAAAAAA+', false],
    ['AAAAAAAAAAAAAAAAAAAAAA\n', false],
  ])('a slot id is 22 base64url characters: %j is %s', (text, good) => {
    expect(slotIdSchema.safeParse(text).success).toBe(good)
  })
})
