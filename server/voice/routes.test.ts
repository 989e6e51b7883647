import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { t } from '#domain/language/translate.ts'
import { waveFile } from '#domain/lib/wave-file.ts'
import { NOTHING_TO_SPEAK, RECORDING_BYTES } from '#domain/protocol/voice.ts'
import { until } from '#tests/support/wait.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { multipartOf } from '../testing/pictures.ts'
import { SERVED_SPEECH, startSpeechService, type TestSpeechService } from '../testing/speech-service.ts'
import { users } from '../testing/tables.ts'
import type { Speaker, Speech } from './speaker.ts'
import type { Transcriber } from './transcriber.ts'

const WEBM = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(2000, 7)])
const WAV = Buffer.from(waveFile(new Int16Array(1600), 16_000))
const MP4 = Buffer.concat([Buffer.from('0000001c', 'hex'), Buffer.from('ftypM4A '), Buffer.alloc(2000, 7)])

/** Spoken on this machine, for tests that are not about the method. */
const OWN_SPEECH = Buffer.from('RIFF spoken on this machine')
let ownSpeech: Speech
const speaker: Speaker = { speak: async () => ownSpeech, close: () => {} }

let service: TestSpeechService
let plain: TestApp
let served: TestApp
let ada: Person
let eve: Person
beforeAll(async () => {
  service = await startSpeechService()
  plain = await testApp({ speaker })
  served = await testApp({
    speaker,
    environment: { AI_BASE_URL: `${service.baseUrl}/`, AI_API_KEY: 'sk-secret' },
  })
  ada = await asAdult(plain, 'ada@example.org')
  eve = await asAdult(served, 'eve@example.org')
})
beforeEach(() => {
  ownSpeech = { kind: 'spoken', audio: OWN_SPEECH, type: 'audio/wav' }
})
afterEach(() => {
  service.requests.length = 0
  service.instead = null
  service.words = ''
})
afterAll(async () => {
  await Promise.all([plain.close(), served.close()])
  await service.close()
})

const transcribe = (person: Person, bytes: Buffer | null, name = 'audio') =>
  person.inject({
    method: 'POST',
    url: '/api/voice/transcribe',
    ...multipartOf({}, bytes && { name, filename: 'recording.webm', type: 'audio/webm', bytes }),
  })
const speak = (person: Person, body: object) => person.inject({ method: 'POST', url: '/api/voice/tts', payload: body })

/** Returns a user of this server whose trial is over. */
async function onFreePlan(server: TestApp, email: string): Promise<Person> {
  const person = await asAdult(server, email)
  const free = { subscriptionStatus: 'expired', subscriptionPlan: 'free', subscriptionEndsAt: null } as const
  await server.db.update(users).set(free).where(eq(users.id, person.user.id))
  return person
}

describe('GET /api/capabilities', () => {
  it('says before recording whether there is a speech service; this machine speaks by itself', async () => {
    expect((await ada.inject('/api/capabilities')).json()).toMatchObject({
      transcription: false,
      recordings: 'any',
      speech: true,
    })
    expect((await eve.inject('/api/capabilities')).json()).toMatchObject({
      transcription: true,
      recordings: 'any',
      speech: true,
    })
  })
})

describe('a server with a speech model of its own', () => {
  const heard: Buffer[] = []
  let answer: Awaited<ReturnType<Transcriber['transcribe']>>
  const transcriber: Transcriber = {
    async transcribe({ chunks }) {
      for await (const chunk of chunks()) heard.push(Buffer.from(chunk))
      return answer
    },
    close: () => {},
  }
  let own: TestApp
  let una: Person
  beforeAll(async () => {
    own = await testApp({ speaker, transcriber, environment: { AI_BASE_URL: service.baseUrl } })
    una = await asAdult(own, 'una@example.org')
  })
  afterAll(() => own.close())
  afterEach(() => void heard.splice(0))

  it('transcribes by itself, also where there is a speech service, and says that it takes WAV', async () => {
    expect((await una.inject('/api/capabilities')).json()).toMatchObject({ transcription: true, recordings: 'wav' })
    answer = { ok: true, value: 'metformin' }
    const said = await transcribe(una, WAV)
    expect(said.json()).toEqual({ transcribedText: 'metformin', transcription: 'metformin' })
    expect(Buffer.concat(heard)).toEqual(WAV)
    expect(service.requests).toEqual([])
  })

  it.each<[string, 'busy' | 'unreadable' | 'failed', number, string]>([
    ['has too much to do', 'busy', 503, 'This server’s speech recognition is busy.'],
    ['makes nothing of the recording', 'unreadable', 422, 'Nothing could be heard in the recording.'],
    ['takes too long', 'failed', 503, 'This server’s speech recognition did not answer.'],
  ])('when it %s, that is told in its own words', async (_what, why, status, sentence) => {
    answer = { ok: false, why, status: null }
    const said = await transcribe(una, WAV)
    expect(said.statusCode).toBe(status)
    expect(said.json().error).toContain(sentence)
  })

  it('a recording of another kind goes nowhere: a page from before does not know what is taken', async () => {
    const said = await transcribe(una, WEBM)
    expect([said.statusCode, said.json().error]).toEqual([
      415,
      'Please reload the page and try again, or type instead.',
    ])
    expect(heard).toEqual([])
  })
})

describe('POST /api/voice/transcribe', () => {
  it('answers what was said under both of the specification’s names', async () => {
    service.words = ' Metformin 500 mg twice a day \n'
    const answer = await transcribe(eve, WEBM)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      transcribedText: 'Metformin 500 mg twice a day',
      transcription: 'Metformin 500 mg twice a day',
    })
    expect(service.requests).toEqual([
      {
        path: '/v1/audio/transcriptions',
        authorization: 'Bearer sk-secret',
        fields: { model: 'whisper-1', response_format: 'json' },
        recording: { name: 'recording.webm', bytes: WEBM },
        json: null,
      },
    ])
  })

  it('an MP4 that calls itself recording.webm, as Safari’s does, goes on as an MP4', async () => {
    await transcribe(eve, MP4)
    expect(service.requests[0]?.recording?.name).toBe('recording.mp4')
  })

  it.each<[string, Buffer | null]>([
    ['a recording', WEBM],
    ['something that is no recording', Buffer.from('%PDF-1.7')],
    ['nothing', null],
  ])('without a speech service answers %s with 503 and a sentence in `error`', async (_what, bytes) => {
    const answer = await transcribe(ada, bytes)
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({
      error: 'This server is not set up to turn speech into text. Please type instead.',
      code: 'unavailable',
    })
  })

  it.each<[string, number | 'hang', number]>([
    ['does not know the key', 401, 503],
    ['does not have the call', 404, 503],
    ['has too much to do', 429, 503],
    ['makes nothing of the recording', 400, 422],
    ['has a fault', 500, 503],
    ['sends it elsewhere', 307, 503],
  ])('a service that %s (%s) is answered as %i with a sentence of our own', async (_what, instead, status) => {
    service.instead = instead
    const answer = await transcribe(eve, WEBM)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().error).toMatch(/[Pp]lease (type|try)/)
    expect(answer.body).not.toContain('secret')
    expect(service.requests).toHaveLength(1)
  })

  it.each<[string, Buffer | null, string, number]>([
    ['without a recording', null, 'audio', 400],
    ['with a recording under another name', WEBM, 'file', 400],
    ['with an empty recording', Buffer.alloc(0), 'audio', 400],
    ['with something that is no recording', Buffer.from('%PDF-1.7'), 'audio', 415],
    ['with more than 10 MB', Buffer.concat([WEBM, Buffer.alloc(RECORDING_BYTES)]), 'audio', 413],
  ])('a form %s is refused and goes nowhere', async (_what, bytes, name, status) => {
    expect((await transcribe(eve, bytes, name)).statusCode).toBe(status)
    expect(service.requests).toEqual([])
  })

  it('whoever hangs up takes their recording back from the service', async () => {
    service.instead = 'hang'
    const origin = await served.app.listen({ port: 0, host: '127.0.0.1' })
    const gone = new AbortController()
    const { payload, headers } = multipartOf(
      {},
      { name: 'audio', filename: 'recording.webm', type: 'audio/webm', bytes: WEBM },
    )
    const asked = fetch(`${origin}/api/voice/transcribe`, {
      method: 'POST',
      body: new Uint8Array(payload),
      headers: { ...headers, cookie: eve.cookie, 'sec-fetch-site': 'same-origin' },
      signal: gone.signal,
    })
    await until(() => service.requests.length === 1, { what: 'the recording at the service' })
    gone.abort()
    await expect(asked).rejects.toThrow()
    await until(() => service.givenUp === 1, { what: 'the end of the call' })
  })

  it('is part of Premium', async () => {
    const free = await onFreePlan(served, 'free@example.org')
    const answer = await transcribe(free, WEBM)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'premium_required'])
    expect(service.requests).toEqual([])
  })
})

describe('POST /api/voice/tts', () => {
  it('answers audio that no cache keeps, of this machine where there is no service', async () => {
    const answer = await speak(ada, { text: 'Time to take Metformin', voice: 'nova', speed: 2 })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'audio/wav',
      'cache-control': 'private, no-store',
    })
    expect(answer.rawPayload).toEqual(OWN_SPEECH)
  })

  it('of the service where there is one, with the voice and the speed that were asked for', async () => {
    const answer = await speak(eve, { text: ' Time to take Metformin ', voice: 'onyx', speed: 0.25 })
    expect(answer.headers['content-type']).toBe('audio/mpeg')
    expect(answer.rawPayload).toEqual(SERVED_SPEECH)
    expect(service.requests).toMatchObject([
      {
        path: '/v1/audio/speech',
        authorization: 'Bearer sk-secret',
        json: { input: 'Time to take Metformin', voice: 'onyx', speed: 0.25, model: 'tts-1' },
      },
    ])
  })

  it('of this machine where the service does not speak', async () => {
    service.instead = 404
    expect((await speak(eve, { text: 'Time to take Metformin' })).rawPayload).toEqual(OWN_SPEECH)
  })

  it('voice and speed are alloy and 1 where nobody says otherwise', async () => {
    await speak(eve, { text: 'Hello' })
    expect(service.requests[0]?.json).toMatchObject({ voice: 'alloy', speed: 1 })
  })

  it('nobody is told more than a sentence when nothing can be spoken', async () => {
    for (const reason of ['busy', 'failed'] as const) {
      ownSpeech = { kind: 'refused', reason }
      const answer = await speak(ada, { text: 'Hello' })
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
    }
  })

  it.each<[string, object, string]>([
    ['only spaces', { text: ' \n ' }, t(NOTHING_TO_SPEAK)],
    ['1001 characters', { text: 'a'.repeat(1001) }, 'text must be at most 1000 characters.'],
    ['an unknown voice', { text: 'a', voice: 'siri' }, 'voice must be one of'],
    ['speed 0.1', { text: 'a', speed: 0.1 }, 'speed must be at least 0.25.'],
    ['speed 4.25', { text: 'a', speed: 4.25 }, 'speed must be at most 4.'],
  ])('refuses %s with a sentence', async (_what, body, sentence) => {
    const answer = await speak(ada, body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toContain(sentence)
  })

  it('is part of Premium', async () => {
    const free = await onFreePlan(plain, 'free@example.org')
    const answer = await speak(free, { text: 'Hello' })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'premium_required'])
  })
})

it('one person’s recordings and texts are limited, each by themselves', async () => {
  const strict = await testApp({ speaker, environment: { RATE_LIMIT_SCALE: '0.1' } })
  const person = await asAdult(strict, 'ada@example.org')
  const heard: number[] = []
  for (let call = 0; call < 7; call += 1) heard.push((await speak(person, { text: 'Hello' })).statusCode)
  expect(heard).toEqual([200, 200, 200, 200, 200, 200, 429])
  await strict.close()
})
