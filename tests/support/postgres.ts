import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { until } from './wait.ts'

export type Postgres = {
  /** `postgres://…/postgres`: a superuser's address. Tests create their own databases next to `postgres`. */
  url: string
  /** Ends the server and removes its directory. Safe to call twice. */
  stop: () => Promise<void>
}

/** Owner of the server process: PostgreSQL refuses to run as root, so root uses the ids of the packaged user. */
type Owner = { uid: number; gid: number } | undefined

/** Switches off everything that protects against a crash: these databases do not outlive the test run. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']

/** Returns the folder with `initdb` and `postgres`: Debian's newest version, else the one on PATH, else undefined. */
export function findPostgres(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => path.join(debian, version, 'bin')),
    ...(env.PATH ?? '').split(path.delimiter).filter(Boolean),
  ]
  const found = folders.find(
    (folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')),
  )
  return found && path.dirname(realpathSync(path.join(found, 'initdb')))
}

/**
 * Starts a separate PostgreSQL in a temporary directory, on a free port of 127.0.0.1, with a random password.
 * The caller must `stop()` it, even after a signal.
 * @throws Error when PostgreSQL is missing or does not start (with the end of its log).
 */
export async function startPostgres(): Promise<Postgres> {
  const bin = findPostgres()
  if (!bin) throw new Error('No PostgreSQL found: neither /usr/lib/postgresql nor PATH has initdb.')
  const owner = packagedUser()
  const dir = mkdtempSync(path.join(tmpdir(), 'dosewell-postgres-'))
  if (owner) chownSync(dir, owner.uid, owner.gid)
  try {
    const password = initialise(bin, dir, owner)
    const port = await freePort()
    return await serve({ bin, dir, owner, port, password })
  } catch (error) {
    rmSync(dir, { recursive: true, force: true })
    throw error
  }
}

function packagedUser(): Owner {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function initialise(bin: string, dir: string, owner: Owner): string {
  const password = randomBytes(16).toString('hex')
  const file = path.join(dir, 'password')
  writeFileSync(file, password, { mode: 0o600 })
  if (owner) chownSync(file, owner.uid, owner.gid)
  const cluster = ['-D', path.join(dir, 'data'), '--no-sync', '--no-instructions', '--encoding=UTF8', '--locale=C']
  // With SCRAM each connection would cost both sides 4,096 rounds, and tests make thousands.
  const access = ['-U', 'postgres', '--auth=md5', `--pwfile=${file}`]
  execFileSync(path.join(bin, 'initdb'), [...cluster, ...access], { ...owner, cwd: dir, stdio: 'pipe' })
  return password
}

type Serving = { bin: string; dir: string; owner: Owner; port: number; password: string }

async function serve({ bin, dir, owner, port, password }: Serving): Promise<Postgres> {
  const where = ['-D', path.join(dir, 'data'), '-h', '127.0.0.1', '-p', String(port), '-k', '']
  const server = spawn(path.join(bin, 'postgres'), [...where, ...SETTINGS.flatMap((setting) => ['-c', setting])], {
    ...owner,
    cwd: dir,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its own process group: Ctrl-C reaches the tests, which end before the database does.
    detached: true,
  })
  let log = ''
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4_000)
  })
  server.once('error', (error) => {
    log += error.message
  })
  const stop = async () => {
    await end(server)
    rmSync(dir, { recursive: true, force: true })
  }
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  try {
    await until(() => hasEnded(server) || answers(url), { timeout: 30_000, what: 'PostgreSQL' })
    if (hasEnded(server)) throw new Error('PostgreSQL ended at once')
  } catch (cause) {
    await stop()
    throw new Error(`PostgreSQL did not start:\n${log}`, { cause })
  }
  return { url, stop }
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null || server.pid === undefined
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } finally {
    await client.end()
  }
}

/** SIGINT is PostgreSQL's "fast" shutdown (cuts connections, ends cleanly), SIGQUIT the immediate one. */
async function end(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return
  server.kill('SIGINT')
  const impatience = setTimeout(() => server.kill('SIGQUIT'), 5_000)
  await until(() => hasEnded(server), { timeout: 15_000, what: 'the end of PostgreSQL' })
  clearTimeout(impatience)
}
