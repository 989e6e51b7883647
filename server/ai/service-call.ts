import { request } from 'undici'
import type { Config } from '../platform/config.ts'

/**
 * Why the service gave no answer: `refused` (it does not take our key, or does not have this call), `busy` (it has too much to do),
 * `unreadable` (it made nothing of what it was sent), `failed` (no answer in time, a fault, or an answer that is none).
 */
export type ServiceFailure = 'refused' | 'busy' | 'unreadable' | 'failed'
export type NoAnswer = { ok: false; why: ServiceFailure; status: number | null }
export type FromService<Value> = { ok: true; value: Value } | NoAnswer

/** A body in one piece: fetch breaks, past every catch, when a call whose form is being streamed is given up. */
export interface Sent {
  body: Buffer
  type: string
}

export const asJson = (value: unknown): Sent => ({
  body: Buffer.from(JSON.stringify(value)),
  type: 'application/json',
})

/** The service of `AI_BASE_URL`, which speaks OpenAI's protocol. Nothing throws. */
export interface AiService {
  /** The bytes of an answer of at most `limit`; an aborted `signal` ends the call. */
  call(path: string, sent: Sent, limit: number, signal: AbortSignal): Promise<FromService<Buffer>>
}

/** The configured service; null when there is none. The key goes to it and nowhere else. `timeLimit`: milliseconds for one call. */
export function aiService(
  { AI_BASE_URL, AI_API_KEY }: Pick<Config, 'AI_BASE_URL' | 'AI_API_KEY'>,
  timeLimit: number,
): AiService | null {
  if (AI_BASE_URL === undefined) return null
  const base = AI_BASE_URL.replace(/(?<!\/)\/+$/, '')
  return {
    async call(path, sent, limit, signal) {
      try {
        // `request` follows no redirects: another address than the operator's would be handed what people said.
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

/** `status`: what the service answered; null when that was nothing of use. */
export function noAnswer(status: number | null): NoAnswer {
  const why = (): ServiceFailure => {
    if (status === null || status >= 500) return 'failed'
    if (status === 429) return 'busy'
    return status === 400 || status === 413 || status === 415 || status === 422 ? 'unreadable' : 'refused'
  }
  return { ok: false, why: why(), status }
}

/** The body, or null when it is larger than `limit`: the rest is not read. */
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

/** What the bytes say as JSON; null when they are none. */
export function parsedJson(bytes: Uint8Array | string): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return null
  }
}
