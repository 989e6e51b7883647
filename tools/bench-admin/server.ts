import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '#tests/support/free-port.ts'
import { until } from '#tests/support/wait.ts'
import type { BenchDatabase } from '../bench-reminders/databases.ts'
import { REPOSITORY } from '../run.ts'
import { ADMIN, TOKEN } from './crowd.ts'

/** The real server in a process of its own, and whoever administers it. */
export interface AdminServer {
  /** Asks as the administrator. Answers the body; throws when the status is another. */
  ask(method: string, url: string, body?: unknown, status?: number): Promise<unknown>
  stop(): Promise<void>
}

/** Starts it on the database and resolves when it is ready. */
export async function startServer(database: BenchDatabase): Promise<AdminServer> {
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
      ADMIN_EMAILS: ADMIN,
      RATE_LIMIT_SCALE: '1000',
      SNAPSHOT_HOURS: '0',
      LOG_LEVEL: 'warn',
      ...(database.databaseUrl === undefined ? {} : { DATABASE_URL: database.databaseUrl }),
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
    ask: async (method, url, body, status = 200) => {
      const answer = await fetch(`${origin}${url}`, {
        method,
        headers: {
          cookie: `dosewell-session=${TOKEN}`,
          'sec-fetch-site': 'same-origin',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (answer.status !== status)
        throw new Error(`${method} ${url} answered ${answer.status}: ${text.slice(0, 300)}`)
      return JSON.parse(text)
    },
    stop: async () => {
      if (hasEnded()) return
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    },
  }
}
