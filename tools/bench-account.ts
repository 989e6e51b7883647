/**
 * `npm run bench:account`: what one account costs, for docs/operations.md, "A million accounts": bytes of rows and
 * indexes, processor time of each request it makes, write-ahead log of a dose, memory of a listening device.
 *
 *   npm run bench:account                     200 accounts, 100 doses each, on a PostgreSQL that it starts,
 *                                             or on the one at DATABASE_URL
 *   npm run bench:account -- --accounts 500   that many accounts
 *
 * The real server in a separate process, over HTTP, eight requests at a time. Exit code 0 when every answer was right.
 */
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import { COLUMNS_FORM } from '#domain/protocol/doses.ts'
import {
  type Account,
  addAccounts,
  addMedication,
  ask,
  logDose,
  MEDICATIONS,
  openStream,
} from './bench-account/account.ts'
import { type BenchDatabase, onPostgres, sizesOf } from './bench-reminders/databases.ts'
import { type ServerProcess, startServer } from './bench-reminders/processes.ts'
import { endWithParent } from './end-with-parent.ts'

const { values } = parseArgs({ options: { accounts: { type: 'string', default: '200' } } })

/** Doses that each account logs, and how often it makes each of the other requests. */
const DOSES = 100
const READS = 20
/** Simultaneous requests. */
const AT_ONCE = 8
/** An account may have ten. */
const STREAMS = 10
const TABLES = ['users', 'sync_state', 'sessions', 'medications', 'dose_events', 'idempotency_keys']

type Request = (origin: string, account: Account) => Promise<unknown>

const logSince = (cursor: number) => `/api/doses?since=${cursor}&form=${COLUMNS_FORM}`

async function readList(origin: string, account: Account): Promise<void> {
  const { headers } = await ask(origin, account, ['GET', '/api/medications', 200])
  account.etag = headers.get('etag') ?? ''
}

const readNothingNew: Request = (origin, account) =>
  ask(origin, account, ['GET', '/api/medications', 304], { headers: { 'if-none-match': account.etag } })

async function readLogOn(origin: string, account: Account): Promise<void> {
  const { text } = await ask(origin, account, ['GET', logSince(account.cursor), 200])
  account.cursor = JSON.parse(text).cursor
}

const REQUESTS: readonly [name: string, times: number, request: Request][] = [
  ['POST /api/medications', MEDICATIONS, addMedication],
  ['POST /api/doses', DOSES, logDose],
  ['GET /api/auth/user', READS, (origin, account) => ask(origin, account, ['GET', '/api/auth/user', 200])],
  ['GET /api/medications', READS, readList],
  ['the same, 304', READS, readNothingNew],
  ['GET /api/doses, all', READS, (origin, account) => ask(origin, account, ['GET', logSince(0), 200])],
  ['GET /api/doses, nothing new', READS, readLogOn],
]

/** Makes every account repeat one request, several accounts at a time, and prints the cost. */
async function measure(server: ServerProcess, database: BenchDatabase, accounts: readonly Account[], index: number) {
  const [name, times, request] = REQUESTS[index] ?? ['', 0, async () => {}]
  const [before, beforeInDatabase, log] = [await server.usage(), await database.cpu(), await logEnd(database)]
  const begun = performance.now()
  const waiting = Array.from({ length: times }, () => accounts).flat()
  const work = async () => {
    for (let account = waiting.pop(); account; account = waiting.pop()) await request(server.origin, account)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  const count = times * accounts.length
  const perSecond = (count / (performance.now() - begun)) * 1000
  const [after, inDatabase] = [await server.usage(), await database.cpu()]
  const bytes = (await logEnd(database)) - log
  console.log(
    `${name.padEnd(28)} ${String(count).padStart(6)} × server ${((after.cpu - before.cpu) / count).toFixed(2)} ms, PostgreSQL ${(((inDatabase ?? 0) - (beforeInDatabase ?? 0)) / count).toFixed(2)} ms, WAL ${Math.round(bytes / count)} bytes; ${perSecond.toFixed(0)}/s by the clock`,
  )
}

const logEnd = (database: BenchDatabase): Promise<number> =>
  database.use(async (db) => {
    const { rows } = (await db.execute(sql`select pg_current_wal_lsn() - '0/0' as at`)) as unknown as {
      rows: { at: string }[]
    }
    return Number(rows[0]?.at)
  })

async function measureStreams(server: ServerProcess, accounts: readonly Account[]): Promise<void> {
  for (const account of accounts) await ask(server.origin, account, ['GET', '/api/auth/user', 200])
  const before = await server.usage()
  const all = Array.from({ length: STREAMS }, () => accounts).flat()
  const open = []
  for (const account of all) open.push(await openStream(server.origin, account))
  const { rss } = await server.usage()
  console.log(`${open.length} open streams: ${((rss - before.rss) / open.length / 1024).toFixed(1)} kB each`)
  for (const stream of open) stream.destroy()
}

endWithParent()
const database = await onPostgres(process.env.DATABASE_URL)
try {
  const accounts = await database.use((db) => addAccounts(db, Number(values.accounts)))
  const server = await startServer({
    dataDir: database.dataDirOf(0),
    databaseUrl: database.databaseUrl,
    pushService: 'http://127.0.0.1:9',
    environment: { RATE_LIMIT_SCALE: '1000' },
  })
  try {
    // First, while the server has no freed memory that it might reuse.
    await measureStreams(server, accounts)
    for (const index of REQUESTS.keys()) await measure(server, database, accounts, index)
  } finally {
    await server.stop()
  }
  for (const { table, rows, bytes, indexBytes } of await database.use((db) => sizesOf(db, TABLES)))
    console.log(
      `${table}: ${rows} rows, ${(bytes / rows).toFixed(0)} + ${(indexBytes / rows).toFixed(0)} bytes each with indexes`,
    )
} finally {
  await database.close()
}
