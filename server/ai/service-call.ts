import type { Config } from '../platform/config.ts'

/**
 * Why the service gave no usable response: `refused` (it does not accept our key or does not have this call), `busy`
 * (it is overloaded), `unreadable` (it could not use what it was sent), `failed` (no response in time, a fault, or an
 * invalid response).
 */
export type ServiceFailure = 'refused' | 'busy' | 'unreadable' | 'failed'
export type NoAnswer = { ok: false; why: ServiceFailure; status: number | null }
export type FromService<Value> = { ok: true; value: Value } | NoAnswer

/** The body in one piece: if a call is aborted while its form is streamed, fetch throws where no catch can reach it. */
export interface Sent {
  body: Buffer
  type: string
}

export const asJson = (value: unknown): Sent => ({
  body: Buffer.from(JSON.stringify(value)),
  type: 'application/json',
})

/** The service at `AI_BASE_URL`, which speaks OpenAI's protocol. Nothing throws. */
export interface AiService {
  /** Returns the bytes of a response of at most `limit`. Aborting `signal` ends the call. */
  call(path: string, sent: Sent, limit: number, signal: AbortSignal): Promise<FromService<Buffer>>
}

/**
 * Returns the configured service, or null if there is none. The key is sent to it and nowhere else. `timeLimit`:
 * milliseconds for one call.
 */
export function aiService(
  { AI_BASE_URL, AI_API_KEY }: Pick<Config, 'AI_BASE_URL' | 'AI_API_KEY'>,
  timeLimit: number,
): AiService | null {
  if (AI_BASE_URL === undefined) return null
  const base = AI_BASE_URL.replace(/(?<!\/)\/+$/, '')
  return {
    async call(path, sent, limit, signal) {
      try {
        const { request } = await import('undici')
        // `request` follows no redirects, which could send what users said to an address the operator did not choose.
        const { statusCode, body } = await request(`${base}${path}`, {
          method: 'POST',
          body: sent.body,
          headers: {
            'content-type': sent.type,
            ...(AI_API_KEY === undefined ? {} : { authorization: `Bearer ${AI_API_KEY}` }),
          },
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]),
        })
        const bytes = await atMost(body, limit)
        if (statusCode !== 200) return noAnswer(statusCode)
        return bytes ? { ok: true, value: bytes } : noAnswer(null)
      } catch {
        return noAnswer(null)
      }
    },
  }
}

/** `status`: the status of the service's response, or null if there was nothing usable. */
export function noAnswer(status: number | null): NoAnswer {
  const why = (): ServiceFailure => {
    if (status === null || status >= 500) return 'failed'
    if (status === 429) return 'busy'
    return status === 400 || status === 413 || status === 415 || status === 422 ? 'unreadable' : 'refused'
  }
  return { ok: false, why: why(), status }
}

/** Returns the body, or null if it is larger than `limit`; the rest is not read. */
async function atMost(body: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Parses the bytes as JSON. Returns null if they are not JSON. */
export function parsedJson(bytes: Uint8Array | string): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return null
  }
}
