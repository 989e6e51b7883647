import { afterEach } from 'vitest'
import { takeProblems } from './problems.ts'

/** Runs after every test and fails it if its pages complained about anything. */
afterEach(() => {
  const seen = takeProblems()
  if (seen.length > 0) throw new Error(`The pages complained:\n${seen.join('\n')}`)
})
