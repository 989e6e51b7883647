import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { invalid } from '../errors.ts'

/** Where the value has a NUL character: the dotted path, '' for the value itself; undefined when there is none. */
export function pathOfNul(value: unknown, path = ''): string | undefined {
  if (typeof value === 'string') return value.includes('\u0000') ? path : undefined
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return undefined
  for (const [key, child] of Object.entries(value)) {
    const at = path ? `${path}.${key}` : key
    if (key.includes('\u0000')) return path
    const found = pathOfNul(child, at)
    if (found !== undefined) return found
  }
  return undefined
}

/** Refuses NUL characters before any schema sees them: PostgreSQL's text cannot hold them (SQLSTATE 22021). */
export default plugin(async (app: FastifyInstance) => {
  app.addHook('preValidation', async (request) => {
    for (const part of [request.params, request.query, request.body]) {
      const field = pathOfNul(part)
      if (field !== undefined)
        throw invalid(field || 'body', `${field || 'The request'} must not contain NUL characters.`)
    }
  })
})
