/**
 * A push service in a separate process: it accepts every message immediately, notes the time, and verifies all of them
 * only on request, so that its work does not slow down the measured server. The parent gives it the browsers' keys.
 */
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { decryptPush, verifyVapid } from '#server/testing/push-service.ts'
import { type BrowserKeys, personOf, UNCOUNTED } from './browsers.ts'
import { answerQuestions } from './questions.ts'

/** A message that was decrypted and whose authorization was verified. */
export interface Delivery {
  person: number
  /** Milliseconds since the epoch. */
  at: number
  tag: string
  /** Contains the stage too. */
  title: string
  slotIds: string[]
}

export interface Verified {
  deliveries: Delivery[]
  /** Why messages were not fit for a browser to show. */
  faults: string[]
}

/** `hold` makes senders wait for their answers until `release`. */
export type ServiceQuestion =
  | { kind: 'count' | 'verify' | 'hold' | 'release' }
  | { kind: 'browsers'; keys: BrowserKeys[] }

interface Taken {
  path: string
  at: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

let browsers: BrowserKeys[] = []
let taken: Taken[] = []
let origin = ''
/** Responses held back; null while they are given immediately. */
let held: http.ServerResponse[] | null = null
const verifiedTokens = new Set<string>()

const server = http.createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { url: path = '', headers } = request
    if (path !== UNCOUNTED) taken.push({ path, at: Date.now(), headers, body: Buffer.concat(chunks) })
    if (held) held.push(response)
    else response.writeHead(201).end()
  })
})
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1')
await once(server, 'listening')
origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

answerQuestions<ServiceQuestion>((question) => {
  if (question.kind === 'count') return taken.length
  if (question.kind === 'verify') return verifyAll()
  if (question.kind === 'hold') held = []
  if (question.kind === 'release') release()
  if (question.kind === 'browsers') browsers = question.keys
  return origin
})
process.on('disconnect', () => process.exit(0))

function release(): void {
  for (const response of held ?? []) response.writeHead(201).end()
  held = null
}

/** Verifies what was accepted since the last time. */
function verifyAll(): Verified {
  const faults: string[] = []
  const deliveries = taken.flatMap((message) => {
    try {
      return [verifyOne(message)]
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
      return []
    }
  })
  taken = []
  return { deliveries, faults }
}

function verifyOne({ path, at, headers, body }: Taken): Delivery {
  const person = personOf(path)
  if (person === null) throw new Error(`there is no endpoint ${path}`)
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('the encoding is not aes128gcm')
  if (headers.urgency !== 'high') throw new Error('it is not urgent')
  if (!(Number(headers.ttl) > 0 && Number(headers.ttl) <= 900)) throw new Error(`the TTL is ${headers.ttl}`)
  const authorization = headers.authorization ?? ''
  if (!verifiedTokens.has(authorization)) {
    verifyVapid(authorization, origin, at)
    verifiedTokens.add(authorization)
  }
  const keys = browsers[person % browsers.length]
  if (!keys) throw new Error('there are no browsers')
  const text = decryptPush(
    {
      privateKey: Buffer.from(keys.privateKey, 'base64url'),
      p256dh: Buffer.from(keys.p256dh, 'base64url'),
      auth: Buffer.from(keys.auth, 'base64url'),
    },
    body,
  )
  const { web_push: version, notification } = JSON.parse(text)
  if (version !== 8030) throw new Error('it is not declarative')
  return { person, at, tag: notification.tag, title: notification.title, slotIds: notification.data.slotIds }
}
