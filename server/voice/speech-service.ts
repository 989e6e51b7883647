import { request } from 'undici'
import { z } from 'zod'
import type { Spoken } from '#domain/protocol/voice.ts'
import type { Config } from '../config.ts'
import type { RecordingKind } from './recording-kind.ts'

/**
 * Why the service gave no answer: `refused` (it does not take our key, or does not have this call), `busy` (it has too much to do),
 * `unreadable` (it made nothing of what it was sent), `failed` (no answer in time, a fault, or an answer that is none).
 */
export type ServiceFailure = 'refused' | 'busy' | 'unreadable' | 'failed'
export type FromService<Value> =
  | { ok: true; value: Value }
  | { ok: false; why: ServiceFailure; status: number | null }

/** The speech service of `AI_BASE_URL`, which speaks OpenAI's protocol. Nothing throws; an aborted `signal` ends the call. */
export interface SpeechService {
  /** What was said, in the language it was said in. */
  transcribe(recording: Buffer, kind: RecordingKind, signal: AbortSignal): Promise<FromService<string>>
  /** The text as an MP3. */
  speak(what: Spoken, signal: AbortSignal): Promise<FromService<Buffer>>
}

/** Milliseconds for one call; two minutes of speech take a small model on a small machine about that long. */
const TIME_LIMIT = 90_000
/** The most bytes of an answer: of a text, and of spoken audio. */
const TEXT_BYTES = 1024 * 1024
const AUDIO_BYTES = 32 * 1024 * 1024

/** A body in one piece: fetch breaks, past every catch, when a call whose form is being streamed is given up. */
interface Sent {
  body: Buffer
  type: string
}

async function encoded(form: FormData): Promise<Sent> {
  const whole = new Response(form)
  const type = whole.headers.get('content-type') ?? ''
  return { type, body: Buffer.from(await whole.arrayBuffer()) }
}

const transcription = z.object({ text: z.string() })

/** The configured service; null when there is none. The key goes to it and nowhere else. */
export function speechService(
  config: Pick<Config, 'AI_BASE_URL' | 'AI_API_KEY' | 'AI_TRANSCRIPTION_MODEL' | 'AI_SPEECH_MODEL'>,
  timeLimit = TIME_LIMIT,
): SpeechService | null {
  const { AI_BASE_URL, AI_API_KEY, AI_TRANSCRIPTION_MODEL, AI_SPEECH_MODEL } = config
  if (AI_BASE_URL === undefined) return null
  const base = AI_BASE_URL.replace(/\/+$/, '')

  async function call(path: string, sent: Sent, limit: number, signal: AbortSignal) {
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
      if (statusCode !== 200) return failure(statusCode)
      return bytes ? { ok: true as const, value: bytes } : failure(null)
    } catch {
      return failure(null)
    }
  }

  return {
    async transcribe(recording, kind, signal) {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(recording)]), `recording.${kind}`)
      form.set('model', AI_TRANSCRIPTION_MODEL)
      form.set('response_format', 'json')
      const answer = await call('/audio/transcriptions', await encoded(form), TEXT_BYTES, signal)
      if (!answer.ok) return answer
      const said = transcription.safeParse(parsed(answer.value))
      return said.success ? { ok: true, value: said.data.text.trim() } : failure(null)
    },
    async speak({ text, voice, speed }, signal) {
      const what = { model: AI_SPEECH_MODEL, input: text, voice, speed, response_format: 'mp3' }
      const answer = await call(
        '/audio/speech',
        { body: Buffer.from(JSON.stringify(what)), type: 'application/json' },
        AUDIO_BYTES,
        signal,
      )
      return answer.ok && answer.value.length === 0 ? failure(null) : answer
    },
  }
}

function failure(status: number | null): { ok: false; why: ServiceFailure; status: number | null } {
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

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
