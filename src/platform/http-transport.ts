import {
  EPOCH_HEADER,
  IDEMPOTENCY_HEADER,
  PROTOCOL_HEADER,
  PROTOCOL_VERSION,
  RESTORED_SEQ_HEADER,
  SEQ_HEADER,
  USER_HEADER,
} from '#domain/protocol/headers.ts'
import type { SyncAnswer, SyncRequest, Transport } from '#src/sync/ports.ts'

/** DESIGN §5.7. Covers the body too: a connection that hangs in the middle is no answer. */
const TIME_LIMIT = 30_000

/** What carries a request: `fetch`, or a network of a test's own. */
export type Carry = (path: string, init: RequestInit) => Promise<Response>

/** Requests of one user over fetch, same origin, with the session's cookie. */
export function createHttpTransport(
  user: string,
  carry: Carry = (path, init) => fetch(path, init),
): Transport {
  return {
    async send(request) {
      try {
        const response = await carry(request.path, init(request, user))
        return await readAnswer(response)
      } catch {
        // No network, a cut connection, the time limit, a body that is no JSON: all of them mean "no answer arrived".
        return null
      }
    },
  }
}

function init(request: SyncRequest, user: string): RequestInit {
  const headers: Record<string, string> = {
    [USER_HEADER]: user,
    [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
    accept: 'application/json',
  }
  if (request.key !== undefined) headers[IDEMPOTENCY_HEADER] = request.key
  if (request.epoch) headers[EPOCH_HEADER] = request.epoch
  if (request.etag) headers['if-none-match'] = request.etag
  if (request.body !== undefined) headers['content-type'] = 'application/json'
  return {
    method: request.method,
    headers,
    credentials: 'same-origin',
    // The engine keeps the ETag itself; the browser's cache would turn a 304 into a 200 behind its back.
    cache: 'no-store',
    // A redirect is never ours: a captive portal or an expired proxy session.
    redirect: 'error',
    signal: AbortSignal.timeout(TIME_LIMIT),
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  }
}

async function readAnswer(response: Response): Promise<SyncAnswer> {
  const text = await response.text()
  const protocol = Number(response.headers.get(PROTOCOL_HEADER) ?? Number.NaN)
  return {
    status: response.status,
    body: bodyOf(response, text),
    protocol: Number.isInteger(protocol) ? protocol : null,
    user: response.headers.get(USER_HEADER),
    seq: Number(response.headers.get(SEQ_HEADER) ?? 0) || 0,
    epoch: response.headers.get(EPOCH_HEADER),
    restoredSeq: restoredSeqOf(response.headers.get(RESTORED_SEQ_HEADER)),
    etag: response.headers.get('etag'),
    retryAfter: retryAfterOf(response.headers.get('retry-after')),
  }
}

/** A failure without a body is told by its status text (specification, section 7). */
function bodyOf(response: Response, text: string): unknown {
  if (text === '') return response.status >= 400 ? response.statusText : text
  return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
}

const restoredSeqOf = (value: string | null): number | null =>
  value !== null && /^\d+$/.test(value) ? Number(value) : null

/** Retry-After in seconds or as a date (RFC 9110, section 10.2.3), as milliseconds from now. */
function retryAfterOf(value: string | null): number | null {
  if (value === null) return null
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}
