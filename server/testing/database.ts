import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { connectPostgres, type OpenDatabase, openPglite, openPostgres } from '../db/database.ts'
import { migrationsFolder } from '../db/migrate.ts'
import { lender, type SharedDatabase, sharedPglite } from './lent-database.ts'

const cache = fileURLToPath(new URL('../../.cache/', import.meta.url))

/** Returns a hash that changes with every migration, so that a template is never older than the schema. */
function schemaHash(): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .sort()) {
    hash.update(file).update(readFileSync(join(migrationsFolder, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Returns a migrated PGlite as a dump. Starting from it takes a tenth of the time of initdb and the migrations, so it
 * is kept on disk for all test files and runs.
 */
async function template(): Promise<Blob> {
  const file = join(cache, `pglite-${schemaHash()}.tar`)
  if (!existsSync(file)) {
    const fresh = await openPglite()
    const dump = await fresh.pglite?.dumpDataDir('none')
    await fresh.close()
    if (!dump) throw new Error('PGlite gave no dump')
    await mkdir(cache, { recursive: true })
    const own = `${file}.${randomUUID()}`
    await writeFile(own, Buffer.from(await dump.arrayBuffer()))
    await rename(own, file)
    return dump
  }
  return new Blob([await readFile(file)])
}

let loaded: Promise<Blob> | undefined

/**
 * Returns a separate PGlite in memory with all tables, whatever database the tests use: for tests that manipulate the
 * engine itself.
 */
export async function freshPglite(): Promise<OpenDatabase> {
  loaded ??= template()
  return openPglite({ load: await loaded })
}

/**
 * Opens a separate PGlite for tests of which what a dump holds is not the subject: a real one has 40 MB, which take a
 * second to compress.
 */
export async function pgliteWithSmallDump(): Promise<PGlite> {
  const { pglite } = await freshPglite()
  if (!pglite) throw new Error('This is no PGlite')
  pglite.dumpDataDir = async () => new Blob([randomBytes(1_000)])
  return pglite
}

async function onServer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

const withDatabase = (url: string, name: string): string => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Returns the migrated database that the others are copied from. Test files wait for the one that creates it. */
async function postgresTemplate(url: string): Promise<string> {
  const name = `template_${schemaHash()}`
  await onServer(url, async (client) => {
    await client.query('select pg_advisory_lock(1)')
    const known = await client.query('select 1 from pg_database where datname = $1', [name])
    if (known.rowCount) return
    const draft = `draft_${randomUUID().replaceAll('-', '')}`
    await client.query(`create database ${draft}`)
    await (await openPostgres(withDatabase(url, draft))).close()
    await client.query(`alter database ${draft} rename to ${name}`)
  })
  return name
}

let postgres: Promise<string> | undefined

/** Creates a separate migrated PostgreSQL database, for a server in another process. `url` says on which server. */
export async function freshPostgresUrl(url: string): Promise<{ url: string; drop: () => Promise<void> }> {
  postgres ??= postgresTemplate(url)
  const from = await postgres
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(url, async (client) => void (await client.query(`create database ${name} template ${from}`)))
  return {
    url: withDatabase(url, name),
    drop: () =>
      onServer(url, async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  }
}

async function sharedPostgres(): Promise<SharedDatabase> {
  const beside = process.env.TEST_POSTGRES_URL
  if (!beside) throw new Error('TEST_POSTGRES_URL must name the PostgreSQL to test on')
  const { url, drop } = await freshPostgresUrl(beside)
  // One connection between the tests: a new one costs as much processor time as fifty statements.
  const between = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  between.on('error', () => undefined)
  return {
    run: async (statements) => {
      const { rows } = await between.query({ text: statements, rowMode: 'array' })
      return rows?.[0]?.[0]
    },
    open: async () => connectPostgres(url),
    discard: async () => {
      await between.end()
      await drop()
    },
  }
}

const lendPostgres = lender(sharedPostgres)
const lendPglite = lender(async () => {
  const { pglite } = await freshPglite()
  if (!pglite) throw new Error('This is no PGlite')
  return sharedPglite(pglite)
})

/**
 * Returns a separate database for one test, with all tables: PostgreSQL if TEST_DATABASE=postgres, otherwise PGlite.
 */
export const freshDatabase = (): Promise<OpenDatabase> =>
  process.env.TEST_DATABASE === 'postgres' ? lendPostgres() : lendPglite()
