import { afterEach, describe, expect, it, vi } from 'vitest'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { errorBody } from '#domain/protocol/errors.ts'
import { requestConsent } from './request-consent.ts'
import { verifyAge } from './verify-age.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Sets the answer for each address; an address without one is offline. */
function serverSays(answers: Record<string, [status: number, body: unknown]>): void {
  vi.stubGlobal('fetch', async (path: string) => {
    const answer = answers[path]
    if (!answer) throw new TypeError('Failed to fetch')
    const [status, body] = answer
    return new Response(body === '' ? '' : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json' },
    })
  })
}

const VERIFY = '/api/user/verify-age'
const ASK = '/api/user/request-parental-consent'
const WHO = '/api/auth/user'
const SETTLED = errorBody('already_verified', 'Write to /contact.')
const TRIAL = 'Your 2-week free trial has started!'
const PERSON = {
  id: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  email: 'ann@example.org',
  firstName: null,
  lastName: null,
  isAdmin: false,
  ageVerified: true,
  parentalConsentRequired: false,
  parentalConsentGiven: false,
  hasUsedTrial: true,
  subscriptionStatus: 'trial',
  subscriptionPlan: 'premium',
  subscriptionEndsAt: null,
  timeZone: null,
}
const BIRTH = '1980-05-17' as LocalDate
const OFFLINE = 'with a connection. Please try again when you are online.'

describe('the toast after an age was sent (specification, section 8)', () => {
  it('under 18 is “Parental Consent Required”', async () => {
    serverSays({ [VERIFY]: [200, { parentalConsentRequired: true }] })
    expect(await verifyAge(BIRTH)).toMatchObject({
      value: {
        consentRequired: true,
        toast: {
          title: 'Parental Consent Required',
          description: "Since you're under 18, we need consent from a parent or guardian.",
        },
      },
    })
  })

  it.each([
    ['the server’s sentence', [403, errorBody('under_age', 'You must be at least 13.')], 'You must be at least 13.'],
    ['no boolean in the answer', [200, { parentalConsentRequired: 'no' }], 'Invalid response from server'],
    ['no object in the answer', [200, null], 'Invalid response from server'],
    ['an empty answer of a proxy', [503, ''], '503: '],
  ] as const)('“Verification Failed” says what was wrong: %s', async (_case, answer, words) => {
    serverSays({ [VERIFY]: [...answer] })
    expect(await verifyAge(BIRTH)).toEqual({ ok: false, error: words })
  })

  it.each([
    [
      'the same date: the toast that was missed',
      { dateOfBirth: BIRTH },
      { consentRequired: false, toast: { title: 'Age Verified', description: TRIAL } },
    ],
    [
      'the same date of a minor: the toast that was missed',
      { dateOfBirth: BIRTH, parentalConsentRequired: true },
      { consentRequired: true, toast: { title: 'Parental Consent Required' } },
    ],
    [
      'another date: where to correct it',
      { dateOfBirth: '1980-05-18' },
      { consentRequired: false, toast: { title: 'Verification Failed', description: 'Write to /contact.' } },
    ],
  ] as const)('an age that is settled already opens the gate: with %s', async (_case, known, value) => {
    // Nine years later, so that a user born then may still need consent.
    vi.setSystemTime('1990-01-01T00:00:00Z')
    serverSays({ [VERIFY]: [409, SETTLED], [WHO]: [200, { ...PERSON, ...known }] })
    expect(await verifyAge(BIRTH)).toMatchObject({ ok: true, value })
  })

  it('an age that is settled already opens the gate: without a word where nobody says who this is', async () => {
    serverSays({ [VERIFY]: [409, SETTLED] })
    expect(await verifyAge(BIRTH)).toMatchObject({ ok: true, value: { toast: null, user: null } })
  })

  it('without a network says so', async () => {
    serverSays({})
    expect(await verifyAge(BIRTH)).toEqual({ ok: false, error: expect.stringContaining(OFFLINE) })
  })
})

describe('the toast after a parent was asked (specification, sections 5 and 8)', () => {
  it.each([
    ['its error text', [200, { success: false, error: 'That address bounced.' }], 'That address bounced.'],
    ['the default without one', [200, { success: false }], 'Failed to send consent request'],
    ['the default for another shape', [200, {}], 'Failed to send consent request'],
    ['the server’s sentence', [429, errorBody('rate_limited', 'Three a day.')], 'Three a day.'],
  ] as const)('an answer without success is “Failed to Send” with %s', async (_case, answer, words) => {
    serverSays({ [ASK]: [...answer] })
    expect(await requestConsent('mum@example.org')).toEqual({ ok: false, error: words })
  })

  it('without a network says so', async () => {
    serverSays({})
    expect(await requestConsent('mum@example.org')).toEqual({
      ok: false,
      error: expect.stringContaining(OFFLINE),
    })
  })
})
