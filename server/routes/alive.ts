import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { errorBodySchema } from '#domain/protocol/errors.ts'
import type { Routes } from '../context.ts'
import { ApiError } from '../errors.ts'
import { within } from '../time-limit.ts'

const answer = z.object({ status: z.literal('ok') })

/** Whoever asks has given up after this (ms): a database that hangs is as good as none. */
const ANSWERS_WITHIN = 2_000

/** For whoever watches the process: it runs (`live`), and its database answers (`ready`). Both say no once the server is stopping. */
export const aliveRoutes: Routes = async (app, { db }) => {
  app.get('/api/health/live', { schema: { response: { 200: answer } } }, async () => ({
    status: 'ok' as const,
  }))

  app.get(
    '/api/health/ready',
    { schema: { response: { 200: answer, 503: errorBodySchema } } },
    async (request) => {
      try {
        await within(ANSWERS_WITHIN, db.execute(sql`select 1`))
      } catch {
        request.log.warn('the database does not answer')
        throw new ApiError(503, 'unavailable', 'The database does not answer.')
      }
      return { status: 'ok' as const }
    },
  )
}
