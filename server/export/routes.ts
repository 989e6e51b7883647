import { Readable } from 'node:stream'
import { z } from 'zod'
import { EXPORTS_A_DAY, exportFileName } from '#domain/export/format.ts'
import { localAt } from '#domain/lib/zone.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { type Routes, withTime } from '../http/context.ts'
import { isForeign } from '../http/plugins/origin.ts'
import { LIMITS } from '../http/plugins/rate-limit.ts'
import { accountOf } from '../http/who.ts'
import type { PictureContext } from '../pictures/context.ts'
import { ApiError, tooMany } from '../platform/errors.ts'
import { readExport } from './export.ts'
import { zipOf } from './zip.ts'

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
      // It changes nothing, but another site could use up the day's exports.
      if (isForeign(request, context.config)) {
        throw new ApiError(403, 'cross_site', 'This request came from another site and was not carried out.')
      }
      const wait = await mayExport(request)
      if (wait !== null) {
        throw tooMany(wait, `You can export your data ${EXPORTS_A_DAY} times a day. Please try again tomorrow.`)
      }
      const { user } = accountOf(request)
      const zone = user.timeZone ?? 'UTC'
      const read = await context.longWork(user.id, () =>
        readExport(withTime(context), { id: user.id, email: user.email, zone }),
      )
      const name = exportFileName(localAt(context.clock.now(), zone).date)
      return reply
        .header('content-disposition', `attachment; filename="${name}"`)
        .type('application/zip')
        .send(Readable.from(zipOf(read, context.blobs)) as unknown as string)
    },
  )
}
