import type { FastifyReply, FastifyRequest } from 'fastify'
import { t } from '#domain/language/translate.ts'
import { EPOCH_HEADER, RESTORED_SEQ_HEADER, SEQ_HEADER } from '#domain/protocol/headers.ts'
import { ApiError } from '../../platform/errors.ts'
import { epochOf, readState, type SyncState } from '../../sync/state.ts'
import type { App, Context } from '../context.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account's state before anything else of it was read; set when `answerWithSyncHeaders` is used. */
    syncState: SyncState | null
  }
}

/** Within this time (ms) a request has come as a whole. */
const BODY_AT_ONCE = 250

/** Returns the account's state as of the start of the request. */
export function syncStateOf(request: FastifyRequest): SyncState {
  if (!request.syncState) throw new Error('this route does not answer with sync headers')
  return request.syncState
}

/** Says up to which commit the response knows the account. The sequence is read before the data, never after. */
export const sayCommit = (reply: FastifyReply, seq: number): FastifyReply => reply.header(SEQ_HEADER, String(seq))

/** 409: the device knows a different epoch of the account (S11.2). Nothing was done. */
export function newEpoch(epoch: string, state: SyncState): ApiError {
  const restoredSeq = String(state.restoredSeq ?? 0)
  return new ApiError(409, 'new_epoch', t('This server was restored from a backup. Please sync again.'), {
    headers: { [EPOCH_HEADER]: epoch, [RESTORED_SEQ_HEADER]: restoredSeq },
  })
}

/**
 * Adds the epoch and commit sequence of the account or person to every response of the area's routes, including
 * refusals, and rejects requests from another epoch. The gate and the protocol plugin add the user and the protocol.
 */
export function answerWithSyncHeaders(app: App, { db, facts }: Context): void {
  const load = async (request: FastifyRequest, reply: FastifyReply, userId: string): Promise<SyncState> => {
    const { account } = request
    const isOwn = account?.user.id === userId
    // The gate has read it, but before the body came, and meanwhile the account may have begun another epoch.
    const isFresh = request.body === undefined || reply.elapsedTime < BODY_AT_ONCE
    request.syncState ??= isOwn && isFresh ? account.state : await readState(db, userId)
    return request.syncState
  }
  app.decorateRequest('syncState', null)

  app.addHook('preValidation', async (request, reply) => {
    if (request.subject === null) return
    const state = await load(request, reply, request.subject)
    const known = request.headers[EPOCH_HEADER]
    const epoch = epochOf(facts, state)
    if (known !== undefined && known !== epoch) throw newEpoch(epoch, state)
  })

  app.addHook('onSend', async (request, reply, payload) => {
    if (request.subject === null) return payload
    // If the database did not respond, do not wait for it a second time.
    if (reply.statusCode === 503 && !request.syncState) return payload
    try {
      const state = await load(request, reply, request.subject)
      if (!reply.hasHeader(EPOCH_HEADER)) reply.header(EPOCH_HEADER, epochOf(facts, state))
      if (!reply.hasHeader(SEQ_HEADER)) sayCommit(reply, state.seq)
    } catch {
      // The response already reports a database fault; it is sent without these headers.
    }
    return payload
  })
}
