import { describe, expect, it } from 'vitest'
import { profileBody, verifyAgeBody } from '../protocol/user.ts'
import { sampleUser } from '../testing/samples.ts'
import { displayNameOf, greetingNameOf } from './user.ts'
import { currentUserSchema, timeZoneSchema } from './user-schema.ts'

describe('the current user', () => {
  it('comes back whole from an answer', () => {
    expect(currentUserSchema.parse(JSON.parse(JSON.stringify(sampleUser())))).toEqual(sampleUser())
  })

  it.each([
    ['subscriptionStatus', 'gold'],
    ['subscriptionPlan', null],
    ['dateOfBirth', '2026-02-30'],
    ['isAdmin', 'yes'],
  ])('is refused with a bad %s, naming it', (field, value) => {
    const result = currentUserSchema.safeParse({ ...sampleUser(), [field]: value })
    expect(result.error?.issues.map((issue) => issue.path.join('.'))).toEqual([field])
  })

  it('R1.7 has no zone where it is one that is not known here: a new zone must not lock an old device out', () => {
    const user = currentUserSchema.parse({ ...sampleUser(), timeZone: 'Mars/Olympus' })
    expect(user).toEqual({ ...sampleUser(), timeZone: null })
  })

  it.each([
    ['Ada', 'Lovelace', 'Ada', 'Ada Lovelace'],
    ['Ada', null, 'Ada', 'Ada'],
    [null, 'Lovelace', 'ada@example.com', 'Lovelace'],
    ['', '', 'ada@example.com', 'ada@example.com'],
    [null, null, 'ada@example.com', 'ada@example.com'],
  ])('named %s %s is greeted as %s and shown as %s', (firstName, lastName, greeting, display) => {
    const user = { firstName, lastName, email: 'ada@example.com' }
    expect(greetingNameOf(user)).toBe(greeting)
    expect(displayNameOf(user)).toBe(display)
  })
})

describe('what a person may say about themselves', () => {
  it.each(['UTC', 'Australia/Sydney', 'America/Argentina/Buenos_Aires', 'Etc/GMT+10'])('the zone %s', (zone) => {
    expect(timeZoneSchema.parse(zone)).toBe(zone)
  })

  it.each(['', '+10:00', 'Sydney time', 'Mars/Olympus', `A/${'b'.repeat(70)}`, '\ud800'])('not the zone %j', (zone) => {
    expect(timeZoneSchema.safeParse(zone).success).toBe(false)
  })

  it('names are trimmed, at most 80 long and storable', () => {
    expect(profileBody.parse({ firstName: ' Ada ' })).toEqual({ firstName: 'Ada' })
    for (const firstName of ['x'.repeat(81), 'a\u0000', '\udfff']) {
      expect(profileBody.safeParse({ firstName }).error?.issues[0]?.path).toEqual(['firstName'])
    }
  })

  it('a date of birth exists', () => {
    expect(verifyAgeBody.safeParse({ dateOfBirth: '2008-02-29' }).success).toBe(true)
    expect(verifyAgeBody.safeParse({ dateOfBirth: '2009-02-29' }).error?.issues[0]?.path).toEqual(['dateOfBirth'])
    expect(verifyAgeBody.safeParse({}).error?.issues[0]?.path).toEqual(['dateOfBirth'])
    expect(verifyAgeBody.safeParse({ dateOfBirth: '2008-02-29', age: 18 }).success).toBe(false)
  })
})
