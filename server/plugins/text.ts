import type { FastifyInstance } from 'fastify'
import plugin from 'fastify-plugin'
import { invalid } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route checks the texts of its body itself: a batch answers for each of its calls apart. */
    checksBodyItself?: boolean
  }
}

/** Deeper than any body of ours; walking a body of 500,000 brackets would overflow the stack. */
const DEEPEST = 50

export interface TextProblem {
  /** The dotted path of the value; '' for the value itself. */
  field: string
  sentence: string
}

/** A value that must not be walked, not even to be written as JSON. */
export const TOO_DEEP: TextProblem = { field: '', sentence: 'The request is nested too deeply.' }

/**
 * What makes a parsed value impossible to store, or null: a NUL character (PostgreSQL's text refuses it, SQLSTATE 22021),
 * half of a surrogate pair (it has no UTF-8; an emoji cut in two leaves one), or bottomless nesting.
 */
export function textProblem(value: unknown, path = '', depth = 0): TextProblem | null {
  if (typeof value === 'string') return wordProblem(value, path)
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return null
  if (depth === DEEPEST) return TOO_DEEP
  for (const [key, child] of Object.entries(value)) {
    const found = wordProblem(key, path) ?? textProblem(child, path ? `${path}.${key}` : key, depth + 1)
    if (found) return found
  }
  return null
}

function wordProblem(text: string, field: string): TextProblem | null {
  const subject = field || 'The request'
  if (text.includes('\u0000')) return { field, sentence: `${subject} must not contain NUL characters.` }
  if (text.isWellFormed()) return null
  return { field, sentence: `${subject} must not contain half of a character (a lone surrogate).` }
}

/** Refuses what cannot be stored before any schema sees it. */
export default plugin(async (app: FastifyInstance) => {
  app.addHook('preValidation', async (request) => {
    const body = request.routeOptions.config.checksBodyItself ? null : request.body
    for (const part of [request.params, request.query, body]) {
      const problem = textProblem(part)
      if (problem) throw invalid(problem.field || 'body', problem.sentence)
    }
  })
})
