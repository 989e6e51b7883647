import type { Spoken } from '#domain/protocol/voice.ts'

/** Speech as a file, or why there is none: `busy` and `failed` may be temporary. */
export type Speech =
  | { kind: 'spoken'; audio: Uint8Array; type: 'audio/wav' | 'audio/mpeg' }
  | { kind: 'refused'; reason: 'busy' | 'failed' }

/** Speaks a text. Never throws. */
export interface Speaker {
  speak(what: Spoken, signal?: AbortSignal): Promise<Speech>
  close(): void
}
