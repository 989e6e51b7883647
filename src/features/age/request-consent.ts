import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import { requestConsentAnswer } from '#domain/protocol/user.ts'
import type { ParentalConsent } from '#domain/records/user.ts'
import { apiCall } from '#src/platform/api-call.ts'

const FAILED = msg('Failed to send consent request')

/**
 * Sends POST /api/user/request-parental-consent, once. Returns the account's state from then on, if the server gives
 * it; the error is the sentence for the toast 'Failed to Send' (specification, sections 5 and 8).
 */
export async function requestConsent(parentGuardianEmail: string): Promise<Result<ParentalConsent | null, string>> {
  const answer = await apiCall({
    method: 'POST',
    path: '/api/user/request-parental-consent',
    body: { parentGuardianEmail },
  })
  if (answer.kind === 'no-answer') {
    return fail(t('A consent request can only be sent with a connection. Please try again when you are online.'))
  }
  if (answer.kind === 'error') return fail(answer.message || t(FAILED))
  const { data } = requestConsentAnswer.safeParse(answer.body)
  return data?.success ? ok(data.parentalConsent ?? null) : fail(data?.error || t(FAILED))
}
