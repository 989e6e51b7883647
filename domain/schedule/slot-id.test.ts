import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MedicationId } from '../lib/ids.ts'
import { slotIdSchema } from '../lib/ids-schema.ts'
import { addDays, type LocalDate, type LocalTime, localTimeOf } from '../lib/local-time.ts'
import { day } from '../testing/samples.ts'
import { slotIdOf } from './slot-id.ts'

/** Computes the same id in a different way: with Node's own sha256 and base64url. */
const independent = (medication: string, date: string, time: string): string =>
  createHash('sha256').update(`${medication}|${date}|${time}`).digest().subarray(0, 16).toString('base64url')

const medication = fc.uuid() as fc.Arbitrary<MedicationId>
const date = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays(day('2000-01-01'), days))
const time = fc.integer({ min: 0, max: 1439 }).map(localTimeOf)

describe('the identity of a planned dose', () => {
  it.each([
    ['01900000-0000-7000-8000-000000000001', '2026-11-20', '08:00', 'epGYG3oN-xOuGL_aM6ZYfg'],
    ['01900000-0000-7000-8000-000000000001', '2026-11-20', '20:00', 'hL0Kgc22dN3vk6pbgbMpkg'],
    ['ffffffff-ffff-7fff-bfff-ffffffffffff', '2028-02-29', '00:00', 'CH5Wun1hJ323yu9ZBTVqGg'],
  ])('is fixed for ever: %s %s %s is %s', (id, on, when, expected) => {
    expect(slotIdOf(id as MedicationId, on as LocalDate, when as LocalTime)).toBe(expected)
  })

  it('is the first 128 bits of the SHA-256 of medication, date and time, as Node computes it', () => {
    fc.assert(
      fc.property(medication, date, time, (id, on, when) => {
        const slotId = slotIdOf(id, on, when)
        expect(slotId).toBe(independent(id, on, when))
        expect(slotIdSchema.parse(slotId)).toBe(slotId)
      }),
    )
  })

  it('differs when the medication, the date or the time differs', () => {
    const key = fc.tuple(medication, date, time)
    fc.assert(
      fc.property(key, key, (a, b) => {
        expect(slotIdOf(...a) === slotIdOf(...b)).toBe(a.join() === b.join())
      }),
    )
  })
})
