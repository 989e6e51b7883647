import { TRIAL_OFFER } from '#domain/access/plan-text.ts'
import type { CurrentUser } from '#domain/records/user.ts'

/** Returns the line under the heading of /pricing (specification, section 2). Null is a visitor. */
export function trialNotice(user: Pick<CurrentUser, 'hasUsedTrial' | 'subscriptionStatus'> | null): string {
  if (user?.subscriptionStatus === 'trial') return "You're on a free trial - enjoy premium features!"
  return user === null || !user.hasUsedTrial ? TRIAL_OFFER : 'Upgrade to unlock all premium features'
}
