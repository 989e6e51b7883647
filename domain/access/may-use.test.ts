import { describe, expect, it } from 'vitest'
import { toInstant } from '../lib/instant.ts'
import type { CurrentUser } from '../records/user.ts'
import { at, day, sampleUser } from '../testing/samples.ts'
import { type Capability, mayUse, needsConsent } from './may-use.ts'

const NOW = at('2026-11-20 12:00')
const capabilities: Capability[] = ['account', 'health', 'premium', 'admin']

/** Returns yes, or the code of the refusal, for each capability in turn. */
const answers = (user: CurrentUser, now = NOW): string[] =>
  capabilities.map((capability) => {
    const permission = mayUse(user, capability, now)
    return permission.allowed ? 'yes' : permission.code
  })

const premium = { subscriptionStatus: 'active', subscriptionPlan: 'premium' } as const
const trialUntil = (ms: number) =>
  ({ subscriptionStatus: 'trial', subscriptionPlan: 'premium', subscriptionEndsAt: toInstant(ms) }) as const
const minor = { dateOfBirth: day('2011-03-04'), parentalConsentRequired: true } as const
const unverified = { dateOfBirth: null, ageVerified: false } as const

describe('who may use what: account, health, premium, admin', () => {
  it.each<[string, Partial<CurrentUser>, string[]]>([
    ['an adult on the free plan', {}, ['yes', 'yes', 'premium_required', 'forbidden']],
    ['an adult on premium', premium, ['yes', 'yes', 'yes', 'forbidden']],
    ['an adult in a trial', trialUntil(NOW + 1), ['yes', 'yes', 'yes', 'forbidden']],
    ['an adult whose trial ended just now', trialUntil(NOW), ['yes', 'yes', 'premium_required', 'forbidden']],
    [
      'an adult whose payment is overdue',
      { subscriptionStatus: 'past_due', subscriptionPlan: 'premium' },
      ['yes', 'yes', 'premium_required', 'forbidden'],
    ],
    [
      'an adult who was premium',
      { subscriptionStatus: 'canceled', subscriptionPlan: 'free' },
      ['yes', 'yes', 'premium_required', 'forbidden'],
    ],
    ['someone without a date of birth', unverified, ['yes', 'age_required', 'age_required', 'forbidden']],
    [
      'someone without a date of birth, on premium',
      { ...unverified, ...premium },
      ['yes', 'age_required', 'age_required', 'forbidden'],
    ],
    [
      'someone whose date of birth was never verified',
      { ageVerified: false },
      ['yes', 'age_required', 'age_required', 'forbidden'],
    ],
    ['a minor without consent', minor, ['yes', 'consent_required', 'consent_required', 'forbidden']],
    [
      'a minor without consent, on premium',
      { ...minor, ...premium },
      ['yes', 'consent_required', 'consent_required', 'forbidden'],
    ],
    ['a minor with consent', { ...minor, parentalConsentGiven: true }, ['yes', 'yes', 'premium_required', 'forbidden']],
    [
      'a minor with consent, in the trial',
      { ...minor, parentalConsentGiven: true, ...trialUntil(NOW + 1) },
      ['yes', 'yes', 'yes', 'forbidden'],
    ],
    ['an administrator', { isAdmin: true }, ['yes', 'yes', 'premium_required', 'yes']],
    [
      'an administrator without a date of birth',
      { isAdmin: true, ...unverified },
      ['yes', 'age_required', 'age_required', 'yes'],
    ],
  ])('%s', (_who, fields, expected) => {
    expect(answers(sampleUser(fields))).toEqual(expected)
  })

  it('admin needs isAdmin to be exactly true', () => {
    const truthy = { ...sampleUser(), isAdmin: 'true' as unknown as boolean }
    expect(mayUse(truthy, 'admin', NOW)).toMatchObject({ allowed: false, code: 'forbidden' })
  })

  it('a refusal says why in a sentence', () => {
    const sentence = (fields: Partial<CurrentUser>, capability: Capability) => {
      const permission = mayUse(sampleUser(fields), capability, NOW)
      return permission.allowed ? '' : permission.error
    }
    expect(sentence({}, 'admin')).toBe("You don't have permission to access the admin dashboard.")
    expect(sentence(minor, 'health')).toBe("Since you're under 18, we need consent from a parent or guardian.")
    expect(sentence(unverified, 'health')).toBe('Please verify your age before you use Dosewell.')
    expect(sentence({}, 'premium')).toMatch(/Premium/)
  })
})

describe('parental consent', () => {
  const born = (birth: string, fields: Partial<CurrentUser> = {}) =>
    sampleUser({ dateOfBirth: day(birth), parentalConsentRequired: true, ...fields })

  it('is needed to the last millisecond before the 18th birthday in the own zone, and no longer', () => {
    const midnight = at('2026-11-20 00:00')
    const user = born('2008-11-20')
    expect(needsConsent(user, midnight - 1)).toBe(true)
    expect(needsConsent(user, midnight)).toBe(false)
    expect(answers(user, midnight - 1)[1]).toBe('consent_required')
    expect(answers(user, midnight)[1]).toBe('yes')
  })

  it('counts days in UTC while no zone is known', () => {
    const user = born('2008-11-20', { timeZone: null })
    expect(needsConsent(user, Date.UTC(2026, 10, 20) - 1)).toBe(true)
    expect(needsConsent(user, Date.UTC(2026, 10, 20))).toBe(false)
  })

  it('is asked for again once it was withdrawn', () => {
    expect(needsConsent(born('2011-03-04', { parentalConsentGiven: true }), NOW)).toBe(false)
    expect(needsConsent(born('2011-03-04', { parentalConsentGiven: false }), NOW)).toBe(true)
  })

  it('is not asked for before the date of birth is known', () => {
    expect(needsConsent(sampleUser({ ...unverified, parentalConsentRequired: true }), NOW)).toBe(false)
  })
})
