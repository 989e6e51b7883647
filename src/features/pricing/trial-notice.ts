import { TRIAL_OFFER } from '#domain/access/plan-text.ts'
import { t } from '#domain/language/translate.ts'
import type { CurrentUser } from '#domain/records/user.ts'

/** Returns the line under the heading of /pricing (specification, section 2). Null is a visitor. */
export function trialNotice(user: Pick<CurrentUser, 'hasUsedTrial' | 'subscriptionStatus'> | null): string {
  if (user?.subscriptionStatus === 'trial') return t("You're on a free trial - enjoy premium features!")
  return user === null || !user.hasUsedTrial ? t(TRIAL_OFFER) : t('Upgrade to unlock all premium features')
}
