import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher, errors, Pool } from 'undici'
import type { Clock } from '../platform/clock.ts'
import { whenNeeded } from '../platform/when-needed.ts'
import { encryptFor, type SubscriptionKeys } from './encrypt.ts'
import { pushAddress } from './endpoint-policy.ts'
import type { Vapid } from './vapid.ts'

/** Where a message is sent; a row of push_subscriptions has more fields. */
export interface PushTarget extends SubscriptionKeys {
  endpoint: string
}

export interface SendOptions {
  /** How many seconds the push service keeps the message for a device that is offline. */
  ttl: number
  urgency: 'low' | 'normal' | 'high'
  /** Replaces a waiting message with the same topic; at most 32 characters of base64url. */
  topic?: string
}

/**
 * The result for a message (R3.3): accepted by the push service; subscription gone (404, 410); refused permanently; or
 * not accepted now, to be tried again, after `retryAfter` milliseconds if the push service says so.
 */
export interface SendResult {
  kind: 'delivered' | 'gone' | 'refused' | 'again'
  /** Null if there was no response or no request. */
  status: number | null
  retryAfter: number | null
  /** A fault on our side, which says nothing about the push service: the message could not be built or sent. */
  fault?: unknown
}

/** How messages leave the server. */
export interface PushTransport {
  /** The public key that devices subscribe with, in base64url; null if this server cannot push (no VAPID subject). */
  readonly publicKey: string | null
  /** Encrypts and sends the message. Never rejects, and takes ten seconds at most. */
  send(target: PushTarget, message: Uint8Array, options: SendOptions): Promise<SendResult>
  /** Closes the connections; messages being sent end as `again`. */
  close(): void
}

export const TIME_LIMIT = 10_000
/** Connections to one push service. Each carries one message at a time. */
const MOST_CONNECTIONS = 256
/** An unused connection is closed after this. */
const IDLE = 30_000

export interface TransportOptions {
  clock: Clock
  /** Null without a subject. */
  vapid: Vapid | null
  /** The origin of one more push service (PUSH_SERVICE). */
  extraService?: string | undefined
  /** Milliseconds allowed for one message; tests use less. */
  timeLimit?: number
}

export function pushTransport({ clock, vapid, extraService, timeLimit = TIME_LIMIT }: TransportOptions): PushTransport {
  const pools = new Map<string, Pool>()
  const library = whenNeeded(() => import('undici'))
  const poolOf = async (origin: string): Promise<Pool> => {
    const known = pools.get(origin)
    if (known) return known
    const undici = await library()
    const meanwhile = pools.get(origin)
    if (meanwhile) return meanwhile
    const pool = new undici.Pool(origin, {
      connections: MOST_CONNECTIONS,
      pipelining: 1,
      keepAliveTimeout: IDLE,
      connect: { timeout: timeLimit },
      // The time limit below covers the whole message; these two would be monitored separately for each one.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    pools.set(origin, pool)
    return pool
  }

  return {
    publicKey: vapid?.publicKey ?? null,
    send: async (target, message, { ttl, urgency, topic }) => {
      const url = pushAddress(target.endpoint, extraService)
      if (!url || !vapid) return refused(new Error('no address that a message can be sent to'))
      const { body, fault } = encrypted(target, message)
      if (!body) return refused(fault)
      const headers = {
        authorization: vapid.authorization(url.origin, clock.now()),
        ttl: String(Math.max(0, Math.floor(ttl))),
        urgency,
        ...(topic === undefined ? {} : { topic }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
      }
      const path = `${url.pathname}${url.search}`
      const answer = await post(await poolOf(url.origin), { path, headers, body, within: timeLimit })
      return answer === null ? { kind: 'again', status: null, retryAfter: null } : resultOf(answer, clock.now())
    },
    close: () => {
      for (const pool of pools.values()) void pool.destroy()
      pools.clear()
    },
  }
}

const refused = (fault: unknown): SendResult => ({ kind: 'refused', status: null, retryAfter: null, fault })

/** Returns no body if the keys are invalid or the message is too long: trying again would not change that. */
function encrypted(target: PushTarget, message: Uint8Array): { body?: Uint8Array; fault?: unknown } {
  try {
    return { body: encryptFor(target, message) }
  } catch (fault) {
    return { fault }
  }
}

interface Post {
  path: string
  headers: Record<string, string>
  body: Uint8Array
  within: number
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
}

/**
 * Returns the head of the response, or null if none came in time. Redirects are not followed, because they would lead
 * around the list of known services. If the other side closed an idle connection, that is not a response: the request
 * is repeated on another one.
 */
async function post(pool: Pool, request: Post): Promise<Answer | null> {
  const end = performance.now() + request.within
  const answer = await attempt(pool, request)
  if (answer !== STALE) return answer
  const again = await attempt(pool, { ...request, within: end - performance.now() })
  return again === STALE ? null : again
}

/** The connection had carried messages before and was closed during this one. */
const STALE = Symbol('stale')

/**
 * Sends one message directly over the dispatcher: `request` and `fetch` create streams for bodies that nothing reads.
 */
function attempt(pool: Pool, { path, headers, body, within }: Post): Promise<Answer | typeof STALE | null> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined
    let answer: Answer | null = null
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      controller?.abort(new Error('no answer in time'))
      resolve(answer)
    }, within)
    pool.dispatch(
      { path, method: 'POST', headers, body },
      {
        onRequestStart(started) {
          controller = started
          if (isLate) started.abort(new Error('no connection in time'))
        },
        onResponseStart(_controller, status, answered) {
          answer = { status, headers: answered }
        },
        // The body is not used, but has to be read before the connection can carry the next message.
        onResponseData() {},
        onResponseEnd() {
          clearTimeout(timer)
          resolve(answer)
        },
        onResponseError(_controller, error) {
          clearTimeout(timer)
          resolve(answer ?? (!isLate && isStale(error) ? STALE : null))
        },
      },
    )
  })
}

const isOfSocket = (error: Error): error is errors.SocketError => 'code' in error && error.code === 'UND_ERR_SOCKET'

const isStale = (error: Error): boolean =>
  (isOfSocket(error) && (error.socket?.bytesRead ?? 0) > 0) ||
  ('code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE'))

function resultOf({ status, headers }: Answer, now: number): SendResult {
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

/** Returns Retry-After in milliseconds from now; the header contains seconds or a date. */
function waitOf(header: string | undefined, now: number): number | null {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}
