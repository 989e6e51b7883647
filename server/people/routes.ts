import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { t } from '#domain/language/translate.ts'
import { isUuid } from '#domain/lib/ids.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { addPersonBody, peopleAnswer, personAnswer } from '#domain/protocol/people.ts'
import type { Context, Routes } from '../http/context.ts'
import { requireRole, withheld } from '../http/plugins/person-gate.ts'
import { answerWithSyncHeaders } from '../http/plugins/sync-headers.ts'
import { accountOf, type Person, selfOf, writerOf } from '../http/who.ts'
import { keyHeaders, keyOf, writeRoute } from '../http/write-route.ts'
import { ApiError } from '../platform/errors.ts'
import { performWrite } from '../sync/writes.ts'
import { addPersonCall, editPersonCall } from './calls.ts'
import { personFinder } from './find-person.ts'
import { peopleOf } from './people.ts'

const idParams = z.object({ id: z.string() })

/** Serves whom an account looks after (additions, 3). Deleting somebody is with what erases them (server/erasure). */
export const peopleRoutes: Routes = async (app, context) => {
  const onRequest = app.requireUse('health', 'account')
  answerWithSyncHeaders(app, context)

  app.get(
    '/api/people',
    { onRequest, schema: { response: { 200: peopleAnswer, '4xx': errorBodySchema } } },
    async (request) => peopleOf(context, accountOf(request).user),
  )

  writeRoute(app, context, addPersonCall, { body: addPersonBody, response: { 201: personAnswer } })

  app.patch(
    editPersonCall.path,
    {
      onRequest,
      config: { checksBodyItself: true },
      schema: {
        headers: keyHeaders,
        params: idParams,
        response: { 200: personAnswer, '4xx': errorBodySchema },
      },
    },
    async (request, reply) => {
      const person = await personAt(context, request)
      requireRole(person, 'change')
      const { status, body } = await performWrite(context, {
        user: writerOf(person),
        call: editPersonCall,
        id: person.id,
        body: request.body,
        key: keyOf(request),
      })
      if (status !== 200 || person.role === 'owner') return reply.code(status as 200).send(body as never)
      // The write answers as for whose person it is, and its answer is stored for all who may make it.
      const seen = (await peopleOf(context, accountOf(request).user)).find(({ id }) => id === person.id)
      if (!seen) throw noPerson()
      return seen
    },
  )
}

const noPerson = () => new ApiError(404, 'not_found', t('There is no such person.'))

/** Returns the person whose id is in the address. Throws 404 for one that the account may not see, 403 for one withheld. */
export async function personAt(
  context: Pick<Context, 'db' | 'config' | 'clock'>,
  request: FastifyRequest,
): Promise<Person> {
  const { user } = accountOf(request)
  const { id } = request.params as { id: string }
  if (id === user.id) return selfOf({ user })
  const found = isUuid(id) ? await personFinder(context)(user, id) : null
  if (found?.kind === 'withheld') throw withheld()
  if (found?.kind !== 'open') throw noPerson()
  return found.person
}
