import { expect, it } from 'vitest'
import { mayUse } from '../access/may-use.ts'
import { samplePerson, sampleUser } from '../testing/samples.ts'
import { asUser } from './person-as-user.ts'

const NOW = Date.UTC(2026, 0, 1)
const PREMIUM = { subscriptionStatus: 'active', subscriptionPlan: 'premium', subscriptionEndsAt: null } as const
const FREE = { subscriptionStatus: null, subscriptionPlan: 'free', subscriptionEndsAt: null } as const

it.each([
  ['one’s own plan, Premium', PREMIUM, null, true],
  ['one’s own plan, Free', FREE, null, false],
  ['the plan of whoever shares them, Premium', FREE, true, true],
  ['the plan of whoever shares them, Free', PREMIUM, false, false],
])('what is offered for a person follows %s', (_whose, plan, hasPremium, isAllowed) => {
  const user = asUser({ ...sampleUser(), ...plan }, { ...samplePerson(), hasPremium })
  expect(mayUse(user, 'premium', NOW).allowed).toBe(isAllowed)
})
