import { afterEach } from 'vitest'
import { takeProblems } from './problems.ts'

/** Runs after every test: what its pages complained about fails it. */
afterEach(() => {
  const seen = takeProblems()
  if (seen.length > 0) throw new Error(`The pages complained:\n${seen.join('\n')}`)
})
