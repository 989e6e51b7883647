import { z } from 'zod'
import type { $ZodType } from 'zod/v4/core'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { epochOf, type SyncState } from '../sync/state.ts'
import type { Writer } from '../sync/writes.ts'
import type { App, Context } from './context.ts'
import { isCurrent } from './if-none-match.ts'
import { sendList, WRITTEN_BY_ROW } from './long-list.ts'
import { sayCommit, syncStateOf } from './plugins/sync-headers.ts'
import { personOf, writerOf } from './who.ts'

interface ListedRecords {
  path: string
  /** The schema of one record in the response. */
  row: { parse(value: unknown): unknown }
  /** The schema of the whole response, for the API document. */
  answer: $ZodType
  etag(epoch: string, user: Writer, state: SyncState, now: number): string
  /** Reads the records. Called after the account's state has been read, never before. */
  rows(user: Writer, now: number): Promise<Iterable<unknown>>
}

/** Adds the route of a list that devices read as a whole: 304 while their copy is current, otherwise all records. */
export function listRoute(app: App, { clock, facts }: Context, { path, row, answer, etag, rows }: ListedRecords): void {
  app.get(
    path,
    {
      onRequest: app.requireUse('health', 'read'),
      schema: {
        headers: z.looseObject({ 'if-none-match': z.string().optional() }),
        response: { 200: answer, 304: z.null(), '4xx': errorBodySchema },
      },
      ...WRITTEN_BY_ROW,
    },
    async (request, reply) => {
      const user = writerOf(personOf(request))
      const now = clock.now()
      const state = syncStateOf(request)
      const tag = etag(epochOf(facts, state), user, state, now)
      sayCommit(reply, state.seq).headers({ etag: tag, 'cache-control': 'private, no-cache' })
      if (isCurrent(request.headers['if-none-match'], tag)) return reply.code(304).send(null)
      return sendList(reply, row, await rows(user, now))
    },
  )
}
