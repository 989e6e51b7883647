import { z } from 'zod'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import {
  type Capabilities,
  capabilitiesAnswer,
  RECORDING_FIELD,
  speakBody,
  transcribeAnswer,
} from '#domain/protocol/voice.ts'
import { labelModel } from '../ai/label-model.ts'
import type { FromService, ServiceFailure } from '../ai/service-call.ts'
import type { App, Routes } from '../http/context.ts'
import { hangUp } from '../http/hang-up.ts'
import { LIMITS, requireWithin } from '../http/plugins/rate-limit.ts'
import type { UploadArea } from '../http/uploads/areas.ts'
import { receiveUpload, takeUploads } from '../http/uploads/receive.ts'
import type { Spooled } from '../http/uploads/spool.ts'
import { perAsker } from '../http/who.ts'
import { ApiError } from '../platform/errors.ts'
import type { VoiceContext } from './context.ts'
import { type RecordingKind, recordingKind } from './recording-kind.ts'
import { type SpeechService, speechService } from './speech-service.ts'
import type { Transcriber } from './transcriber.ts'

/** Serves what speech can be used for, and the specification's two calls for it. */
export const voiceRoutes: Routes<VoiceContext> = async (app, context) => {
  const service = speechService(context.config)
  const listener = context.transcriber ? modelListener(context.transcriber) : service && serviceListener(service)
  capabilitiesRoute(app, {
    transcription: listener !== null,
    recordings: listener?.takes ?? 'any',
    speech: true,
    extraction: labelModel(context.config) !== null,
    ocr: true,
  })
  await transcribeRoute(app, listener, context.uploads.recordings)
  speakRoute(app, service, context)
}

const unavailable = (sentence: string) => new ApiError(503, 'unavailable', sentence)

function capabilitiesRoute(app: App, capabilities: Capabilities): void {
  app.get(
    '/api/capabilities',
    {
      onRequest: app.requireUse('account'),
      schema: { response: { 200: capabilitiesAnswer, '4xx': errorBodySchema } },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'private, no-store')
      return capabilities
    },
  )
}

/** What turns speech into text: the operator's own model, else the speech service. */
interface Listener {
  takes: Capabilities['recordings']
  transcribe(recording: Spooled, kind: RecordingKind, signal: AbortSignal): Promise<FromService<string>>
  /** Who it is, as the subject of a sentence. */
  name: Message
}

const serviceListener = (service: SpeechService): Listener => ({
  takes: 'any',
  transcribe: async (file, kind, signal) => service.transcribe(await file.read(0, file.size), kind, signal),
  name: msg('The speech service'),
})

const modelListener = (transcriber: Transcriber): Listener => ({
  takes: 'wav',
  transcribe: (file, _kind, signal) => transcriber.transcribe(file, signal),
  name: msg('This server’s speech recognition'),
})

const NOT_TRANSCRIBED: Record<ServiceFailure, (name: string) => ApiError> = {
  refused: (name) => unavailable(t('{name} did not take the recording. Please type instead.', { name })),
  busy: (name) => unavailable(t('{name} is busy. Please try again in a moment, or type instead.', { name })),
  unreadable: () =>
    new ApiError(422, 'invalid', t('Nothing could be heard in the recording. Please try again, or type instead.')),
  failed: (name) => unavailable(t('{name} did not answer. Please try again in a moment, or type instead.', { name })),
}

async function transcribeRoute(app: App, listener: Listener | null, recordings: UploadArea): Promise<void> {
  const perPerson = app.limiter(LIMITS.transcription, perAsker)
  await app.register(async (scope) => {
    const area = scope as App
    await takeUploads(area, recordings)
    area.post(
      '/api/voice/transcribe',
      {
        onRequest: area.requireUse('premium', 'change'),
        schema: {
          consumes: ['multipart/form-data'],
          response: { 200: transcribeAnswer, '4xx': errorBodySchema, 503: errorBodySchema },
        },
      },
      async (request, reply) => {
        if (!listener) {
          throw unavailable(t('This server is not set up to turn speech into text. Please type instead.'))
        }
        await requireWithin(perPerson, request)
        const signal = hangUp(reply)
        const heard = await receiveUpload(recordings, request, async ({ file }) => {
          const { recording, kind } = recordingIn(file, listener.takes)
          return listener.transcribe(recording, kind, signal)
        })
        if (!heard.ok) {
          request.log.warn({ why: heard.why, status: heard.status }, 'a recording was not transcribed')
          throw NOT_TRANSCRIBED[heard.why](t(listener.name))
        }
        reply.header('cache-control', 'private, no-store')
        return { transcribedText: heard.value, transcription: heard.value }
      },
    )
  })
}

function recordingIn(recording: Spooled | null, takes: Listener['takes']) {
  if (!recording?.size) {
    throw new ApiError(400, 'invalid', t('There is no recording in the request.'), { field: RECORDING_FIELD })
  }
  const kind = recordingKind(recording.head)
  if (!kind) throw new ApiError(415, 'unsupported_media_type', t('This recording can’t be read.'))
  if (takes === 'wav' && kind !== 'wav') {
    // A page from before this server transcribed by itself.
    throw new ApiError(415, 'unsupported_media_type', t('Please reload the page and try again, or type instead.'))
  }
  return { recording, kind }
}

/** Speaks with the configured service, or on this machine if there is none or it fails. */
function speakRoute(app: App, service: SpeechService | null, { speaker }: VoiceContext): void {
  const perPerson = app.limiter(LIMITS.speech, perAsker)
  app.post(
    '/api/voice/tts',
    {
      onRequest: app.requireUse('premium', 'read'),
      schema: {
        body: speakBody,
        response: { 200: z.any(), '4xx': errorBodySchema, 503: errorBodySchema },
      },
    },
    async (request, reply) => {
      await requireWithin(perPerson, request)
      const signal = hangUp(reply)
      reply.header('cache-control', 'private, no-store')
      const served = await service?.speak(request.body, signal)
      if (served?.ok) return reply.type('audio/mpeg').send(served.value)
      if (served) request.log.warn({ why: served.why, status: served.status }, 'the speech service did not speak')
      const speech = await speaker.speak(request.body, signal)
      if (speech.kind === 'refused') {
        throw unavailable(
          speech.reason === 'busy'
            ? t('Many people are listening right now. Please try again in a moment.')
            : t('The text could not be spoken. Please try again.'),
        )
      }
      return reply.type(speech.type).send(speech.audio)
    },
  )
}
