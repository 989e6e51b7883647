/**
 * Simulates sync over many seeds (tests/sync).
 *
 *   npm run sim -- --seeds 10000            seeds 0 to 9999
 *   npm run sim -- --from 500 --seeds 100   seeds 500 to 599
 *   npm run sim -- --seed 8                 one seed, with its trace
 *   npm run sim -- --of moves --seeds 400   seeds 'moves 0' to 'moves 399'; also visits, supplies, people (script.ts)
 *   npm run sim -- --bug-of 598             seeds that find the bug for which that seed is pinned
 *
 * Exit code 0: no seed failed and, from 1,000 seeds on, every kind of operation, fault and rule was met.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { ENOUGH_FOR_ALL, EXPECTED } from '#tests/sync/expected.ts'
import { PINNED } from '#tests/sync/pinned-seeds.ts'
import { play } from '#tests/sync/play.ts'
import { missing, renderReport } from '#tests/sync/report.ts'
import { runSeeds, runSeedsOnChanged } from '#tests/sync/run-seeds.ts'
import { startServer } from '#tests/sync/server.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '0' },
    of: { type: 'string' },
    seed: { type: 'string' },
    'bug-of': { type: 'string' },
  },
})

const { of } = values
const range = { prefix: of ? `${of} ` : '', from: Number(values.from), count: Number(values.seeds) }
const { seed, 'bug-of': pinned } = values
// Ended here: a timer of PGlite keeps a process running.
process.exit(pinned !== undefined ? await find(pinned) : seed !== undefined ? await one(seed) : await many())

/** Returns 0 when any seed of the range finds the bug. */
async function find(pinned: string): Promise<number> {
  const pin = PINNED.find((one) => one.seed === pinned)
  if (!pin) throw new Error(`Seed ${pinned} is not pinned`)
  const found = (await runSeedsOnChanged([{ range, change: pin.bug }])).flat()
  console.log(found.length > 0 ? found.join('\n') : `No seed finds: ${pin.why}`)
  return found.length > 0 ? 0 : 1
}

async function many(): Promise<number> {
  const started = performance.now()
  const { report, failures } = await runSeeds(range, availableParallelism())
  for (const failure of failures) console.log(`${failure}\n`)
  console.log(renderReport(report))
  const unmet = failures.length === 0 && !of && range.count >= ENOUGH_FOR_ALL ? missing(report, EXPECTED) : []
  if (unmet.length > 0) console.log(`Never met: ${unmet.join(', ')}`)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${failures.length} seeds failed, ${seconds} s`)
  return failures.length + unmet.length > 0 ? 1 : 0
}

async function one(seed: string): Promise<number> {
  const server = await startServer()
  const { trace, violations, report } = await play(server, seed)
  await server.close()
  console.log(trace.join('\n'))
  console.log(renderReport(report))
  console.log(violations.length > 0 ? `seed ${seed} fails: ${violations.join('; ')}` : `seed ${seed} passes`)
  return violations.length > 0 ? 1 : 0
}
