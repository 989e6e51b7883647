import { t } from '../language/translate.ts'
import type { ErrorCode } from '../protocol/errors.ts'
import type { CurrentUser } from '../records/user.ts'
import { ageGroup } from './age.ts'
import { isPremium, subscriptionAt } from './plan.ts'

/**
 * What a user may want to do.
 * - `account`: own profile, age, consent, sign-out: any signed-in user
 * - `health`: medications, doses, reminders, appointments, documents: age verified, consent where required
 * - `premium`: voice and scanning: as `health`, and a premium plan
 * - `admin`: running the product
 */
export type Capability = 'account' | 'health' | 'premium' | 'admin'

export type Permission = { allowed: true } | { allowed: false; code: ErrorCode; error: string }

type Asker = Pick<
  CurrentUser,
  | 'isAdmin'
  | 'dateOfBirth'
  | 'ageVerified'
  | 'parentalConsentRequired'
  | 'parentalConsentGiven'
  | 'subscriptionStatus'
  | 'subscriptionPlan'
  | 'subscriptionEndsAt'
  | 'timeZone'
>

const no = (code: ErrorCode, error: string): Permission => ({ allowed: false, code, error })
const yes: Permission = { allowed: true }

/**
 * The one gate for age, consent and plan (readings, Age and Premium). The server enforces it, and the client mirrors
 * it.
 */
export function mayUse(user: Asker, capability: Capability, now: number): Permission {
  switch (capability) {
    case 'account':
      return yes
    case 'admin':
      return user.isAdmin === true
        ? yes
        : no('forbidden', t("You don't have permission to access the admin dashboard."))
    case 'health':
      return mayUseHealth(user, now)
    case 'premium': {
      const health = mayUseHealth(user, now)
      if (!health.allowed) return health
      return isPremium(subscriptionAt(user, now))
        ? yes
        : no('premium_required', t('This is part of Premium. Your medications and reminders keep working without it.'))
    }
  }
}

function mayUseHealth(user: Asker, now: number): Permission {
  if (user.dateOfBirth === null || !user.ageVerified) {
    return no('age_required', t('Please verify your age before you use Dosewell.'))
  }
  return needsConsent(user, now)
    ? no('consent_required', t("Since you're under 18, we need consent from a parent or guardian."))
    : yes
}

/** Returns whether consent is still needed: until it is given, and no longer than the 18th birthday (readings, Age). */
export function needsConsent(
  user: Pick<Asker, 'dateOfBirth' | 'parentalConsentRequired' | 'parentalConsentGiven' | 'timeZone'>,
  now: number,
): boolean {
  if (!user.parentalConsentRequired || user.parentalConsentGiven || user.dateOfBirth === null) return false
  return ageGroup(user.dateOfBirth, now, user.timeZone ?? 'UTC') !== 'adult'
}
