import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { type Database, openPglite, openPostgres } from '#server/db/database.ts'
import { startPostgres } from '#tests/support/postgres.ts'

/** A separate database for one bench, and what a server needs to open it. */
export interface BenchDatabase {
  name: 'PGlite' | 'PostgreSQL'
  /** Returns the data directory of the server with that number, from 0. PGlite is inside it, so there is only one. */
  dataDirOf(server: number): string
  databaseUrl: string | undefined
  /** Works on the database. On PGlite no server may be running meanwhile. */
  use<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Returns the processor time of PostgreSQL's own processes so far (ms); null where it cannot be measured. */
  cpu(): Promise<number | null>
  close(): Promise<void>
}

const newDataDir = () => mkdtempSync(path.join(tmpdir(), 'dosewell-bench-'))

export function onPglite(): BenchDatabase {
  const dataDir = newDataDir()
  return {
    name: 'PGlite',
    dataDirOf: () => dataDir,
    databaseUrl: undefined,
    use: (work) => using(() => openPglite({ dataDir: path.join(dataDir, 'db') }), work),
    cpu: async () => null,
    close: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

/**
 * Creates a separate database in the PostgreSQL at that address, dropped at the end; without an address it starts one
 * for the bench, with fsync off.
 */
export async function onPostgres(address: string | undefined): Promise<BenchDatabase> {
  const own = address === undefined ? await startPostgres() : undefined
  const beside = own?.url ?? address ?? ''
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  await asAdministrator(beside, `create database ${name}`)
  const url = new URL(beside)
  url.pathname = `/${name}`
  const dataDir = newDataDir()
  const known = new Map<number, number>()
  return {
    name: 'PostgreSQL',
    dataDirOf: (server) => path.join(dataDir, String(server)),
    databaseUrl: url.href,
    use: (work) => using(() => openPostgres(url.href), work),
    cpu: () => backendCpu(beside, name, known),
    close: async () => {
      if (own) await own.stop()
      else await asAdministrator(beside, `drop database if exists ${name} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function using<T>(
  open: () => Promise<{ background: Database; close(): Promise<void> }>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { background: db, close } = await open()
  try {
    return await work(db)
  } finally {
    await close()
  }
}

async function asAdministrator(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

/** One tick in /proc (ms): a hundredth of a second on every Linux we know. */
const TICK = 10

/** Adds up the highest time of every connection there ever was: closed ones count as they were last seen. */
async function backendCpu(url: string, database: string, known: Map<number, number>): Promise<number | null> {
  const { rows } = await asAdministrator(url, `select pid from pg_stat_activity where datname = '${database}'`)
  for (const { pid } of rows as { pid: number }[]) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      known.set(pid, (Number(fields[11]) + Number(fields[12])) * TICK)
    } catch {
      // It has just ended, or it runs on another machine.
    }
  }
  return known.size === 0 ? null : [...known.values()].reduce((sum, one) => sum + one, 0)
}

/** Returns the bytes of a table and of its indexes. */
export async function sizesOf(
  db: Database,
  tables: readonly string[],
): Promise<{ table: string; rows: number; bytes: number; indexBytes: number }[]> {
  const sizes = []
  for (const table of tables) {
    const { rows } = (await db.execute(sql`
      select (select count(*) from ${sql.identifier(table)})::int as rows,
        pg_table_size(${table}::regclass)::float8 as bytes, pg_indexes_size(${table}::regclass)::float8 as index_bytes`)) as unknown as {
      rows: { rows: number; bytes: number; index_bytes: number }[]
    }
    const [found] = rows
    if (found) sizes.push({ table, rows: found.rows, bytes: found.bytes, indexBytes: found.index_bytes })
  }
  return sizes
}
