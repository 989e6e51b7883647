import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'undici'
import { type Account, addAccounts, addMedication, MEDICATIONS, nextDose } from '../bench-account/account.ts'
import { type BenchDatabase, onPglite, onPostgres } from '../bench-reminders/databases.ts'
import { type ServerProcess, startServer } from '../bench-reminders/processes.ts'
import { type Figure, held, type Samples } from './figures.ts'
import type { Scenario } from './scenario.ts'

const ACCOUNTS = 40
const ROUNDS = 8
const PER_ROUND = 240
/** Simultaneous requests. */
const AT_ONCE = 8
const STARTS = 3
/** Until what a start has left is collected, or given back to the system. */
const SETTLED = 4_000

const ENGINES = ['pglite', 'postgres'] as const
type Engine = (typeof ENGINES)[number]
const MEASURES = ['dose', 'user', 'memory', 'start'] as const
type Measure = (typeof MEASURES)[number]

/** Memory that an idle server may take, in MB. */
const MEMORY: Record<Engine, number> = { pglite: 480, postgres: 160 }

/** One request of an account, as both servers understand it. */
type Request = (account: Account) => { method: 'GET' | 'POST'; path: string; body?: string; status: number }

const REQUESTS: Record<'dose' | 'user', Request> = {
  dose: (account) => ({ method: 'POST', path: '/api/doses', body: JSON.stringify(nextDose(account)), status: 201 }),
  user: () => ({ method: 'GET', path: '/api/auth/user', status: 200 }),
}

/** The server, compared with a bare Fastify on the same kind of database (bench-server/bare.ts). */
export const serving: Scenario = {
  rows: ENGINES.flatMap((engine) => MEASURES.map((measure) => `server-${engine}-${measure}`)),
  async run(_setup, wanted, add) {
    for (const engine of ENGINES) {
      const measures = MEASURES.filter((measure) => wanted.has(`server-${engine}-${measure}`))
      if (measures.length > 0) await measureEngine(engine, measures, add)
    }
  },
}

interface Side {
  database: BenchDatabase
  accounts: Account[]
  start(): Promise<ServerProcess>
}

async function measureEngine(engine: Engine, measures: readonly Measure[], add: (figure: Figure) => void) {
  const app = await sideOf(await open(engine), 'server/main.ts')
  // Two processes cannot open one PGlite; on PostgreSQL they share the database.
  const bare = await sideOf(engine === 'pglite' ? await open(engine) : app.database, 'tools/bench-server/bare.ts')
  try {
    const servers = { app: await app.start(), bare: await bare.start() }
    try {
      for (const account of app.accounts)
        for (let n = 0; n < MEDICATIONS; n += 1) await addMedication(servers.app.origin, account)
      for (const account of bare.accounts)
        account.medications = Array.from({ length: MEDICATIONS }, () => ({ id: randomUUID(), name: 'Metformin' }))
      for (const measure of ['dose', 'user'] as const)
        if (measures.includes(measure)) add(await measureRequest(engine, measure, { app, bare }, servers))
    } finally {
      await Promise.all([servers.app.stop(), servers.bare.stop()])
    }
    if (measures.includes('memory') || measures.includes('start'))
      await measureStarts(engine, { app, bare }, (figure) => {
        if (measures.some((measure) => figure.row.endsWith(measure))) add(figure)
      })
  } finally {
    await app.database.close()
    if (bare.database !== app.database) await bare.database.close()
  }
}

const open = async (engine: Engine): Promise<BenchDatabase> =>
  engine === 'pglite' ? onPglite() : onPostgres(process.env.DATABASE_URL)

async function sideOf(database: BenchDatabase, script: string): Promise<Side> {
  const accounts = await database.use((db) => addAccounts(db, ACCOUNTS))
  const settings = {
    dataDir: database.dataDirOf(0),
    databaseUrl: database.databaseUrl,
    pushService: 'http://127.0.0.1:9',
    environment: { RATE_LIMIT_SCALE: '100000' },
  }
  return { database, accounts, start: () => startServer(settings, script) }
}

interface Both<T> {
  app: T
  bare: T
}

interface Round {
  /** Processor time of the server for one request (ms). */
  cpu: number
  perSecond: number
}

async function measureRequest(
  engine: Engine,
  measure: 'dose' | 'user',
  sides: Both<Side>,
  servers: Both<ServerProcess>,
): Promise<Figure> {
  const rounds: Both<Round[]> = { app: [], bare: [] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const side of ['app', 'bare'] as const) {
      const measured = await oneRound(servers[side], sides[side].accounts, REQUESTS[measure])
      // In the first, code is compiled.
      if (round > 0) rounds[side].push(measured)
    }
  }
  const cpu = (side: Round[]): Samples => side.map((round) => round.cpu)
  const clock = (side: Round[]) =>
    Math.round((PER_ROUND * side.length) / side.reduce((sum, { perSecond }) => sum + PER_ROUND / perSecond, 0))
  const [ours, theirs] = [clock(rounds.app), clock(rounds.bare)]
  const beside = `by the clock, ${AT_ONCE} at once: ${ours}/s, bare ${theirs}/s (${Math.round((ours / theirs) * 100)} %)`
  const work = `processor time of ${measure === 'dose' ? 'POST /api/doses' : 'GET /api/auth/user'}`
  const reference = { name: 'bare', samples: cpu(rounds.bare) }
  return held(`server-${engine}-${measure}`, work, cpu(rounds.app), reference, 2, beside)
}

async function oneRound(server: ServerProcess, accounts: readonly Account[], requestOf: Request): Promise<Round> {
  const pool = new Pool(server.origin, { connections: AT_ONCE })
  let left = PER_ROUND
  const work = async () => {
    while (left > 0) {
      left -= 1
      const account = accounts[left % accounts.length] as Account
      const { path, method, body = null, status } = requestOf(account)
      const answer = await pool.request({
        path,
        method,
        body,
        headers: {
          cookie: `dosewell-session=${account.token}`,
          'sec-fetch-site': 'same-origin',
          'bench-user': account.id,
          ...(body === null ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
        },
      })
      const text = await answer.body.text()
      if (answer.statusCode !== status) throw new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`)
    }
  }
  try {
    const before = await server.usage()
    const begun = performance.now()
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    const elapsed = performance.now() - begun
    const { cpu } = await server.usage()
    return { cpu: (cpu - before.cpu) / PER_ROUND, perSecond: (PER_ROUND / elapsed) * 1000 }
  } finally {
    await pool.close()
  }
}

/** Starts both again with what they have stored: until they answer, and their memory once nothing happens. */
async function measureStarts(engine: Engine, sides: Both<Side>, add: (figure: Figure) => void): Promise<void> {
  const starts: Both<number[]> = { app: [], bare: [] }
  const memory: Both<number[]> = { app: [], bare: [] }
  for (let n = 0; n < STARTS; n += 1) {
    for (const side of ['app', 'bare'] as const) {
      const begun = performance.now()
      const server = await sides[side].start()
      starts[side].push(performance.now() - begun)
      await pause(SETTLED)
      memory[side].push((await server.usage()).rss / 1_000_000)
      await server.stop()
    }
  }
  const idle = held(`server-${engine}-memory`, 'memory of the idle server', memory.app, bareOf(memory), 1)
  const most = MEMORY[engine]
  add({ ...idle, unit: 'MB', target: { words: `≤ ${most} MB`, met: idle.p50 <= most } })
  add(held(`server-${engine}-start`, 'start again, until it answers', starts.app, bareOf(starts), 2))
}

const bareOf = ({ bare }: Both<number[]>) => ({ name: 'bare', samples: bare })
