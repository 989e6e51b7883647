import type { FastifyReply } from 'fastify'
import { pauses } from '../platform/turns.ts'

/** Of a route that answers with `sendList`: what it sends is checked and written already, an error is an ordinary object. */
export const WRITTEN_BY_ROW = { serializerCompiler: () => JSON.stringify }

/**
 * Sends a list as JSON. Its rows are checked and written one by one, with pauses: thousands in one piece would keep everybody
 * waiting. Throws what the schema throws when a row is not what the call promises.
 */
export async function sendList(
  reply: FastifyReply,
  row: { parse(value: unknown): unknown },
  rows: Iterable<unknown>,
): Promise<FastifyReply> {
  const written: string[] = []
  const pause = pauses()
  for (const value of rows) {
    written.push(JSON.stringify(row.parse(value)))
    await pause()
  }
  return reply.type('application/json; charset=utf-8').send(`[${written.join(',')}]`)
}
