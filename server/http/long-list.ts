import type { FastifyReply } from 'fastify'
import { pauses } from '../platform/turns.ts'

/**
 * For a route that responds with `sendList` or `sendListInside`: what it sends is already checked and serialised, and an error is an
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
  return sendJson(reply, await written(row, rows))
}

/** Sends the same list as one field, the last, of an object with the given other fields. */
export async function sendListInside(
  reply: FastifyReply,
  others: Readonly<Record<string, unknown>>,
  { name, row, rows }: { name: string; row: { parse(value: unknown): unknown }; rows: Iterable<unknown> },
): Promise<FastifyReply> {
  const before = JSON.stringify({ ...others, [name]: [] }).slice(0, -'[]}'.length)
  return sendJson(reply, `${before}${await written(row, rows)}}`)
}

const sendJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(json)

async function written(row: { parse(value: unknown): unknown }, rows: Iterable<unknown>): Promise<string> {
  const texts: string[] = []
  const pause = pauses()
  for (const value of rows) {
    texts.push(JSON.stringify(row.parse(value)))
    await pause()
  }
  return `[${texts.join(',')}]`
}
