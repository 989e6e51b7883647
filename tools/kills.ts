/**
 * `npm run kills`: kill -9 of the server 100 times during 10,000 writes, on PGlite and on PostgreSQL, and of the
 * browser 100 times right after it said that something was saved; and for a minute, every second, all connections of a
 * server on PostgreSQL are ended. `npm test` does fewer.
 *
 *   npm run kills -- 20      that many of each
 *
 * KILL_SEED repeats what was written and the moments of the kills. Exit code 0: nothing lost, nothing doubled.
 */
import { ended, start } from './run.ts'

const KILLS = process.argv[2] ?? '100'
if (!/^[1-9]\d*$/.test(KILLS)) throw new Error(`How many kills is ${KILLS}?`)
const PROJECTS = ['writes', 'writes-postgres', 'e2e']
const FILES = [
  'tests/server/writes/killed.test.ts',
  'tests/server/postgres/broken-connections.test.ts',
  'tests/e2e/browser-killed.test.ts',
]

const { code } = await ended(start('node', ['tools/test.ts', ...PROJECTS, ...FILES], { KILLS, BREAK_SECONDS: '60' }))
process.exitCode = code ?? 1
