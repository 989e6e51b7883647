import pg from 'pg'
import { afterPatience } from '../platform/time-limit.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** Limits for the connections of a pool, in milliseconds. */
export interface Limits {
  /** The largest number of connections. */
  most: number
  /** For waiting for a connection, and for opening one. */
  connect: number
  /** After this, PostgreSQL cancels a statement, including its wait for locks. */
  statement: number
  /** For waiting for one lock. */
  lock: number
  /**
   * After this, PostgreSQL ends a session that is idle inside a transaction: a server that vanished must not hold locks
   * for hours.
   */
  idleInTransaction: number
  /**
   * The connection is given up if nothing comes back for this long: then the other end does not even enforce
   * `statement`.
   */
  silence: number
}

/**
 * For work that someone waits for: in total there is a response within five seconds, or an error saying that it is not
 * possible now.
 */
export const PROMPT: Limits = {
  most: 15,
  connect: 3_000,
  statement: 4_000,
  lock: 3_000,
  idleInTransaction: 15_000,
  silence: 4_500,
}

/** For jobs and long work. Only a few connections: they must not take away what requests need. */
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
 * A pool whose connections may break at any moment, in use or not. A broken one is dropped and only costs those waiting
 * for its response an error. If `connect` fails, it is with DatabaseUnavailable.
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
    // The borrower may never return it: drizzle does not if it breaks before the transaction has begun.
    const breaks = () => giveBack(true)
    client.once('end', breaks).once('error', breaks)
    client.release = giveBack
    return client
  }
}

const notReached = (cause: unknown) => new DatabaseUnavailable('the database was not reached', { cause })

/**
 * Returns a pool for the database at the connection string.
 * @param onIdleError called when a connection breaks while idle
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
    // An emitter without a listener throws, and a client between two borrowers has none.
    client.on('error', () => {})
    hearWithin(client, limits.silence)
  })
  return pool
}

/**
 * Ends the connection if a query gets no response within this time. `query_timeout` would leave it in the pool for the
 * next borrower to wait on.
 */
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
