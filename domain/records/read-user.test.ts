import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleUser } from '../testing/samples.ts'
import { readCurrentUser } from './read-user.ts'
import { currentUserSchema } from './user-schema.ts'

const user = (): Record<string, unknown> => ({
  ...sampleUser(),
  parentalConsent: {
    state: 'asked',
    email: 'parent@example.com',
    at: '2026-11-20T08:00:00.000Z',
    until: '2026-11-27T08:00:00.000Z',
  },
})

const something = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    0,
    '',
    'trial',
    'expired',
    'premium',
    'asked',
    'Australia/Sydney',
    'Mars/Olympus',
    '2008-02-29',
    '2009-02-29',
    '2026-11-20T08:00:00.000Z',
    '1999-11-20T08:00:00.000Z',
    '2026-02-30T08:00:00.000Z',
    'not-a-date',
    '019aa0de-0000-7000-8000-000000000001',
    '019AA0DE-0000-7000-8000-000000000001',
    [],
    {},
  ),
  fc.record({ state: fc.constantFrom('asked', 'gone'), email: fc.constantFrom('a@example.com', 3) }),
)

describe('reading the user without the schemas', () => {
  it('says the same of every field as the schema does', () => {
    const fields = [...Object.keys(user()), 'aFieldOfALaterServer']
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...fields), something, { maxKeys: 2 }), (changes) => {
        const said = { ...user(), ...changes }
        const parsed = currentUserSchema.safeParse(said)
        expect(readCurrentUser(said)).toEqual(parsed.success ? parsed.data : null)
      }),
      { numRuns: 2000 },
    )
  })

  it.each(Object.keys(sampleUser()))('says of one without %s what the schema says', (field) => {
    const { [field]: _, ...rest } = user()
    const parsed = currentUserSchema.safeParse(rest)
    expect(readCurrentUser(rest)).toEqual(parsed.success ? parsed.data : null)
  })

  it.each([null, undefined, 'Ada', 3, []])('refuses %j', (value) => {
    expect(readCurrentUser(value)).toBeNull()
  })
})
