import { describe, expect, it } from 'vitest'
import { at, instant, SYDNEY } from '#domain/testing/samples.ts'
import { consentStageOf, newerConsent } from './consent-stage.ts'

const asked = {
  state: 'asked',
  email: 'mum@example.org',
  at: instant('2026-11-20 16:12'),
  until: instant('2026-11-27 16:12'),
} as const
const stage = (consent: Parameters<typeof consentStageOf>[0], now: string) => consentStageOf(consent, at(now), SYDNEY)

describe('what a minor sees of the parent’s consent', () => {
  it('nothing was asked yet: neither null nor a server that says nothing is a refusal', () => {
    expect(stage(null, '2026-11-20 17:00')).toEqual({ kind: 'not-asked' })
    expect(stage(undefined, '2026-11-20 17:00')).toEqual({ kind: 'not-asked' })
  })

  it('waits for the parent until the link ends, by this device’s clock', () => {
    expect(stage(asked, '2026-11-27 16:11')).toEqual({
      kind: 'waiting',
      email: 'mum@example.org',
      until: 'Nov 27, 2026 at 4:12 PM',
    })
    expect(stage(asked, '2026-11-27 16:12')).toMatchObject({
      kind: 'ask-again',
      title: 'The link has expired',
      email: 'mum@example.org',
    })
  })

  it.each([
    ['declined', 'Consent was declined', 'mum@example.org declined on Nov 20, 2026.'],
    ['withdrawn', 'Consent was withdrawn', 'mum@example.org withdrew their consent on Nov 20, 2026.'],
  ] as const)('%s: who, when, and when the account is erased; the field is empty', (state, title, words) => {
    const no = { ...asked, state, until: instant('2026-12-20 16:12') }
    const shown = stage(no, '2027-01-30 12:00')
    expect(shown).toMatchObject({ kind: 'ask-again', title, email: '' })
    expect(shown).toHaveProperty('sentence', expect.stringContaining(words))
    expect(shown).toHaveProperty('sentence', expect.stringContaining('on Dec 20, 2026'))
  })

  it('the answer to a request stands until the server says something newer', () => {
    const declined = { ...asked, state: 'declined', at: instant('2026-11-21 08:00') } as const
    expect(newerConsent(asked, null)).toBe(asked)
    expect(newerConsent(null, declined)).toBe(declined)
    expect(newerConsent(asked, declined)).toBe(declined)
    expect(newerConsent({ ...asked, at: instant('2026-11-22 08:00') }, declined)).toMatchObject({
      state: 'asked',
    })
    expect(newerConsent(null, undefined)).toBeNull()
  })
})
