/**
 * `npm run bench:fairness`: how long one account waits for GET /api/auth/user while another keeps the real server as
 * busy as it may (docs/performance.md): full batches, imports, exports and reads without pause, each alone and all
 * together.
 *
 *   npm run bench:fairness                       on PGlite, then on a PostgreSQL that it starts (or on DATABASE_URL)
 *   npm run bench:fairness -- --on pglite        on one of them; `postgres` for the other
 *   npm run bench:fairness -- --only batches     loads whose name begins like that; may be given several times
 *   npm run bench:fairness -- --seconds 30       how long each load lasts, 15 by default
 *   npm run bench:fairness -- --doses 200000     the log of each import and each export, 20,000 by default
 *
 * Exit code 0 when every answer was right, whether or not a target is met.
 */
import { parseArgs } from 'node:util'
import type { Figure } from './bench/figures.ts'
import { p50, p95, percentile } from './bench/figures.ts'
import { startRealServer } from './bench/real-server.ts'
import { renderTable } from './bench/table.ts'
import { LOADS, type Load, loadsOf } from './bench-fairness/loads.ts'
import { addPeople } from './bench-fairness/people.ts'
import { watch } from './bench-fairness/watcher.ts'
import { type BenchDatabase, onPglite, onPostgres } from './bench-reminders/databases.ts'
import { endWithParent } from './end-with-parent.ts'

const { values } = parseArgs({
  options: {
    on: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    seconds: { type: 'string', default: '15' },
    doses: { type: 'string', default: '20000' },
  },
})

/** The targets for the p99, in milliseconds. */
const BARS = { PGlite: 250, PostgreSQL: 100 }

endWithParent()
const wanted = LOADS.filter((load) => values.only?.some((begin) => load.startsWith(begin)) ?? true)
const isOn = (name: string) => values.on?.includes(name) ?? true
if (isOn('pglite')) await measure(onPglite())
if (isOn('postgres')) await measure(await onPostgres(process.env.DATABASE_URL))

async function measure(database: BenchDatabase): Promise<void> {
  try {
    const people = await database.use((db) => addPeople(db, { doses: Number(values.doses) }))
    const server = await startRealServer(database)
    try {
      const figures: Figure[] = []
      for (const name of wanted) {
        const load = loadsOf(name, server.origin, people.busy, Number(values.doses))
        figures.push(await measureLoad(database.name, load, server.origin, people.calm))
        console.error(`${database.name}, ${name}: ${figures.at(-1)?.beside}`)
      }
      console.log(`${database.name}\n${renderTable(figures)}\n`)
    } finally {
      await server.stop()
    }
  } finally {
    await database.close()
  }
}

async function measureLoad(
  engine: BenchDatabase['name'],
  { name, begin }: Load,
  origin: string,
  token: string,
): Promise<Figure> {
  const running = await begin()
  const samples = await watch({ origin, token, seconds: Number(values.seconds), every: 25 })
  const done = await running.end()
  const p99 = percentile(samples, 0.99)
  const bar = BARS[engine]
  return {
    row: name,
    work: 'GET /api/auth/user of somebody else',
    n: samples.length,
    p50: p50(samples),
    p95: p95(samples),
    target: { words: `p99 ≤ ${bar} ms`, met: p99 <= bar },
    beside: `p99 ${p99.toFixed(1)} ms, longest ${Math.max(...samples).toFixed(0)} ms; meanwhile ${done}`,
  }
}
