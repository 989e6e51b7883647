import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '#tests/support/free-port.ts'
import { until } from '#tests/support/wait.ts'
import type { BenchDatabase } from '../bench-reminders/databases.ts'
import { REPOSITORY } from '../run.ts'

/** The real server in a separate process. */
export interface RealServer {
  origin: string
  stop(): Promise<void>
}

/** Starts it on the database and resolves when it is ready. Rate limits are lifted, and no snapshot interferes. */
export async function startRealServer(
  database: BenchDatabase,
  environment: Record<string, string> = {},
): Promise<RealServer> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [path.join(REPOSITORY, 'server/main.ts')], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      TZ: 'UTC',
      PORT: String(port),
      DATA_DIR: database.dataDirOf(0),
      RATE_LIMIT_SCALE: '100000',
      SNAPSHOT_HOURS: '0',
      LOG_LEVEL: 'warn',
      ...(database.databaseUrl === undefined ? {} : { DATABASE_URL: database.databaseUrl }),
      ...environment,
    },
  })
  const lastResort = () => child.kill('SIGKILL')
  process.on('exit', lastResort)
  child.once('exit', () => process.off('exit', lastResort))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const answers = async () => (await fetch(`${origin}/api/health/ready`)).ok
  await until(async () => hasEnded() || (await answers()), {
    timeout: 120_000,
    interval: 50,
    what: 'the server',
  })
  if (hasEnded()) throw new Error('The server did not start')
  return {
    origin,
    stop: async () => {
      if (hasEnded()) return
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}
