import { ACCOUNT_HEADER, SEQ_HEADER, USER_HEADER } from '#domain/protocol/headers.ts'
import type { LoggedBy } from '#domain/records/logged-by.ts'
import { keysOf } from './keys-of.ts'
import type { WireAnswer, WireRequest } from './server.ts'

/** One write as the server received it, and its answer. */
export interface Heard {
  key: string
  method: string
  path: string
  body: unknown
  answer: { status: number; body: unknown; seq: number }
  /** Set when the write is replayed to a restored server. */
  originalSeq?: number | undefined
  /** Who made it, if it is for somebody else and not replayed (S14.6). */
  by?: LoggedBy | undefined
  /** The server's clock. */
  now: number
}

/** Whether an entry of a log, which the server took as it was, is not even readable when it is replayed. */
export const isMangled = ({ originalSeq, path, answer }: Pick<Heard, 'originalSeq' | 'path' | 'answer'>) =>
  originalSeq !== undefined && (path === '/api/doses' || path === '/api/supply-events') && answer.status === 400

/** Returns the account that the device takes for the one signed in (S14.2). */
export const meantBy = ({ headers }: WireRequest) => headers[ACCOUNT_HEADER] ?? headers[USER_HEADER]

/** Returns the writes a request carried, each with its own answer. Empty when the request as a whole was rejected. */
export function heardIn(request: WireRequest, answer: WireAnswer) {
  if (request.body === null && request.method !== 'DELETE') return []
  const body: unknown = request.body === null ? undefined : JSON.parse(request.body)
  const answered: unknown = JSON.parse(answer.body)
  if (request.path !== '/api/batch') {
    const [key = ''] = keysOf(request)
    const seq = Number(answer.headers[SEQ_HEADER] ?? 0)
    return [
      {
        key,
        method: request.method,
        path: request.path,
        body,
        answer: { status: answer.status, body: answered, seq },
      },
    ]
  }
  if (answer.status !== 200) return []
  const { calls } = body as {
    calls: { key: string; method: string; path: string; body?: unknown; originalSeq?: number }[]
  }
  const { results } = answered as { results: { status: number; body: unknown; seq: number }[] }
  return calls.flatMap((call, index) => {
    const result = results[index]
    return result ? [{ ...call, body: call.body, answer: wholeAnswer(call, result) }] : []
  })
}

/** A batch leaves out of the answer to a dose what its call said; the dose's own route does not. */
function wholeAnswer<Result extends { status: number; body: unknown }>(
  { path, body }: { path: string; body?: unknown },
  result: Result,
): Result {
  if (path !== '/api/doses' || result.status !== 201) return result
  return { ...result, body: { ...(body as object), ...(result.body as object) } }
}

export const isEffect = ({ method }: WireRequest, { status }: WireAnswer): boolean => method !== 'GET' && status < 300

export const resultsOf = (request: WireRequest, answer: WireAnswer): string =>
  request.path === '/api/batch' && answer.status === 200
    ? (JSON.parse(answer.body) as { results: { status: number }[] }).results.map(({ status }) => status).join(' ')
    : ''
