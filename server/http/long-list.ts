import type { FastifyReply } from 'fastify'
import { pauses } from '../platform/turns.ts'

/**
 * For a route that responds with `sendList`: what it sends is already checked and serialised, and an error is an
 * ordinary object.
 */
export const WRITTEN_BY_ROW = { serializerCompiler: () => JSON.stringify }

/**
 * Sends a list as JSON. Rows are checked and serialised one by one with pauses, because thousands in one go would keep
 * everyone waiting. Throws the schema's error if a row does not match what the call promises.
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
