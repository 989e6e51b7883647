import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { FromService } from '../ai/service-call.ts'
import { ConfigError } from '../platform/config.ts'
import { type HelperLimits, helperProcess } from '../platform/processes/helper-process.ts'
import { type SpeechModel, speechModelIn } from './speech-model.ts'

/** What the transcribing process is sent; the recording comes beside it. Its response: null if that is no WAV file. */
export interface TranscriptionJob {
  model: SpeechModel
  /** Bytes of the recording. */
  size: number
}
export type TranscriptionAnswer = { text: string } | null

/** A recording that is read only when its turn has come. */
export interface RecordingSource {
  size: number
  chunks(): AsyncIterable<Uint8Array>
}

/** Turns speech into text on this machine. Never throws. */
export interface Transcriber {
  /** Returns what was said in a WAV file with 16-bit PCM. Aborting `signal` ends the work on it. */
  transcribe(recording: RecordingSource, signal: AbortSignal): Promise<FromService<string>>
  close(): void
}

/** The page waits for two minutes; loading a model after a rest takes some seconds of it. */
const LIMITS: HelperLimits = { timeout: 90_000, waiting: 4, idle: 300_000 }
/** Milliseconds to load a model at the start. */
const LOADING = 120_000

const PROCESS = fileURLToPath(new URL('./transcription-process.ts', import.meta.url))

/** Transcribes with a model of this machine, in a separate process and without a network (decision 067). */
export function modelTranscriber(
  model: SpeechModel,
  limits: HelperLimits = LIMITS,
  file: string = PROCESS,
): Transcriber {
  const helper = helperProcess<TranscriptionJob, TranscriptionAnswer>(file, limits)
  return {
    async transcribe({ size, chunks }, signal) {
      const outcome = await helper.ask({ model, size }, { signal, input: chunks })
      if (!outcome.ok) return { ok: false, why: outcome.why === 'busy' ? 'busy' : 'failed', status: null }
      if (outcome.answer === null) return { ok: false, why: 'unreadable', status: null }
      return { ok: true, value: outcome.answer.text }
    },
    close: helper.close,
  }
}

/**
 * Returns what transcribes with the model in a directory, once that has been loaded in a process of its own: sherpa-onnx
 * ends the process for a model that it cannot use.
 * @throws ConfigError a sentence that names SPEECH_MODEL_DIR
 */
export async function transcriberOf(directory: string): Promise<Transcriber> {
  const model = speechModelIn(directory)
  try {
    await promisify(execFile)(process.execPath, [PROCESS, JSON.stringify(model)], { env: {}, timeout: LOADING })
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
    throw new ConfigError(
      `SPEECH_MODEL_DIR ${directory} holds a speech model that cannot be loaded: ${reasonIn(said)}.`,
    )
  }
  return modelTranscriber(model)
}

/** Returns the last line of what was said on standard error, without the place in a source that it begins with. */
function reasonIn(said: string): string {
  const last = said.split('\n').findLast((line) => line.trim() !== '') ?? 'it took too long'
  return last
    .trim()
    .replace(/^\S+\.(?:cc|h):\w+:\d+ /, '')
    .replace(/^what\(\): +/, '')
    .replace(/\.$/, '')
}
