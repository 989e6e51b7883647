import type { FastifyReply } from 'fastify'

/** Returns a signal that aborts when the client disconnects before the response is complete. */
export function hangUp(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (reply.raw.destroyed) gone.abort()
  reply.raw.once('close', () => reply.raw.writableFinished || gone.abort())
  return gone.signal
}
