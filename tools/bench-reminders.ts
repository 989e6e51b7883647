/**
 * `npm run bench:reminders`: what sending reminders costs the real server, with a push service on this machine that
 * decrypts and verifies every message (docs/performance.md).
 *
 *   npm run bench:reminders                        20,000 users due in one minute, on PGlite
 *   npm run bench:reminders -- --due 5000          that many
 *   npm run bench:reminders -- --postgres          on a PostgreSQL that it starts, or on the one at DATABASE_URL
 *   npm run bench:reminders -- --grow              the same number due among 10,000, 100,000 and 1,000,000 medications
 *   npm run bench:reminders -- --kill              kill -9 during the burst, and a restart: what users see
 *   npm run bench:reminders -- --kill --servers 2  kills one of two servers on one PostgreSQL
 *   npm run bench:reminders -- --profile folder    with a processor profile of the server
 *
 * Exit code 0 when everything arrived, and nothing was lost or seen twice. A missed speed target is only marked.
 */
import { parseArgs } from 'node:util'
import { burst } from './bench-reminders/burst.ts'
import { type BenchDatabase, onPglite, onPostgres } from './bench-reminders/databases.ts'
import { grow } from './bench-reminders/growth.ts'
import { killAmid } from './bench-reminders/kill.ts'
import { describeBurst, describeKill, describeStep } from './bench-reminders/report.ts'
import { type Setup, setUpBench } from './bench-reminders/setup.ts'
import { endWithParent } from './end-with-parent.ts'

const { values } = parseArgs({
  options: {
    due: { type: 'string' },
    postgres: { type: 'boolean', default: false },
    grow: { type: 'boolean', default: false },
    medications: { type: 'string', multiple: true },
    kill: { type: 'boolean', default: false },
    servers: { type: 'string', default: '1' },
    profile: { type: 'string' },
  },
})

endWithParent()
process.exitCode = await main()

async function main(): Promise<number> {
  const servers = Number(values.servers)
  const database = await openDatabase(servers)
  try {
    const setup = await setUpBench(database, values.profile)
    try {
      return await measure(setup, servers)
    } finally {
      await setup.service.close()
    }
  } finally {
    await database.close()
  }
}

/** Several servers need a database that they can share. */
async function openDatabase(servers: number): Promise<BenchDatabase> {
  const shared = values.postgres || servers > 1 || process.env.DATABASE_URL !== undefined
  return shared ? onPostgres(process.env.DATABASE_URL) : onPglite()
}

async function measure(setup: Setup, servers: number): Promise<number> {
  const due = values.due === undefined ? undefined : Number(values.due)
  if (values.kill) {
    const killed = await killAmid(setup, due ?? 20_000, servers)
    console.log(describeKill(setup.database.name, killed))
    return killed.lost + killed.seenTwice + killed.faults.length > 0 ? 1 : 0
  }
  if (values.grow) {
    const sizes = (values.medications ?? ['10000', '100000', '1000000']).map(Number)
    const steps = await grow(setup, due ?? 2_000, sizes, (step) => console.log(describeStep(setup.database.name, step)))
    return steps.some(({ burst: { due: all, arrived } }) => arrived !== all) ? 1 : 0
  }
  const result = await burst(setup, due ?? 20_000)
  console.log(describeBurst(setup.database.name, result))
  return result.arrived === result.due && result.faults.length === 0 ? 0 : 1
}
