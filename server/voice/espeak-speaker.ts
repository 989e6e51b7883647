import { fileURLToPath } from 'node:url'
import type { Spoken } from '#domain/protocol/voice.ts'
import { type HelperLimits, helperProcess } from '../platform/processes/helper-process.ts'
import type { Speaker } from './speaker.ts'

/** What the speaking process is sent, and its response: a WAV file. */
export type SpeechJob = Spoken
export interface SpeechAnswer {
  audio: Uint8Array
}

/** 1000 characters at a quarter of the usual speed take 1.4 s of a core; on a busy machine it was 9 s. */
const LIMITS: HelperLimits = { timeout: 30_000, waiting: 16, idle: 60_000 }

const PROCESS = fileURLToPath(new URL('./espeak-process.ts', import.meta.url))

/** Speaks on this machine, in a separate process and without a network. */
export function espeakSpeaker(limits: HelperLimits = LIMITS, file: string = PROCESS): Speaker {
  const helper = helperProcess<SpeechJob, SpeechAnswer>(file, limits)
  return {
    async speak(what, signal) {
      const outcome = await helper.ask(what, { signal })
      if (outcome.ok) return { kind: 'spoken', audio: outcome.answer.audio, type: 'audio/wav' }
      return { kind: 'refused', reason: outcome.why === 'busy' ? 'busy' : 'failed' }
    },
    close: helper.close,
  }
}
