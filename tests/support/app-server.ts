import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildClient } from '../../tools/client-build.ts'
import { freePort } from './free-port.ts'
import { SHORT_LIVED } from './short-lived.ts'
import { until } from './wait.ts'

const REPOSITORY = path.resolve(import.meta.dirname, '../..')

/** The first start opens a fresh PGlite (15 MB of WebAssembly) and runs the migrations: slow on two busy cores. */
const START_WITHIN = 240_000

/**
 * Path of a database that has been through its first start, if one was prepared: servers then begin with a copy of it.
 */
export const PREPARED_DATABASE = 'TEST_PREPARED_DATABASE'

/**
 * Gives a data directory a database that has been through its first start, which saves most of the next start's work.
 */
export function prepareDatabase(dataDir: string): void {
  const prepared = process.env[PREPARED_DATABASE]
  if (prepared) cpSync(prepared, path.join(dataDir, 'db'), { recursive: true })
}

/** A server as its clients see it, no matter which process started it. */
export interface ServerInUse {
  /** `http://localhost:<port>`, the same after every restart: a browser's storage and workers are tied to it. */
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** Returns the code in the newest mail to that address. Waits for the mail. */
  codeFor(email: string): Promise<string>
  /** Returns the consent link in the newest mail to that parent. Waits for the mail. */
  consentLinkFor(email: string): Promise<string>
}

export interface AppServer extends ServerInUse {
  /** Standard output and standard error of the process, over all starts. */
  output(): string
  /** Whether the process of the last start has gone, for whatever reason. */
  hasEnded(): boolean
  /** The process id of the last start. */
  pid(): number
  /** Sends SIGKILL: nothing is answered, flushed or closed. Resolves when the process has gone. */
  kill(): Promise<void>
  /** Starts again on the same port and data. Resolves when /api/health/ready succeeds. */
  start(): Promise<void>
  /** Ends the process in an orderly way; its data stays. */
  end(): Promise<void>
  /** Ends the process and removes its data. */
  stop(): Promise<void>
}

export interface AppServerOptions {
  /** Environment variables that override those of a test. */
  environment?: Record<string, string>
  /** A folder with `server/main.ts` and `dist/client` other than this checkout: a copy that serves another build. */
  repository?: string
  /** False for tests that only use the API: a missing client is then not built. */
  needsClient?: boolean
  /** True where this very start must create the database. */
  isFirstStart?: boolean
  /** The folder that will hold its data directory; the system's temporary one by default. */
  dataIn?: string
  /** True where its speed or memory is the result. */
  isMeasured?: boolean
  /** Fills its database before the first start. */
  fill?: (dataDir: string) => Promise<void>
}

/** Describes a running server, which the owner of its data directory has started. */
export function serverInUse(port: number, dataDir: string): ServerInUse {
  return {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    codeFor: (email) =>
      until(() => newestCode(path.join(dataDir, 'outbox'), email), {
        timeout: 20_000,
        what: `a code mailed to ${email}`,
      }),
    consentLinkFor: (email) =>
      until(() => newestConsentLink(path.join(dataDir, 'outbox'), email), {
        what: `a consent link mailed to ${email}`,
      }),
  }
}

/** Starts the real server with the built client, in a separate process on a free port with its own data. */
export async function startAppServer(options: AppServerOptions = {}): Promise<AppServer> {
  const repository = options.repository ?? REPOSITORY
  if (repository === REPOSITORY && options.needsClient !== false) await ensureClient()
  const port = await freePort()
  const dataDir = mkdtempSync(path.join(options.dataIn ?? tmpdir(), 'dosewell-e2e-'))
  if (!options.environment?.DATABASE_URL && !options.isFirstStart) prepareDatabase(dataDir)
  await options.fill?.(dataDir)
  const flags = options.isMeasured ? [] : SHORT_LIVED
  const running: ChildProcess[] = []
  let output = ''

  const launch = (): ChildProcess => {
    const child = spawn(process.execPath, [...flags, path.join(repository, 'server/main.ts')], {
      env: {
        PATH: process.env.PATH,
        TZ: 'UTC',
        PORT: String(port),
        DATA_DIR: dataDir,
        RATE_LIMIT_SCALE: '1000',
        // A machine that runs tests may be short of disk space.
        MIN_FREE_DISK_MB: '0',
        LOG_LEVEL: 'warn',
        VAPID_SUBJECT: 'mailto:operator@example.org',
        ...options.environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.push(child)
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    return child
  }
  const kill = async () => {
    await Promise.all(running.splice(0).map((child) => end(child, 'SIGKILL')))
  }
  const lastResort = () => {
    for (const child of running) child.kill('SIGKILL')
  }
  process.on('exit', lastResort)

  const inUse = serverInUse(port, dataDir)
  const server: AppServer = {
    ...inUse,
    output: () => output,
    hasEnded: () => running.every(hasEnded),
    pid: () => running.at(-1)?.pid ?? 0,
    kill,
    async start() {
      const child = launch()
      const ready = async () => hasEnded(child) || (await fetch(`${inUse.url}/api/health/ready`)).ok
      await until(ready, { timeout: START_WITHIN, interval: 50, what: 'the server' })
      if (hasEnded(child)) throw new Error(`The server did not start:\n${output}`)
    },
    async end() {
      process.off('exit', lastResort)
      await Promise.all(running.splice(0).map((child) => end(child, 'SIGTERM')))
    },
    async stop() {
      await server.end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  try {
    await server.start()
  } catch (error) {
    await kill()
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
  return server
}

/** `npm test` builds before it tests; a test that is run alone builds only when there is no build at all. */
async function ensureClient(): Promise<void> {
  const built = ['app.html', 'index.html', 'sw.js'].every((file) =>
    existsSync(path.join(REPOSITORY, 'dist/client', file)),
  )
  if (!built && !(await buildClient())) throw new Error('The client could not be built.')
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

function newestCode(outbox: string, email: string): string | undefined {
  const mail = mailsTo(outbox, email).at(-1)
  return mail && /^Subject: (\d{6}) /m.exec(mail)?.[1]
}

function newestConsentLink(outbox: string, email: string): string | undefined {
  return mailsTo(outbox, email)
    .flatMap((mail) => /https?:\/\/\S+\/consent\?token=[\w-]+/.exec(unquoted(mail))?.[0] ?? [])
    .at(-1)
}

/** Decodes quoted-printable, as far as a link needs it. */
const unquoted = (text: string): string => text.replace(/=\r?\n/g, '').replaceAll('=3D', '=')

/** Oldest first. Mail files are named by UUIDv7, so sorting by name gives the order in which they were sent. */
function mailsTo(outbox: string, email: string): string[] {
  if (!existsSync(outbox)) return []
  const mails = readdirSync(outbox)
    .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
    .sort()
    .map((name) => readFileSync(path.join(outbox, name), 'utf8'))
  return mails.filter((text) => /^To: .*$/im.exec(text)?.[0].includes(email))
}
