import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to the service as it arrived. */
export interface SpeechRequest {
  path: string
  authorization: string | undefined
  /** The form of a transcription: its texts, and the recording with its name. */
  fields: Record<string, string>
  recording: { name: string; bytes: Buffer } | null
  /** The body of a call without a form. */
  json: unknown
}

export interface TestSpeechService {
  /** For AI_BASE_URL. */
  baseUrl: string
  /** The requests, oldest first. */
  requests: SpeechRequest[]
  /** The words that every recording supposedly contains. */
  words: string
  /** What the language model responds with. */
  completion: string
  /** How many calls were aborted before the response. */
  givenUp: number
  /** A status to respond with instead, or `hang` for no response at all. Null: the real response. */
  instead: number | 'hang' | null
  close(): Promise<void>
}

/** The service's response for speech: the start of an MP3. */
export const SERVED_SPEECH: Buffer = Buffer.from('ID3 spoken by the service')

/** Starts a local speech service with OpenAI's protocol, for AI_BASE_URL. */
export async function startSpeechService(): Promise<TestSpeechService> {
  const server = http.createServer(async (request, response) => {
    const asked = await read(request)
    response.once('close', () => {
      if (!response.writableFinished) service.givenUp += 1
    })
    service.requests.push(asked)
    const { instead } = service
    if (instead === 'hang') return
    if (instead !== null) {
      response.writeHead(instead, { 'content-type': 'application/json', location: '/elsewhere' })
      return void response.end('{"error":{"message":"a secret of the service"}}')
    }
    if (asked.path === '/v1/audio/speech') return void response.end(SERVED_SPEECH)
    if (asked.path === '/v1/chat/completions') {
      response.writeHead(200, { 'content-type': 'application/json' })
      const message = { role: 'assistant', content: service.completion }
      return void response.end(JSON.stringify({ choices: [{ message }] }))
    }
    response.writeHead(asked.path === '/v1/audio/transcriptions' ? 200 : 404, {
      'content-type': 'application/json',
    })
    response.end(JSON.stringify({ text: service.words }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const service: TestSpeechService = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests: [],
    words: '',
    completion: '',
    givenUp: 0,
    instead: null,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return service
}

async function read(request: http.IncomingMessage): Promise<SpeechRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = new Uint8Array(Buffer.concat(chunks))
  const type = request.headers['content-type'] ?? ''
  const asked: SpeechRequest = {
    path: request.url ?? '',
    authorization: request.headers.authorization,
    fields: {},
    recording: null,
    json: type.includes('json') ? JSON.parse(Buffer.from(body).toString()) : null,
  }
  if (type.startsWith('multipart/')) {
    for (const [name, value] of await new Response(body, { headers: { 'content-type': type } }).formData()) {
      if (typeof value === 'string') asked.fields[name] = value
      else asked.recording = { name: value.name, bytes: Buffer.from(await value.arrayBuffer()) }
    }
  }
  return asked
}
