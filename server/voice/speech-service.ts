import { z } from 'zod'
import type { Spoken } from '#domain/protocol/voice.ts'
import { aiService, asJson, type FromService, noAnswer, parsedJson, type Sent } from '../ai/service-call.ts'
import type { Config } from '../platform/config.ts'
import type { RecordingKind } from './recording-kind.ts'

/** The speech service at `AI_BASE_URL`. Nothing throws; aborting `signal` ends the call. */
export interface SpeechService {
  /** Returns what was said, in the language it was said in. */
  transcribe(recording: Buffer, kind: RecordingKind, signal: AbortSignal): Promise<FromService<string>>
  /** Returns the text as an MP3. */
  speak(what: Spoken, signal: AbortSignal): Promise<FromService<Buffer>>
}

/** Milliseconds for one call: a small model on a small machine takes about that long for two minutes of speech. */
const TIME_LIMIT = 90_000
/** The largest response in bytes: for a text, and for spoken audio. */
const TEXT_BYTES = 1024 * 1024
const AUDIO_BYTES = 32 * 1024 * 1024

async function encoded(form: FormData): Promise<Sent> {
  const whole = new Response(form)
  const type = whole.headers.get('content-type') ?? ''
  return { type, body: Buffer.from(await whole.arrayBuffer()) }
}

const transcription = z.object({ text: z.string() })

/** Returns the configured service, or null if there is none. */
export function speechService(
  config: Pick<Config, 'AI_BASE_URL' | 'AI_API_KEY' | 'AI_TRANSCRIPTION_MODEL' | 'AI_SPEECH_MODEL'>,
  timeLimit = TIME_LIMIT,
): SpeechService | null {
  const { AI_TRANSCRIPTION_MODEL, AI_SPEECH_MODEL } = config
  const service = aiService(config, timeLimit)
  if (!service) return null
  return {
    async transcribe(recording, kind, signal) {
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(recording)]), `recording.${kind}`)
      form.set('model', AI_TRANSCRIPTION_MODEL)
      form.set('response_format', 'json')
      const answer = await service.call('/audio/transcriptions', await encoded(form), TEXT_BYTES, signal)
      if (!answer.ok) return answer
      const said = transcription.safeParse(parsedJson(answer.value))
      return said.success ? { ok: true, value: said.data.text.trim() } : noAnswer(null)
    },
    async speak({ text, voice, speed }, signal) {
      const what = { model: AI_SPEECH_MODEL, input: text, voice, speed, response_format: 'mp3' }
      const answer = await service.call('/audio/speech', asJson(what), AUDIO_BYTES, signal)
      return answer.ok && answer.value.length === 0 ? noAnswer(null) : answer
    },
  }
}
