import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '#tests/support/free-port.ts'
import { until } from '#tests/support/wait.ts'
import { REPOSITORY } from '../run.ts'
import type { BrowserKeys } from './browsers.ts'
import type { Usage } from './meter.ts'
import type { ServiceQuestion, Verified } from './push-service.ts'
import { ask } from './questions.ts'

const FOLDER = path.join(REPOSITORY, 'tools/bench-reminders')

/** A push service in another process. */
export interface ServiceProcess {
  /** Value for PUSH_SERVICE. */
  origin: string
  /** Returns how many messages were accepted since the last verification. */
  count(): Promise<number>
  verify(): Promise<Verified>
  /** Makes it accept messages without answering, until it is released. */
  hold(): Promise<unknown>
  release(): Promise<unknown>
  close(): Promise<void>
}

export async function startPushService(keys: BrowserKeys[]): Promise<ServiceProcess> {
  const child = launch([path.join(FOLDER, 'push-service.ts')], {})
  const asked = <Answer>(question: ServiceQuestion) => ask<Answer>(child, question)
  return {
    origin: await asked<string>({ kind: 'browsers', keys }),
    count: () => asked({ kind: 'count' }),
    verify: () => asked({ kind: 'verify' }),
    hold: () => asked({ kind: 'hold' }),
    release: () => asked({ kind: 'release' }),
    close: () => end(child, 'SIGTERM'),
  }
}

/** The real server, with a meter in it. */
export interface ServerProcess {
  /** The server's address. */
  origin: string
  usage(): Promise<Usage>
  kill(): Promise<void>
  stop(): Promise<void>
}

export interface ServerSettings {
  dataDir: string
  databaseUrl: string | undefined
  pushService: string
  /** Additional environment settings. */
  environment?: NodeJS.ProcessEnv
  /** A folder for a processor profile of the server. */
  profile?: string | undefined
}

/** Starts the real server, or another one with the same settings, and resolves when it is ready. */
export async function startServer(settings: ServerSettings, script = 'server/main.ts'): Promise<ServerProcess> {
  const port = await freePort()
  const flags = settings.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${settings.profile}`]
  const meter = ['--import', path.join(FOLDER, 'meter.ts')]
  const child = launch([...flags, ...meter, path.join(REPOSITORY, script)], {
    PORT: String(port),
    DATA_DIR: settings.dataDir,
    PUSH_SERVICE: settings.pushService,
    VAPID_SUBJECT: 'mailto:push@example.org',
    SNAPSHOT_HOURS: '0',
    LOG_LEVEL: 'warn',
    ...settings.environment,
    ...(settings.databaseUrl === undefined ? {} : { DATABASE_URL: settings.databaseUrl }),
  })
  const origin = `http://127.0.0.1:${port}`
  const isReady = async () => child.exitCode !== null || (await fetch(`${origin}/api/health/ready`)).ok
  await until(isReady, { timeout: 120_000, interval: 50, what: 'the server' })
  if (child.exitCode !== null) throw new Error('The server did not start')
  return {
    origin,
    usage: () => ask(child, 'usage'),
    kill: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
  }
}

function launch(words: string[], environment: NodeJS.ProcessEnv): ChildProcess {
  const child = spawn(process.execPath, words, {
    cwd: REPOSITORY,
    env: { PATH: process.env.PATH, TZ: 'UTC', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const lastResort = () => child.kill('SIGKILL')
  process.on('exit', lastResort)
  child.once('exit', () => process.off('exit', lastResort))
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}
