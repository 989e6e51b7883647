import { describe, expect, it } from 'vitest'
import { type Instant, toInstant } from '../lib/instant.ts'
import { isPremium, type Subscription, type SubscriptionStatus, subscriptionAt, TRIAL_LENGTH } from './plan.ts'

const START = Date.UTC(2026, 10, 20, 3, 4, 5, 678)
const trial: Subscription = {
  subscriptionStatus: 'trial',
  subscriptionPlan: 'premium',
  subscriptionEndsAt: toInstant(START + TRIAL_LENGTH),
}

describe('a trial', () => {
  it('lasts 14 times 24 hours, whatever clocks do in between', () => {
    expect(TRIAL_LENGTH).toBe(14 * 24 * 60 * 60 * 1000)
  })

  it('is premium to its last millisecond, then expired and free', () => {
    const end = START + TRIAL_LENGTH
    expect(subscriptionAt(trial, START)).toBe(trial)
    expect(subscriptionAt(trial, end - 1)).toBe(trial)
    expect(subscriptionAt(trial, end)).toEqual({
      subscriptionStatus: 'expired',
      subscriptionPlan: 'free',
      subscriptionEndsAt: trial.subscriptionEndsAt,
    })
    expect(isPremium(subscriptionAt(trial, end - 1))).toBe(true)
    expect(isPremium(subscriptionAt(trial, end))).toBe(false)
  })

  it('and what else ends by itself (a promotion, a cancelled subscription) is over at its end on a device too', () => {
    const paid: Subscription = { ...trial, subscriptionStatus: 'active' }
    expect(isPremium(subscriptionAt(paid, START + TRIAL_LENGTH - 1))).toBe(true)
    expect(isPremium(subscriptionAt(paid, START + TRIAL_LENGTH))).toBe(false)
  })

  it('keeps everything else about the person when it expires', () => {
    const user = { ...trial, email: 'ada@example.com' }
    expect(subscriptionAt(user, START + TRIAL_LENGTH).email).toBe('ada@example.com')
  })

  it.each<[SubscriptionStatus | null, Instant | null]>([
    ['active', null],
    ['active', toInstant(START + TRIAL_LENGTH + 1)],
    ['past_due', toInstant(START)],
    ['canceled', toInstant(START)],
    ['expired', toInstant(START)],
    [null, null],
  ])(
    'is not over before its end, and has none when it is renewed: %s until %s stays what the server says',
    (subscriptionStatus, endsAt) => {
      const subscriptionPlan = subscriptionStatus === 'active' ? 'premium' : 'free'
      const other: Subscription = { subscriptionStatus, subscriptionPlan, subscriptionEndsAt: endsAt }
      expect(subscriptionAt(other, START + TRIAL_LENGTH)).toBe(other)
    },
  )
})

describe('premium (specification, section 4)', () => {
  it.each<[SubscriptionStatus | null, Subscription['subscriptionPlan'], boolean]>([
    ['active', 'premium', true],
    ['trial', 'premium', true],
    ['past_due', 'premium', false],
    ['canceled', 'premium', false],
    ['expired', 'premium', false],
    [null, 'premium', false],
    ['active', 'free', false],
    ['trial', 'free', false],
    ['past_due', 'free', false],
    ['canceled', 'free', false],
    ['expired', 'free', false],
    [null, 'free', false],
  ])('status %s and plan %s: %s', (subscriptionStatus, subscriptionPlan, premium) => {
    expect(isPremium({ subscriptionStatus, subscriptionPlan })).toBe(premium)
  })
})
