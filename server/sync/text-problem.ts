/** Deeper than any of our request bodies. Walking a body of 500,000 brackets would overflow the stack. */
const DEEPEST = 50

export interface TextProblem {
  /** The dotted path of the value; '' for the value itself. */
  field: string
  sentence: string
}

/** A value that must not be walked, not even to serialise it as JSON. */
export const TOO_DEEP: TextProblem = { field: '', sentence: 'The request is nested too deeply.' }

/**
 * Returns what makes a parsed value impossible to store, or null. It may be a NUL character (PostgreSQL's text refuses
 * it, SQLSTATE 22021), half of a surrogate pair (it has no UTF-8; cutting an emoji in two leaves one), or nesting that
 * is too deep.
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
