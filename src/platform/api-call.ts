import { type ErrorCode, readErrorBody, readSentence } from '#domain/protocol/errors.ts'
import { IDEMPOTENCY_HEADER, PROTOCOL_HEADER, SEQ_HEADER } from '#domain/protocol/headers.ts'
import { namesOf, type Whose } from './whose.ts'

/** A call sent once, as the user asked for it: no outbox, no retry (readings, Reads). */
export interface ApiCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** Whose data it is about; left out for calls about the account. */
  whose?: Whose | undefined
  /** The Idempotency-Key, a UUID: under the same key the call is carried out once. */
  key?: string | undefined
  /** Aborts the call: the answer is `no-answer`. */
  signal?: AbortSignal | undefined
}

export type ApiAnswer =
  /** `seq`: the user's commit that the answer reflects; 0 if the call does not say. */
  | { kind: 'ok'; status: number; body: unknown; seq: number }
  /** `message` is the server's sentence, else `status: body text` (specification, section 7). */
  | { kind: 'error'; status: number; code: ErrorCode | null; field: string | null; message: string }
  | { kind: 'no-answer' }

const TIME_LIMIT = 30_000

export async function apiCall(call: ApiCall): Promise<ApiAnswer> {
  try {
    const response = await fetch(call.path, {
      method: call.method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(call.key === undefined ? {} : { [IDEMPOTENCY_HEADER]: call.key }),
        ...(call.whose ? namesOf(call.whose) : {}),
      },
      signal: AbortSignal.any([AbortSignal.timeout(TIME_LIMIT), ...(call.signal ? [call.signal] : [])]),
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    })
    const text = await response.text()
    return response.ok ? okAnswer(response, text) : errorAnswer(response, text)
  } catch {
    return { kind: 'no-answer' }
  }
}

/**
 * Returns the parsed answer, null for a 204 of ours. A 200 that is not JSON comes from something between us and the
 * server, such as a captive portal, and so does a 204 that does not name our protocol.
 */
function okAnswer(response: Response, text: string): ApiAnswer {
  if (response.status === 204 && response.headers.has(PROTOCOL_HEADER))
    return { kind: 'ok', status: 204, body: null, seq: 0 }
  if (!response.headers.get('content-type')?.includes('json')) return { kind: 'no-answer' }
  const seq = Number(response.headers.get(SEQ_HEADER))
  return { kind: 'ok', status: response.status, body: JSON.parse(text), seq }
}

/** Returns a refusal with the sentence from its body, else `status: body text`. */
export function errorAnswer(response: Response, text: string): Extract<ApiAnswer, { kind: 'error' }> {
  const body = tryJson(text)
  const said = readErrorBody(body)
  return {
    kind: 'error',
    status: response.status,
    code: said?.code ?? null,
    field: said?.field ?? null,
    message: readSentence(body) ?? `${response.status}: ${text || response.statusText}`,
  }
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
