import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { type ServerDatabase, serverDatabase } from '../support/database.ts'
import { type ServerProcess, startServerProcess } from '../support/process.ts'

let dataDir: string
let database: ServerDatabase
let running: ServerProcess | undefined
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'dosewell-away-'))
  database = await serverDatabase()
})
afterEach(async () => {
  await running?.kill()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(): Promise<ServerProcess> {
  running = startServerProcess(dataDir, { ...database.environment, VAPID_SUBJECT: 'mailto:push@example.org' })
  await running.decided
  return running
}

it('a server whose database has gone is alive, not ready, and still ends when it is told to, without a stack', async () => {
  const server = await start()
  await database.drop()
  const ready = () => fetch(`${server.url()}/api/health/ready`)
  await until(async () => (await ready()).status === 503, { what: 'a server that is not ready' })
  expect((await fetch(`${server.url()}/api/health/live`)).status).toBe(200)
  expect(await server.end()).not.toBeNull()
  const lines = server.report().complained.trim().split('\n')
  expect(lines.filter((line) => !line.startsWith('{') || line.includes('the stop took too long'))).toEqual([])
})

it('a database that a newer version has migrated is refused in one sentence', async () => {
  const client = new pg.Client({ connectionString: String(database.environment.DATABASE_URL) })
  await client.connect()
  const later = `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', ${Date.UTC(2200, 0, 1)})`
  await client.query(later)
  await client.end()
  const refused = await start()
  expect(refused.report()).toMatchObject({
    outcome: 'refused',
    code: 1,
    complained: 'The database was migrated by a newer version of Dosewell. Start that version. Nothing was changed.\n',
  })
})
