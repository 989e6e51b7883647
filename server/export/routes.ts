import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { EXPORTS_A_DAY, exportFileName, fhirFileName } from '#domain/export/format.ts'
import { t } from '#domain/language/translate.ts'
import { localAt } from '#domain/lib/zone.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { type Routes, withTime } from '../http/context.ts'
import { isForeign } from '../http/plugins/origin.ts'
import { requireRole } from '../http/plugins/person-gate.ts'
import { LIMITS, requireWithinDay } from '../http/plugins/rate-limit.ts'
import { accountOf } from '../http/who.ts'
import { peopleOf } from '../people/people.ts'
import { personAt } from '../people/routes.ts'
import type { PictureContext } from '../pictures/context.ts'
import { ApiError } from '../platform/errors.ts'
import { readExport, readPersonExport } from './export.ts'
import { readAccountFhir, readFhir } from './fhir.ts'
import { type Export, zipOf } from './zip.ts'

/**
 * Serves everything the server stores about the user as one file, even to a user who may not use health data (any
 * more).
 */
export const exportRoutes: Routes<PictureContext> = async (app, context) => {
  const mayExport = app.limiter(LIMITS.export, (request) => request.account?.user.id ?? request.ip)

  app.get(
    '/api/user/export',
    {
      onRequest: app.requireUse('account'),
      schema: { response: { 200: z.string().describe('A zip file'), '4xx': errorBodySchema } },
    },
    async (request, reply) => {
      refuseForeign(request, context)
      await requireWithinDay(mayExport, request, tooManySentence())
      const { user } = accountOf(request)
      const zone = user.timeZone ?? 'UTC'
      const read = await context.longWork(user.id, () =>
        readExport(withTime(context), { id: user.id, email: user.email, zone }),
      )
      return sendZip(reply, read, zone)
    },
  )

  const mayExportPerson = app.limiter(LIMITS.export, (request) => {
    const { id } = request.params as { id: string }
    return `${request.account?.user.id ?? request.ip} ${id}`
  })
  app.get(
    '/api/people/:id/export',
    {
      // Whoever may not use health data (any more) can still take it along.
      onRequest: app.requireUse('account'),
      schema: {
        params: z.object({ id: z.string() }),
        response: { 200: z.string().describe('A zip file'), '4xx': errorBodySchema },
      },
    },
    async (request, reply) => {
      refuseForeign(request, context)
      const { user, whose } = await personToExport(request)
      const read = await context.longWork(user.id, () => readPersonExport(withTime(context), whose))
      return sendZip(reply, read, whose.zone)
    },
  )

  app.get(
    '/api/user/export/fhir',
    { onRequest: app.requireUse('account'), schema: { response: { 200: FHIR_BUNDLE, '4xx': errorBodySchema } } },
    async (request, reply) => {
      refuseForeign(request, context)
      await requireWithinDay(mayExport, request, tooManySentence())
      const { user } = accountOf(request)
      const pieces = await context.longWork(user.id, () => readAccountFhir(withTime(context), user.id))
      return sendFhir(reply, pieces, user.timeZone ?? 'UTC')
    },
  )

  app.get(
    '/api/people/:id/export/fhir',
    {
      onRequest: app.requireUse('account'),
      schema: { params: z.object({ id: z.string() }), response: { 200: FHIR_BUNDLE, '4xx': errorBodySchema } },
    },
    async (request, reply) => {
      refuseForeign(request, context)
      const { user, whose } = await personToExport(request)
      const pieces = await context.longWork(user.id, () => readFhir(withTime(context), [whose]))
      return sendFhir(reply, pieces, whose.zone)
    },
  )

  /** Returns the person whose data an owner may take along. Throws 404, 403 for any other role, and 429. */
  async function personToExport(request: FastifyRequest) {
    const person = await personAt(context, request)
    requireRole(person, 'own')
    await requireWithinDay(mayExportPerson, request, tooManySentence())
    const { user } = accountOf(request)
    const listed = (await peopleOf(context, user)).find(({ id }) => id === person.id)
    return { user, whose: { id: person.id, name: listed?.name ?? '', zone: person.timeZone ?? 'UTC' } }
  }

  function sendFhir(reply: FastifyReply, pieces: Iterable<string>, zone: string): FastifyReply {
    const name = fhirFileName(localAt(context.clock.now(), zone).date)
    return reply
      .header('content-disposition', `attachment; filename="${name}"`)
      .type('application/fhir+json; charset=utf-8')
      .send(Readable.from(pieces) as unknown as string)
  }

  function sendZip(reply: FastifyReply, read: Export, zone: string): FastifyReply {
    const name = exportFileName(localAt(context.clock.now(), zone).date)
    return reply
      .header('content-disposition', `attachment; filename="${name}"`)
      .type('application/zip')
      .send(Readable.from(zipOf(read, context.blobs)) as unknown as string)
  }
}

const FHIR_BUNDLE = z.string().describe('A FHIR R4 Bundle as JSON')

const tooManySentence = (): string => t('You can export your data {count} times a day.', { count: EXPORTS_A_DAY })

/** It changes nothing, but another site could use up the day's exports. */
function refuseForeign(request: FastifyRequest, { config }: Pick<PictureContext, 'config'>): void {
  if (isForeign(request, config)) {
    throw new ApiError(403, 'cross_site', t('This request came from another site and was not carried out.'))
  }
}
