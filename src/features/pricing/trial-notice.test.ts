import { describe, expect, it } from 'vitest'
import { trialNotice } from './trial-notice.ts'

describe('the trial notice of /pricing', () => {
  it.each([
    ['a visitor', null, 'New users get a 2-week free trial!'],
    ['never had a trial', { hasUsedTrial: false, subscriptionStatus: null }, 'New users get a 2-week free trial!'],
    [
      'in the trial',
      { hasUsedTrial: true, subscriptionStatus: 'trial' },
      "You're on a free trial - enjoy premium features!",
    ],
    [
      'after the trial',
      { hasUsedTrial: true, subscriptionStatus: 'expired' },
      'Upgrade to unlock all premium features',
    ],
  ] as const)('%s', (_who, user, notice) => {
    expect(trialNotice(user)).toBe(notice)
  })
})
