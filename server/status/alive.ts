import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import type { Context, Routes } from '../http/context.ts'
import { ApiError } from '../platform/errors.ts'
import { within } from '../platform/time-limit.ts'

const answer = z.object({ status: z.literal('ok') })

/** The caller has given up after this (ms), so anything that takes longer counts as gone. */
const ANSWERS_WITHIN = 2_000

/** What has to be true before requests are sent here, each with the sentence to respond with if it is not. */
const CHECKS: readonly { sentence: string; holds(context: Context): Promise<unknown> }[] = [
  { sentence: 'The database does not answer.', holds: ({ db }) => db.execute(sql`select 1`) },
  { sentence: 'The disk of DATA_DIR is nearly full.', holds: ({ disk }) => disk.requireRoom() },
]

/**
 * Serves health checks: the process runs (`live`), and it can work (`ready`). Both say no once the server is stopping.
 */
export const aliveRoutes: Routes = async (app, context) => {
  app.get('/api/health/live', { schema: { response: { 200: answer } } }, async () => ({
    status: 'ok' as const,
  }))

  app.get('/api/health/ready', { schema: { response: { 200: answer, 503: errorBodySchema } } }, async (request) => {
    for (const { sentence, holds } of CHECKS) {
      await within(ANSWERS_WITHIN, holds(context)).catch(() => {
        request.log.warn(`not ready: ${sentence}`)
        throw new ApiError(503, 'unavailable', sentence, { headers: { 'retry-after': '2' } })
      })
    }
    return { status: 'ok' as const }
  })
}
