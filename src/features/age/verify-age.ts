import { needsConsent } from '#domain/access/may-use.ts'
import { t } from '#domain/language/translate.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import { verifyAgeAnswer } from '#domain/protocol/user.ts'
import { readCurrentUser } from '#domain/records/read-user.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { apiCall } from '#src/platform/api-call.ts'
import { browserZone } from '#src/platform/clock.ts'

export interface Verified {
  consentRequired: boolean
  /** Null if nothing is known except that the age is settled. */
  toast: { title: string; description: string; tone?: 'destructive' } | null
  /** The user as the server now describes them; null if it was not asked or did not say. */
  user: CurrentUser | null
}

/**
 * Sends POST /api/user/verify-age, once. An age that is already settled is no failure: the answer to an earlier attempt
 * was lost. The error is the sentence for the toast 'Verification Failed' (specification, section 8).
 */
export async function verifyAge(dateOfBirth: LocalDate): Promise<Result<Verified, string>> {
  const body = { dateOfBirth, timeZone: browserZone() }
  const answer = await apiCall({ method: 'POST', path: '/api/user/verify-age', body })
  if (answer.kind === 'no-answer') {
    return fail(t('Your age can only be verified with a connection. Please try again when you are online.'))
  }
  if (answer.kind === 'error') {
    if (answer.code === 'already_verified') return ok(await settledBefore(dateOfBirth, answer.message))
    return fail(answer.message || t('Failed to verify age'))
  }
  const verified = verifyAgeAnswer.safeParse(answer.body)
  if (!verified.success) return fail(t('Invalid response from server'))
  return ok(
    verified.data.parentalConsentRequired
      ? { consentRequired: true, toast: consentRequiredToast(), user: null }
      : adult(await readUser()),
  )
}

const consentRequiredToast = () => ({
  title: t('Parental Consent Required'),
  description: t("Since you're under 18, we need consent from a parent or guardian."),
})

/**
 * Returns the result for an adult. An email address that had its trial before gets no other (readings, Trial), so the
 * toast must not promise one.
 */
function adult(user: CurrentUser | null): Verified {
  const description =
    user?.subscriptionStatus === 'trial' ? t('Your 2-week free trial has started!') : t('You can use Dosewell now.')
  return { consentRequired: false, toast: { title: t('Age Verified'), description }, user }
}

/** Returns the toast of the lost answer; if the date now differs, it says where it can be corrected. */
async function settledBefore(dateOfBirth: LocalDate, sentence: string): Promise<Verified> {
  const user = await readUser()
  if (!user) return { consentRequired: false, toast: null, user }
  const consentRequired = needsConsent(user, Date.now())
  if (user.dateOfBirth !== dateOfBirth) {
    const toast = { title: t('Verification Failed'), description: sentence, tone: 'destructive' } as const
    return { consentRequired, toast, user }
  }
  return consentRequired ? { consentRequired, toast: consentRequiredToast(), user } : adult(user)
}

async function readUser(): Promise<CurrentUser | null> {
  const answer = await apiCall({ method: 'GET', path: '/api/auth/user' })
  return answer.kind === 'ok' ? readCurrentUser(answer.body) : null
}
