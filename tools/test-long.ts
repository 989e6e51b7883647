/**
 * `npm run test:long`: runs the proofs that take hours, in full. `npm test` runs a short form of each.
 *
 *   every project of vitest.config.ts, with all seeds, kills, mutations and dates, also with the server on PGlite
 *   a million timelines of reminders, and a year of twelve users with two devices each
 *   a hundred thousand random and mangled texts for each reader
 *   forty faults planted in the source, one after another, each of which a test must notice (tests/faults)
 *
 *   node tools/test-long.ts year fuzz      only these parts: tests, timelines, year, fuzz, faults
 *
 * Ends like `npm test`: a line `N passed, N failed` counting the parts, exit code 0 exactly when none failed.
 */
import { ended, start } from './run.ts'

const PARTS: Record<string, [tool: string, ...words: string[]]> = {
  tests: ['tools/test.ts'],
  timelines: ['tools/sim-reminders.ts', '--timelines', '1000000'],
  year: ['tools/sim-reminders.ts', '--year'],
  fuzz: ['tools/bench-understanding.ts', '--fuzz', '100000'],
  faults: ['tools/faults.ts'],
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !(name in PARTS))
if (unknown.length > 0)
  throw new Error(`There is no part ${unknown.join(', ')}. There are ${Object.keys(PARTS).join(', ')}.`)

const failed: string[] = []
const names = chosen.length > 0 ? chosen : Object.keys(PARTS)
for (const name of names) {
  console.log(`\n${name}`)
  const { code } = await ended(start('node', PARTS[name] ?? [], { TEST_LONG: '1', KILLS: '100' }))
  if (code === 130) process.exit(130)
  if (code !== 0) failed.push(name)
}
for (const name of failed) console.log(`Failed: ${name}`)
console.log(`${names.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 ? 1 : 0
