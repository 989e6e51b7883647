import type { Context } from '../http/context.ts'
import type { Speaker } from './speaker.ts'

export interface VoiceContext extends Context {
  /** Speaks on this machine. */
  speaker: Speaker
}
