import type { Agent } from 'undici'
import { whenNeeded } from '../platform/when-needed.ts'
import { publicLookup, webhookAddress } from './address-policy.ts'

/** How messages to webhooks leave the server. */
export interface WebhookTransport {
  /** Sends a message, within ten seconds. Returns the status of the answer; null if there was none. Never rejects. */
  post(url: string, message: { body: string; headers: Record<string, string> }): Promise<number | null>
  close(): Promise<void>
}

const TIME_LIMIT = 10_000

/**
 * @param extra one more origin that may be called, wherever it is (WEBHOOK_ORIGIN)
 * @param timeLimit milliseconds; tests use less
 */
export function webhookTransport(extra: string | undefined, timeLimit = TIME_LIMIT): WebhookTransport {
  const open: Agent[] = []
  const agents = whenNeeded(async () => {
    const undici = await import('undici')
    // Connections are not kept: each one looks up anew where the name leads.
    const options = { keepAliveTimeout: 1, keepAliveMaxTimeout: 1, pipelining: 0 }
    const toPublic = new undici.Agent({ ...options, connect: { timeout: timeLimit, lookup: publicLookup } })
    const toExtra = new undici.Agent({ ...options, connect: { timeout: timeLimit } })
    open.push(toPublic, toExtra)
    return { toPublic, toExtra }
  })
  return {
    async post(address, { body, headers }) {
      const url = webhookAddress(address, extra)
      if (!url) return null
      try {
        const { toPublic, toExtra } = await agents()
        const agent = url.origin === extra ? toExtra : toPublic
        // Redirects are not followed: they would lead around what was checked.
        const answer = await agent.request({
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': 'Dosewell', ...headers },
          body,
          signal: AbortSignal.timeout(timeLimit),
        })
        // Nobody reads what is said; a long answer ends with the connection.
        answer.body.on('error', () => {}).destroy()
        return answer.statusCode
      } catch {
        return null
      }
    },
    close: async () => void (await Promise.all(open.splice(0).map((agent) => agent.destroy()))),
  }
}
