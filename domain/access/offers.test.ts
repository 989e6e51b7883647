import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeOf, type GrantTimes, grantAt, OFFER_LIFE, readCode } from './offers.ts'

const T = Date.UTC(2026, 10, 27)
const grant = (fields: Partial<GrantTimes>, now = T) =>
  grantAt({ offeredAt: T, acceptedAt: null, endsAt: null, revokedAt: null, ...fields }, now)

describe('a grant', () => {
  it('is offered for seven days, to the millisecond', () => {
    expect(grant({}, T + OFFER_LIFE - 1)).toBe('offered')
    expect(grant({}, T + OFFER_LIFE)).toBe('over')
  })

  it('once accepted lives until it ends or is revoked, however old the offer', () => {
    const later = T + 100 * OFFER_LIFE
    expect(grant({ acceptedAt: T }, later)).toBe('live')
    expect(grant({ acceptedAt: T, endsAt: later + 1 }, later)).toBe('live')
    expect(grant({ acceptedAt: T, endsAt: later }, later)).toBe('over')
    expect(grant({ acceptedAt: T, revokedAt: later }, later)).toBe('over')
  })

  it('that was withdrawn or has ended cannot be accepted', () => {
    expect(grant({ revokedAt: T })).toBe('over')
    expect(grant({ endsAt: T })).toBe('over')
  })
})

describe('a code to read out', () => {
  it('is read again with or without its dash, in any case', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (bytes) => {
        const code = codeOf(bytes)
        expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/)
        for (const typed of [code, code.toLowerCase(), code.replace('-', ''), ` ${code.replace('-', ' ')} `]) {
          expect(readCode(typed)).toBe(code.replace('-', ''))
        }
      }),
    )
  })

  it.each(['', 'ABCD-EFG', 'ABCD-EFGHJ', 'ABCD-EFG1', 'ABCD-EFGO'])('is none: %j', (typed) => {
    expect(readCode(typed)).toBeNull()
  })
})
