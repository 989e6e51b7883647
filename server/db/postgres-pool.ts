import pg from 'pg'
import { afterPatience } from '../platform/time-limit.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** What the connections of a pool may take, in milliseconds. */
export interface Limits {
  /** How many there are at most. */
  most: number
  /** The wait for one, and making one. */
  connect: number
  /** PostgreSQL gives a statement up after this, the wait for locks included. */
  statement: number
  /** The wait for one lock. */
  lock: number
  /** PostgreSQL ends a session that does nothing inside a transaction for so long: a server that vanished must not hold locks for hours. */
  idleInTransaction: number
  /** The connection is given up when nothing comes back for so long: whatever is at its other end does not even keep `statement`. */
  silence: number
}

/** For what somebody waits for: together they answer within five seconds, or hear that it does not go now. */
export const PROMPT: Limits = {
  most: 15,
  connect: 3_000,
  statement: 4_000,
  lock: 3_000,
  idleInTransaction: 15_000,
  silence: 4_500,
}

/** For jobs, and for what takes long by its nature. Few: it must not take away what requests need. */
export const BACKGROUND: Limits = {
  most: 5,
  connect: 10_000,
  statement: 15 * 60_000,
  lock: 15_000,
  idleInTransaction: 60_000,
  silence: 16 * 60_000,
}

type Lent = (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void

/**
 * A pool whose connections may break at any moment, lent or not: a broken one is nobody's any more, and costs those who waited for
 * its answer an error. Whatever `connect` fails by is a DatabaseUnavailable.
 */
class SteadyPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(lent: Lent): void
  override connect(lent?: Lent): Promise<pg.PoolClient> | undefined {
    if (!lent) return this.#lend()
    super.connect((error, client, done) => lent(error && notReached(error), client, done))
  }

  async #lend(): Promise<pg.PoolClient> {
    const client = await super.connect().catch((error: unknown) => Promise.reject(notReached(error)))
    const { release } = client
    let isLent = true
    const giveBack: typeof release = (broken) => {
      if (!isLent) return
      isLent = false
      client.off('end', breaks).off('error', breaks)
      release(broken)
    }
    // Whoever has it may never give it back: drizzle does not, when it breaks before the transaction has begun.
    const breaks = () => giveBack(true)
    client.once('end', breaks).once('error', breaks)
    client.release = giveBack
    return client
  }
}

const notReached = (cause: unknown) => new DatabaseUnavailable('the database was not reached', { cause })

/**
 * Returns a pool on the database at the connection string.
 * @param onIdleError hears of connections that broke while nobody had them
 */
export function postgresPool(url: string, limits: Limits, onIdleError: (error: Error) => void): pg.Pool {
  const pool = new SteadyPool({
    connectionString: url,
    max: limits.most,
    connectionTimeoutMillis: limits.connect,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
    keepAlive: true,
  })
  pool.on('error', onIdleError)
  pool.on('connect', (client) => {
    // An emitter without a listener throws: between two owners a client has none.
    client.on('error', () => {})
    hearWithin(client, limits.silence)
  })
  return pool
}

/** Ends the connection when a query has no answer for so long. `query_timeout` would leave it in use, for the next one to wait. */
function hearWithin(client: pg.PoolClient, ms: number): void {
  const ask = client.query.bind(client) as (...words: unknown[]) => unknown
  const bounded = (...words: unknown[]): unknown => {
    const heard = afterPatience(ms, () => void client.end())
    const tell = words.at(-1)
    if (typeof tell === 'function') {
      return ask(...words.slice(0, -1), (...answer: unknown[]) => {
        heard()
        tell(...answer)
      })
    }
    const answer = ask(...words)
    if (answer instanceof Promise) answer.then(heard, heard)
    return answer
  }
  client.query = bounded as typeof client.query
}
