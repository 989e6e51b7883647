import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Clock } from '../clock.ts'
import { encryptFor, type SubscriptionKeys } from './encrypt.ts'
import { pushAddress } from './endpoint-policy.ts'
import type { Vapid } from './vapid.ts'

/** Where a message goes: a row of push_subscriptions has more. */
export interface PushTarget extends SubscriptionKeys {
  endpoint: string
}

export interface SendOptions {
  /** Seconds that the push service keeps the message for a device that is away. */
  ttl: number
  urgency: 'low' | 'normal' | 'high'
  /** Replaces a waiting message of the same topic: at most 32 characters of base64url. */
  topic?: string
}

/**
 * What became of a message (R3.3): taken by the push service; the subscription is no more (404, 410); refused for good;
 * or not taken now, to be tried again, after `retryAfter` milliseconds where the push service says so.
 */
export interface SendResult {
  kind: 'delivered' | 'gone' | 'refused' | 'again'
  /** Null when nothing answered, or nothing was asked. */
  status: number | null
  retryAfter: number | null
}

/** How messages leave the server. */
export interface PushTransport {
  /** The public key that devices subscribe with, in base64url; null: this server cannot push (no VAPID subject). */
  readonly publicKey: string | null
  /** Encrypts and sends the message. Never rejects. Takes ten seconds at most. */
  send(target: PushTarget, message: Uint8Array, options: SendOptions): Promise<SendResult>
  /** Closes the connections; what is under way ends as `again`. */
  close(): void
}

export const TIME_LIMIT = 10_000
/** Connections to one push service. Each carries one message at a time. */
const MOST_CONNECTIONS = 256
/** An unused connection is closed after this. */
const IDLE = 30_000

export interface TransportOptions {
  clock: Clock
  /** Null when there is no subject. */
  vapid: Vapid | null
  /** The origin of one more push service (PUSH_SERVICE). */
  extraService?: string | undefined
  /** Milliseconds for one message; tests wait less. */
  timeLimit?: number
}

export function pushTransport({
  clock,
  vapid,
  extraService,
  timeLimit = TIME_LIMIT,
}: TransportOptions): PushTransport {
  const pool = { keepAlive: true, maxSockets: MOST_CONNECTIONS, timeout: IDLE }
  const agents = { 'http:': new http.Agent(pool), 'https:': new https.Agent(pool) }

  return {
    publicKey: vapid?.publicKey ?? null,
    send: async (target, message, { ttl, urgency, topic }) => {
      const url = pushAddress(target.endpoint, extraService)
      if (!url || !vapid) return { kind: 'refused', status: null, retryAfter: null }
      const body = encrypted(target, message)
      if (!body) return { kind: 'refused', status: null, retryAfter: null }
      const headers = {
        authorization: vapid.authorization(url.origin, clock.now()),
        ttl: String(Math.max(0, Math.floor(ttl))),
        urgency,
        ...(topic === undefined ? {} : { topic }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': String(body.length),
      }
      const agent = agents[url.protocol as keyof typeof agents]
      const answer = await post(url, { agent, headers, body, within: timeLimit })
      return answer === null
        ? { kind: 'again', status: null, retryAfter: null }
        : resultOf(answer, clock.now())
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** Null when the keys are none or the message is too long: trying again would change nothing. */
function encrypted(target: PushTarget, message: Uint8Array): Uint8Array | null {
  try {
    return encryptFor(target, message)
  } catch {
    return null
  }
}

interface Post {
  agent: http.Agent
  headers: Record<string, string>
  body: Uint8Array
  within: number
}

type Answer = Pick<IncomingMessage, 'statusCode' | 'headers'>

/**
 * The head of the answer; null when none came in time. Redirects are not followed: they would lead past the list of known
 * services. A connection that the other side closed while it lay unused is no answer yet: the next one is asked.
 */
function post(url: URL, { agent, headers, body, within }: Post): Promise<Answer | null> {
  const { request } = url.protocol === 'https:' ? https : http
  const path = `${url.pathname}${url.search}`
  // As text of one byte for each, so that it leaves in one piece with the headers: two cost the system twice the work.
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1')
  return new Promise((resolve) => {
    let sent: http.ClientRequest
    let late = false
    const timer = setTimeout(() => {
      late = true
      sent.destroy()
    }, within)
    const attempt = () => {
      sent = request({ host: url.hostname, port: url.port, path, method: 'POST', agent, headers })
      sent.on('response', (answer) => {
        resolve(answer)
        // Its body says nothing that is used, but has to be read before the connection can carry the next message.
        answer.resume()
        answer.on('close', () => clearTimeout(timer))
      })
      sent.on('error', (error) => {
        if (!late && sent.reusedSocket && isClosed(error)) return attempt()
        clearTimeout(timer)
        resolve(null)
      })
      sent.end(text, 'latin1')
    }
    attempt()
  })
}

const isClosed = (error: Error): boolean =>
  'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

function resultOf({ statusCode: status = 0, headers }: Answer, now: number): SendResult {
  const kind =
    status >= 200 && status < 300
      ? 'delivered'
      : status === 404 || status === 410
        ? 'gone'
        : status === 429 || status >= 500 || status === 408
          ? 'again'
          : 'refused'
  return { kind, status, retryAfter: kind === 'again' ? waitOf(headers['retry-after'], now) : null }
}

/** Retry-After in milliseconds from now: it is said in seconds, or as a date. */
function waitOf(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
