import pg from 'pg'
import { CONNECT_WITHIN } from './migrate.ts'

/** Any number that nothing else locks in this database: "work". */
const AT_WORK = 0x776f726b

/**
 * Says of a server that it works on this database, for as long as the connection lasts. While servers are kept away, it
 * waits.
 */
export async function sayAtWork(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [AT_WORK])
}

/**
 * Keeps servers away from the PostgreSQL at the connection string until the returned function is called. Returns null if
 * one is connected. Rejects with the driver's own error if the database cannot be reached.
 */
export async function keepServersAway(url: string): Promise<(() => Promise<void>) | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN, keepAlive: true })
  // A broken connection rejects the pending query; an emitter without a listener would end the process.
  client.on('error', () => {})
  await client.connect()
  // Ending the session releases the lock, whatever its state.
  const end = () => client.end()
  const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [AT_WORK])
  if (rows[0]?.alone === true) return end
  await end()
  return null
}
