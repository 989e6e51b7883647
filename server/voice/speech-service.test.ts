import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { startSpeechService, type TestSpeechService } from '../testing/speech-service.ts'
import { speechService } from './speech-service.ts'

let double: TestSpeechService
beforeAll(async () => {
  double = await startSpeechService()
})
beforeEach(() => {
  double.requests.length = 0
  double.instead = null
})
afterAll(() => double.close())

const serviceOf = (environment: Record<string, string>, timeLimit?: number) =>
  speechService(readConfig({ AI_BASE_URL: double.baseUrl, ...environment }), timeLimit)
const recording = Buffer.from('1a45dfa3', 'hex')
const never = new AbortController().signal

it('there is none without AI_BASE_URL', () => {
  expect(speechService(readConfig({}))).toBeNull()
})

it('one that does not answer counts as failed when the time is over', async () => {
  double.instead = 'hang'
  const answer = await serviceOf({}, 50)?.transcribe(recording, 'webm', never)
  expect(answer).toEqual({ ok: false, why: 'failed', status: null })
})

it('is not asked on when who asked hangs up', async () => {
  double.instead = 'hang'
  const gone = new AbortController()
  const asked = serviceOf({})?.transcribe(recording, 'webm', gone.signal)
  gone.abort()
  expect(await asked).toEqual({ ok: false, why: 'failed', status: null })
})

it('a service of one’s own needs no key, and has models of its own', async () => {
  const own = serviceOf({ AI_TRANSCRIPTION_MODEL: 'small.en', AI_SPEECH_MODEL: 'piper' })
  await own?.transcribe(recording, 'webm', never)
  await own?.speak({ text: 'Hello', voice: 'alloy', speed: 1 }, never)
  expect(double.requests).toMatchObject([
    { authorization: undefined, fields: { model: 'small.en' } },
    { authorization: undefined, json: { model: 'piper' } },
  ])
})
