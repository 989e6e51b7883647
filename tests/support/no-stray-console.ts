/**
 * Setup file of the unit tests: fails any test during which `console.error` or `console.warn` was called. A warning
 * that nobody reads hides the next one. A test that expects one silences and asserts it:
 * `vi.spyOn(console, 'error').mockImplementation(…)`.
 */
import { format } from 'node:util'
import { afterAll, afterEach } from 'vitest'

const stray: string[] = []

for (const level of ['error', 'warn'] as const) {
  const print = console[level].bind(console)
  console[level] = (...words: unknown[]) => {
    stray.push(`console.${level}: ${format(...words)}`)
    print(...words)
  }
}

/** Also runs after the last test: output from loading the file or from a late callback belongs to no test. */
function failOnStray(): void {
  const seen = stray.splice(0)
  if (seen.length > 0) throw new Error(`Stray console output:\n${seen.join('\n')}`)
}

afterEach(failOnStray)
afterAll(failOnStray)
