import type { LocalDate } from '#domain/lib/local-time.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import { verifyAgeAnswer } from '#domain/protocol/user.ts'
import { currentUserSchema } from '#domain/records/user.ts'
import { apiCall } from '#src/platform/api-call.ts'
import { browserZone } from '#src/platform/clock.ts'

export interface Verified {
  consentRequired: boolean
  toast: { title: string; description: string }
}

/** POST /api/user/verify-age, once. The error is the sentence for the toast 'Verification Failed' (specification, section 8). */
export async function verifyAge(dateOfBirth: LocalDate): Promise<Result<Verified, string>> {
  const body = { dateOfBirth, timeZone: browserZone() }
  const answer = await apiCall({ method: 'POST', path: '/api/user/verify-age', body })
  if (answer.kind === 'no-answer') {
    return fail('Your age can only be verified with a connection. Please try again when you are online.')
  }
  if (answer.kind === 'error') return fail(answer.message || 'Failed to verify age')
  const verified = verifyAgeAnswer.safeParse(answer.body)
  if (!verified.success) return fail('Invalid response from server')
  if (verified.data.parentalConsentRequired) {
    return ok({
      consentRequired: true,
      toast: {
        title: 'Parental Consent Required',
        description: "Since you're under 18, we need consent from a parent or guardian.",
      },
    })
  }
  const description = (await trialStarted())
    ? 'Your 2-week free trial has started!'
    : 'You can use Dosewell now.'
  return ok({ consentRequired: false, toast: { title: 'Age Verified', description } })
}

/** An address that had its trial before gets none again (READINGS, Trial); the toast must not promise one. */
async function trialStarted(): Promise<boolean> {
  const answer = await apiCall({ method: 'GET', path: '/api/auth/user' })
  const user = answer.kind === 'ok' ? currentUserSchema.safeParse(answer.body) : null
  return user?.success === true && user.data.subscriptionStatus === 'trial'
}
