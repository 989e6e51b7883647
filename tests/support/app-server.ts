import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildClient } from '../../tools/client-build.ts'
import { freePort } from './free-port.ts'
import { until } from './wait.ts'

const REPOSITORY = path.resolve(import.meta.dirname, '../..')

/** What Node made of the server's modules, kept for the next start: a quarter of the work of one. */
export const COMPILED_MODULES = path.join(REPOSITORY, '.cache/compiled-modules')

/** The first start opens a fresh PGlite (15 MB of WebAssembly) and runs the migrations; on two busy cores that takes a while. */
const START_WITHIN = 60_000

/** Where a database lies that has seen its first start, if somebody made one: servers then begin with a copy of it. */
export const PREPARED_DATABASE = 'TEST_PREPARED_DATABASE'

/** Gives a data directory a database that has seen its first start, which spares most of the work of the next one. */
export function prepareDatabase(dataDir: string): void {
  const prepared = process.env[PREPARED_DATABASE]
  if (prepared) cpSync(prepared, path.join(dataDir, 'db'), { recursive: true })
}

/** What somebody at a server sees of it, whoever started it. */
export interface ServerInUse {
  /** `http://localhost:<port>`, the same after every restart: storage and workers of a browser belong to it. */
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** The code of the newest mail to that address. Waits for the mail. */
  codeFor(email: string): Promise<string>
  /** The link in the newest mail to that parent that asks for consent. Waits for the mail. */
  consentLinkFor(email: string): Promise<string>
}

export interface AppServer extends ServerInUse {
  /** What the process wrote to standard output and standard error, all starts together. */
  output(): string
  /** Whether the process that was started last has gone, for whatever reason. */
  hasEnded(): boolean
  /** Of the process that was started last. */
  pid(): number
  /** SIGKILL, at once: nothing is answered, flushed or closed. Resolves when the process has gone. */
  kill(): Promise<void>
  /** Starts again on the same port and data. Resolves when /api/health/ready answers. */
  start(): Promise<void>
  /** A second process on the same data, on another port: its exit code and what it said. It is expected to refuse. */
  startSecond(): Promise<{ code: number | null; said: string }>
  /** Ends the process in an orderly way; its data stays. */
  end(): Promise<void>
  /** Ends the process and removes its data. */
  stop(): Promise<void>
}

export interface AppServerOptions {
  /** Environment variables over those of a test. */
  environment?: Record<string, string>
  /** A folder with `server/main.ts` and `dist/client` other than this checkout: a copy that serves another build. */
  repository?: string
  /** False for tests that ask the API alone: then nothing is built when there is no build. */
  needsClient?: boolean
  /** True where the database has to be made by this very start. */
  isFirstStart?: boolean
  /** The folder in which its data directory is made; the system's temporary one by default. */
  dataIn?: string
}

/** A server that is there already, started by whoever owns its data directory. */
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

/** The real server on the built client, as a process of its own, on a free port and with data of its own. */
export async function startAppServer(options: AppServerOptions = {}): Promise<AppServer> {
  const repository = options.repository ?? REPOSITORY
  if (repository === REPOSITORY && options.needsClient !== false) await ensureClient()
  const port = await freePort()
  const dataDir = mkdtempSync(path.join(options.dataIn ?? tmpdir(), 'dosewell-e2e-'))
  if (!options.environment?.DATABASE_URL && !options.isFirstStart) prepareDatabase(dataDir)
  const running: ChildProcess[] = []
  let output = ''

  const launch = (PORT: number): ChildProcess => {
    const child = spawn(process.execPath, [path.join(repository, 'server/main.ts')], {
      env: {
        PATH: process.env.PATH,
        TZ: 'UTC',
        PORT: String(PORT),
        DATA_DIR: dataDir,
        // It knows modules by their paths: those of a copy would be there for ever.
        ...(repository === REPOSITORY ? { NODE_COMPILE_CACHE: COMPILED_MODULES } : {}),
        RATE_LIMIT_SCALE: '1000',
        // A machine that tests may have little room.
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
      const child = launch(port)
      const ready = async () => hasEnded(child) || (await fetch(`${inUse.url}/api/health/ready`)).ok
      await until(ready, { timeout: START_WITHIN, interval: 50, what: 'the server' })
      if (hasEnded(child)) throw new Error(`The server did not start:\n${output}`)
    },
    async startSecond() {
      const before = output.length
      const child = launch(await freePort())
      const [code] = await once(child, 'close')
      return { code, said: output.slice(before) }
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

/** `npm test` builds before it tests; a story that is run alone builds only when nothing was built at all. */
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

/** Quoted-printable undone, as far as a link needs it. */
const unquoted = (text: string): string => text.replace(/=\r?\n/g, '').replaceAll('=3D', '=')

/** Oldest first. Mail files are named by UUIDv7, so their order is the order in which they were sent. */
function mailsTo(outbox: string, email: string): string[] {
  if (!existsSync(outbox)) return []
  const mails = readdirSync(outbox)
    .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
    .sort()
    .map((name) => readFileSync(path.join(outbox, name), 'utf8'))
  return mails.filter((text) => /^To: .*$/im.exec(text)?.[0].includes(email))
}
