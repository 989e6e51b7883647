import { startRealServer } from '../bench/real-server.ts'
import type { BenchDatabase } from '../bench-reminders/databases.ts'
import { ADMIN, TOKEN } from './crowd.ts'

/** The real server in a separate process, and its administrator. */
export interface AdminServer {
  /** Sends a request as the administrator. Returns the body; throws when the status is another. */
  ask(method: string, url: string, body?: unknown, status?: number): Promise<unknown>
  stop(): Promise<void>
}

/** Starts it on the database and resolves when it is ready. */
export async function startServer(database: BenchDatabase): Promise<AdminServer> {
  const { origin, stop } = await startRealServer(database, { ADMIN_EMAILS: ADMIN })
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
      if (answer.status !== status) throw new Error(`${method} ${url} answered ${answer.status}: ${text.slice(0, 300)}`)
      return JSON.parse(text)
    },
    stop,
  }
}
