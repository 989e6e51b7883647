import { t } from '#domain/language/translate.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { handOverAnswer, handOverBody } from '#domain/protocol/hand-over.ts'
import {
  profileBody,
  requestConsentAnswer,
  requestConsentBody,
  verifyAgeAnswer,
  verifyAgeBody,
} from '#domain/protocol/user.ts'
import { currentUserSchema } from '#domain/records/user-schema.ts'
import { isUnavailable } from '../db/unavailable.ts'
import type { Routes } from '../http/context.ts'
import { faultForLog } from '../http/plugins/errors.ts'
import { answerWithSyncHeaders, sayCommit } from '../http/plugins/sync-headers.ts'
import { accountOf } from '../http/who.ts'
import { writeRoute } from '../http/write-route.ts'
import type { MailContext } from '../mail/context.ts'
import { ApiError } from '../platform/errors.ts'
import { verifyAge } from './age.ts'
import { editProfileCall } from './calls.ts'
import { requestConsent, settleComingOfAge, withConsent } from './consent.ts'
import { requireLostAccount } from './transfer.ts'

const refusals = {
  400: errorBodySchema,
  401: errorBodySchema,
  403: errorBodySchema,
  409: errorBodySchema,
  410: errorBodySchema,
  429: errorBodySchema,
  503: errorBodySchema,
}

/** Serves the signed-in user: identity, age and name. */
export const userRoutes: Routes<MailContext> = async (app, context) => {
  const onRequest = app.requireUse('account')
  answerWithSyncHeaders(app, context)

  app.get(
    '/api/auth/user',
    {
      onRequest,
      schema: { response: { 200: currentUserSchema, ...refusals } },
      // `currentUser` has just parsed it with this schema.
      serializerCompiler: () => JSON.stringify,
    },
    async (request, reply) => {
      // Of one moment: a user that is older than the state would be taken for what that commit left.
      const { user, state } = accountOf(request)
      sayCommit(reply, state.seq)
      return withConsent(context, await settleComingOfAge(context, user))
    },
  )

  app.post(
    '/api/user/verify-age',
    { onRequest, schema: { body: verifyAgeBody, response: { 200: verifyAgeAnswer, ...refusals } } },
    async (request) => verifyAge(context, accountOf(request).user.id, request.body),
  )

  app.post(
    '/api/user/request-parental-consent',
    {
      onRequest,
      schema: { body: requestConsentBody, response: { 200: requestConsentAnswer, ...refusals } },
    },
    async (request) => {
      const { parentGuardianEmail } = request.body
      try {
        const parentalConsent = await requestConsent(context, accountOf(request).user.id, parentGuardianEmail)
        return { success: true, parentalConsent }
      } catch (error) {
        if (error instanceof ApiError || isUnavailable(error)) throw error
        request.log.error({ fault: faultForLog(error) }, 'a consent mail could not be sent')
        throw new ApiError(503, 'unavailable', t('We couldn’t send the email just now. Please try again in a minute.'))
      }
    },
  )

  app.post(
    '/api/user/hand-over',
    {
      onRequest: app.requireUse('health', 'account'),
      schema: { body: handOverBody, response: { 200: handOverAnswer, ...refusals } },
    },
    async (request) => {
      await requireLostAccount(context, request.body.from)
      return { allowed: true as const }
    },
  )

  writeRoute(app, context, editProfileCall, {
    capability: 'account',
    body: profileBody,
    response: { 200: currentUserSchema },
  })
}
