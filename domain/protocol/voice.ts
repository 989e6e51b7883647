import * as z from 'zod/mini'
import { type Message, msg } from '../language/message.ts'
import { t } from '../language/translate.ts'

/**
 * GET /api/capabilities: what this server can do with speech and pictures. A page says so before it records anything.
 */
export const capabilitiesAnswer = z.object({
  /** POST /api/voice/transcribe turns speech into text. */
  transcription: z.boolean(),
  /** What it takes: recordings as browsers make them, or only WAV files with 16-bit PCM. */
  recordings: z._default(z.enum(['any', 'wav']), 'any'),
  /** POST /api/voice/tts returns audio. */
  speech: z.boolean(),
  /** A model suggests fields in addition to our own reading. */
  extraction: z.boolean(),
  /** Text in pictures can be read. */
  ocr: z.boolean(),
})
export type Capabilities = z.infer<typeof capabilitiesAnswer>

/** The largest recording in bytes, several times the size of two minutes. */
export const RECORDING_BYTES = 10 * 1024 * 1024
/** Seconds after which a recording stops by itself. */
export const RECORDING_SECONDS = 120
/** The form field with the recording, and the name of its file (specification, section 7). */
export const RECORDING_FIELD = 'audio'
export const RECORDING_NAME = 'recording.webm'

/**
 * POST /api/voice/transcribe. The specification's screens read one name or the other. Empty if no words were
 * recognised.
 */
export const transcribeAnswer = z.object({ transcribedText: z.string(), transcription: z.string() })
/** The part that the page needs. */
export const transcribedText = z.union([
  z.pipe(
    z.object({ transcribedText: z.string() }),
    z.transform(({ transcribedText: text }) => text),
  ),
  z.pipe(
    z.object({ transcription: z.string() }),
    z.transform(({ transcription }) => transcription),
  ),
])

/** Specification, sections 2 and 9: the voices, and their names in the list. */
export const VOICES = ['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'] as const
export type Voice = (typeof VOICES)[number]
export const DEFAULT_VOICE: Voice = 'alloy'
export const VOICE_LABELS: Record<Voice, Message> = {
  alloy: msg('Alloy (Neutral)'),
  echo: msg('Echo (Male)'),
  fable: msg('Fable (British Male)'),
  onyx: msg('Onyx (Deep Male)'),
  nova: msg('Nova (Female)'),
  shimmer: msg('Shimmer (Soft Female)'),
}

/** As a multiple of normal speech (specification, section 9). */
export const SPEED = { min: 0.25, max: 4, step: 0.25, usual: 1 } as const
/** The most characters spoken in one go. */
export const SPOKEN_TEXT = 1000
export const NOTHING_TO_SPEAK = msg('Please enter some text to convert to speech')

/** POST /api/voice/tts. Returns audio. */
export const speakBody = z.strictObject({
  text: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: () => t(NOTHING_TO_SPEAK) }),
      z.maxLength(SPOKEN_TEXT, `must be at most ${SPOKEN_TEXT} characters`),
    ),
  voice: z._default(z.enum(VOICES), DEFAULT_VOICE),
  speed: z._default(z.number().check(z.minimum(SPEED.min), z.maximum(SPEED.max)), SPEED.usual),
})
export type Spoken = z.infer<typeof speakBody>
