import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readCode } from '#domain/access/offers.ts'
import { t } from '#domain/language/translate.ts'
import { isUuid } from '#domain/lib/ids.ts'
import { HOUR } from '#domain/lib/local-time.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { grantBody, grantedAnswer, grantsAnswer, offerAnswer, revokedAnswer } from '#domain/protocol/grants.ts'
import { personAnswer } from '#domain/protocol/people.ts'
import type { Context, Routes } from '../http/context.ts'
import { requireRole } from '../http/plugins/person-gate.ts'
import { giveBack, take } from '../http/shared-limits.ts'
import { accountOf } from '../http/who.ts'
import { ApiError, tooMany } from '../platform/errors.ts'
import { networkOf } from '../platform/network.ts'
import { acceptOffer } from './accept.ts'
import { findOffer, noOffer, offerGrant, offerOf } from './offers.ts'
import { peopleOf } from './people.ts'
import { grantsOf, revokeGrant } from './revoke.ts'
import { personAt } from './routes.ts'

/** Codes that one network may try in an hour. With 40 bits each, even a thousand networks find none in a week. */
const CODES_AN_HOUR = 20

const idParams = z.object({ id: z.string() })
const tokenParams = z.object({ token: z.string().max(100) })

/** Serves sharing a person with other accounts (additions, 3.2). */
export const grantRoutes: Routes = async (app, context) => {
  const onRequest = app.requireUse('health', 'account')
  const { db, clock } = context

  app.post(
    '/api/people/:id/grants',
    {
      onRequest,
      schema: { params: idParams, body: grantBody, response: { 201: grantedAnswer, '4xx': errorBodySchema } },
    },
    async (request, reply) => {
      const person = await personAt(context, request)
      requireRole(person, 'own')
      const offered = await offerGrant(context, accountOf(request).user, person, request.body)
      return reply.code(201).send(offered as never)
    },
  )

  app.get(
    '/api/people/:id/grants',
    { onRequest, schema: { params: idParams, response: { 200: grantsAnswer, '4xx': errorBodySchema } } },
    async (request) => {
      const person = await personAt(context, request)
      requireRole(person, 'own')
      return grantsOf(db, person.id, clock.now())
    },
  )

  app.delete(
    '/api/grants/:id',
    // Whoever may not use health data (any more) can still stop sharing or helping.
    {
      onRequest: app.requireUse('account'),
      schema: { params: idParams, response: { 200: revokedAnswer, '4xx': errorBodySchema } },
    },
    async (request) => {
      const { id } = request.params
      if (!isUuid(id)) throw new ApiError(404, 'not_found', t('There is no such invitation or helper.'))
      await revokeGrant(context, accountOf(request).user.id, id)
      return { success: true as const }
    },
  )

  app.get(
    '/api/grants/offers/:token',
    { schema: { params: tokenParams, response: { 200: offerAnswer, '4xx': errorBodySchema } } },
    async (request) => offerOf(await requireOffer(context, request, request.params.token)),
  )

  app.post(
    '/api/grants/offers/:token/accept',
    { onRequest, schema: { params: tokenParams, response: { 200: personAnswer, '4xx': errorBodySchema } } },
    async (request) => {
      const { user } = accountOf(request)
      const offer = await requireOffer(context, request, request.params.token)
      await acceptOffer(context, offer, user)
      const person = (await peopleOf(context, user)).find(({ id }) => id === offer.grant.userId)
      if (!person) throw noOffer()
      return person
    },
  )
}

/** Returns the invitation with this token or code. Codes are counted by network: 429 after too many. */
async function requireOffer(context: Context, request: FastifyRequest, tokenOrCode: string) {
  const key = readCode(tokenOrCode) ? `grant codes of ${networkOf(request.ip)}` : null
  const wait = key && (await take(context, { key, max: CODES_AN_HOUR, window: HOUR }))
  if (wait) throw tooMany(wait, t('Too many codes were tried. Please wait, or open the link instead.'))
  const offer = await findOffer(context, tokenOrCode)
  if (!offer) throw noOffer()
  if (key) await giveBack(context, key)
  return offer
}
