import type { FastifyReply } from 'fastify'

/** Fires when whoever asked hangs up before they were answered. */
export function hangUp(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  if (reply.raw.destroyed) gone.abort()
  reply.raw.once('close', () => reply.raw.writableFinished || gone.abort())
  return gone.signal
}
