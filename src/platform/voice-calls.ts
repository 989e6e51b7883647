import {
  type Capabilities,
  capabilitiesAnswer,
  RECORDING_FIELD,
  RECORDING_NAME,
  type Spoken,
  transcribedText,
} from '#domain/protocol/voice.ts'
import { type ApiAnswer, apiCall, errorAnswer } from './api-call.ts'

/** Like `ApiAnswer`, with the value that was requested. */
export type VoiceAnswer<Value> = { kind: 'ok'; value: Value } | Exclude<ApiAnswer, { kind: 'ok' }>

/** Milliseconds; the server itself waits up to 90 s for its speech service, and an upload takes a while. */
const TIME_LIMIT = 120_000

/** Returns what the server can do with speech; null if it does not say. Never rejects. */
export async function fetchCapabilities(): Promise<Capabilities | null> {
  const answer = await apiCall({ method: 'GET', path: '/api/capabilities' })
  const said = capabilitiesAnswer.safeParse(answer.kind === 'ok' ? answer.body : null)
  return said.success ? said.data : null
}

/** POST /api/voice/transcribe: returns the transcript, empty if nothing was heard. Sent once; never rejects. */
export async function transcribe(recording: Blob, signal: AbortSignal): Promise<VoiceAnswer<string>> {
  const body = new FormData()
  body.set(RECORDING_FIELD, recording, RECORDING_NAME)
  return send('/api/voice/transcribe', { body, signal }, async (response) => {
    const heard = transcribedText.safeParse(await response.json())
    return heard.success ? heard.data : null
  })
}

/** POST /api/voice/tts: returns the text as audio. Sent once; never rejects. */
export function speakText(what: Spoken, signal: AbortSignal): Promise<VoiceAnswer<Blob>> {
  const headers = { 'content-type': 'application/json' }
  return send('/api/voice/tts', { body: JSON.stringify(what), headers, signal }, async (response) => {
    const audio = await response.blob()
    return audio.type.startsWith('audio/') ? audio : null
  })
}

/** An answer that is not ours comes from something between us and the server, such as a captive portal. */
async function send<Value>(
  path: string,
  { signal, ...request }: RequestInit & { signal: AbortSignal },
  read: (response: Response) => Promise<Value | null>,
): Promise<VoiceAnswer<Value>> {
  try {
    const response = await fetch(path, {
      ...request,
      method: 'POST',
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT)]),
    })
    if (!response.ok) return errorAnswer(response, await response.text())
    const value = await read(response)
    return value === null ? { kind: 'no-answer' } : { kind: 'ok', value }
  } catch {
    return { kind: 'no-answer' }
  }
}
