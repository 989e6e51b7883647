import type { FastifyReply } from 'fastify'
import { EPOCH_HEADER, SEQ_HEADER } from '#domain/protocol/headers.ts'
import type { App, Context } from '../context.ts'
import { readState } from '../services/sync-state.ts'

/** Says up to which commit the answer knows the account: read before the data, never after. */
export const sayCommit = (reply: FastifyReply, seq: number): FastifyReply =>
  reply.header(SEQ_HEADER, String(seq))

/**
 * Adds to every answer of the area's routes, refusals included, the epoch and the signed-in account's commit sequence. The
 * user and the protocol are said by the gate and the protocol plugin.
 */
export function answerWithSyncHeaders(app: App, { db, facts }: Context): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.account) return payload
    reply.header(EPOCH_HEADER, facts.epoch)
    if (reply.hasHeader(SEQ_HEADER)) return payload
    try {
      sayCommit(reply, (await readState(db, request.account.user.id)).seq)
    } catch {
      // The answer is about a fault of the database already; it goes out without the sequence.
    }
    return payload
  })
}
