import { BATCH_PATH } from '#domain/protocol/batch-path.ts'
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
import { namesOf, type Whose } from './whose.ts'

/** docs/sync-spec.md, S7. Covers the body too: a connection that hangs halfway gives no answer. */
const TIME_LIMIT = 30_000

/** What carries a request: `fetch`, or a test's own network. */
export type Carry = (path: string, init: RequestInit) => Promise<Response>

/** Below this many characters, a compressed body saves nothing that anyone would notice. */
const WORTH_IT = 8192

/** Until a server refuses one: an earlier version, after a rollback, cannot read them. */
let sendsCompressed = 'CompressionStream' in globalThis

/** Fetches, with a long batch compressed, because a phone sends more slowly than it receives. */
const fetchCompressed: Carry = async (path, init) => {
  const { body, headers } = init
  const isWorthIt = path === BATCH_PATH && typeof body === 'string' && body.length >= WORTH_IT
  if (!isWorthIt || !sendsCompressed) return fetch(path, init)
  const compressed = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'))
  const response = await fetch(path, {
    ...init,
    headers: { ...(headers as Record<string, string>), 'content-encoding': 'gzip' },
    body: await new Response(compressed).arrayBuffer(),
  })
  if (response.status !== 400 && response.status !== 415) return response
  sendsCompressed = false
  return fetch(path, init)
}

/** Returns the transport for requests about one person: fetch, same origin, with the account's session cookie. */
export function createHttpTransport(whose: Whose, carry: Carry = fetchCompressed): Transport {
  return {
    async send(request) {
      try {
        const response = await carry(request.path, init(request, whose))
        return await readAnswer(response)
      } catch {
        // Offline, a cut connection, the time limit, a body that is not JSON: all of them mean "no answer arrived".
        return null
      }
    },
  }
}

/** Returns the headers every request carries. */
export function headersOf(whose: Whose, { key, epoch }: Pick<SyncRequest, 'key' | 'epoch'>) {
  const headers: Record<string, string> = {
    ...namesOf(whose),
    [PROTOCOL_HEADER]: String(PROTOCOL_VERSION),
    accept: 'application/json',
  }
  if (key !== undefined) headers[IDEMPOTENCY_HEADER] = key
  if (epoch) headers[EPOCH_HEADER] = epoch
  return headers
}

function init(request: SyncRequest, whose: Whose): RequestInit {
  const headers = headersOf(whose, request)
  if (request.etag) headers['if-none-match'] = request.etag
  if (request.body !== undefined) headers['content-type'] = 'application/json'
  return {
    method: request.method,
    headers,
    credentials: 'same-origin',
    // The engine handles the ETag itself; the browser's cache would turn a 304 into a 200 behind its back.
    cache: 'no-store',
    // A redirect is never ours: a captive portal or an expired proxy session.
    redirect: 'error',
    signal: AbortSignal.timeout(TIME_LIMIT),
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
  }
}

/** An answer in a form common to fetch and XMLHttpRequest, with its whole body. */
export interface Received {
  status: number
  statusText: string
  text: string
  header(name: string): string | null
}

export const readAnswer = async (response: Response): Promise<SyncAnswer> =>
  answerOf({
    status: response.status,
    statusText: response.statusText,
    text: await response.text(),
    header: (name) => response.headers.get(name),
  })

/** Throws if the body claims to be JSON but is not. */
export function answerOf(received: Received): SyncAnswer {
  const { status, header } = received
  const protocol = Number(header(PROTOCOL_HEADER) ?? Number.NaN)
  return {
    status,
    body: bodyOf(received),
    protocol: Number.isInteger(protocol) ? protocol : null,
    user: header(USER_HEADER),
    seq: Number(header(SEQ_HEADER) ?? 0) || 0,
    epoch: header(EPOCH_HEADER),
    restoredSeq: restoredSeqOf(header(RESTORED_SEQ_HEADER)),
    etag: header('etag'),
    retryAfter: retryAfterOf(header('retry-after')),
  }
}

/** A failure without a body is described by its status text (specification, section 7). */
function bodyOf({ status, statusText, text, header }: Received): unknown {
  if (text === '') return status >= 400 ? statusText : text
  return header('content-type')?.includes('json') ? JSON.parse(text) : text
}

const restoredSeqOf = (value: string | null): number | null =>
  value !== null && /^\d+$/.test(value) ? Number(value) : null

/** Returns Retry-After, given in seconds or as a date (RFC 9110, section 10.2.3), as milliseconds from now. */
function retryAfterOf(value: string | null): number | null {
  if (value === null) return null
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now())
}
