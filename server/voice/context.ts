import type { Context } from '../http/context.ts'
import type { Speaker } from './speaker.ts'
import type { Transcriber } from './transcriber.ts'

export interface VoiceContext extends Context {
  /** Speaks on this machine. */
  speaker: Speaker
  /** Turns speech into text on this machine; null without SPEECH_MODEL_DIR. */
  transcriber: Transcriber | null
}
