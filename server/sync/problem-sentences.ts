import { ended } from '#domain/language/sentences.ts'

/** A validation problem with one field (fastify-type-provider-zod puts the zod issue in `params`). */
export interface FieldProblem {
  keyword: string
  instancePath: string
  message?: string | undefined
  params: Record<string, unknown>
}

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

const amount = (problem: FieldProblem, bound: unknown) =>
  problem.params.origin === 'string'
    ? `${bound} characters`
    : problem.params.origin === 'array'
      ? `${bound} entries`
      : String(bound)

/** Returns the rule that a value broke, as the end of a sentence that begins with the field's name. */
function ruleOf(problem: FieldProblem): string {
  const { params } = problem
  switch (problem.keyword) {
    case 'invalid_type':
      return `must be ${KINDS[String(params.expected)] ?? params.expected}`
    case 'too_big':
      return `must be at most ${amount(problem, params.maximum)}`
    case 'too_small':
      return `must be at least ${amount(problem, params.minimum)}`
    case 'invalid_value':
      return `must be one of: ${(params.values as unknown[]).join(', ')}`
    case 'unrecognized_keys':
      // If it were cut in the middle of a character, the sentence could not be stored under a key.
      return `has an unknown field: ${(params.keys as unknown[]).join(', ').slice(0, 100).toWellFormed()}`
    case 'invalid_format':
      return `must be a valid ${params.format}`
    default:
      return 'is not valid'
  }
}

/**
 * zod's own messages are written for programmers. The domain's custom messages are written for users and take priority.
 */
const isZodWording = (message: string) => /^(Invalid|Too (big|small)|Unrecognized)/.test(message)

/** Returns the field in dotted form (`snapshot.date`) and a sentence that names the field and the rule. */
export function describeProblem(problem: FieldProblem, context: string): { field?: string; sentence: string } {
  const field = problem.instancePath.split('/').filter(Boolean).join('.')
  const subject = field || (context === 'body' ? 'The request body' : `The request’s ${context}`)
  const own = problem.message && !isZodWording(problem.message) ? problem.message : ruleOf(problem)
  const sentence = /^(must|has|is) /.test(own) ? `${subject} ${own}` : own
  return { ...(field ? { field } : {}), sentence: ended(sentence) }
}
