import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a browser gives its application server: `PushSubscription.toJSON()`. */
export interface TestSubscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** An accepted message: everything about it was checked, and it could be decrypted. */
export interface ReceivedPush {
  endpoint: string
  /** The decrypted text. */
  text: string
  ttl: number
  urgency: string | null
  topic: string | null
  /** The Authorization header, and the content of its token. */
  authorization: string
  claims: { aud: string; exp: number; sub: string }
  /** The length of the encrypted body. */
  bytes: number
}

/** A status, one with headers, no response at all, or a closed connection instead. */
export type ForcedAnswer = number | { status: number; headers: Record<string, string> } | 'hang' | 'cut'

export interface TestPushService {
  /** For PUSH_SERVICE. */
  origin: string
  /** Returns a new subscription with its own keys. With a server key, messages from any other server are refused. */
  subscribe(applicationServerKey?: string): TestSubscription
  /** From now on it responds 410. */
  unsubscribe(endpoint: string): void
  /** Accepted messages, oldest first. */
  received: ReceivedPush[]
  /** What it refused on its own, oldest first: a test that expects nothing here finds the reason. */
  refused: { endpoint: string; status: number; reason: string }[]
  /** Returns how many connections were ever used for requests. */
  connections(): number
  /** Closes idle connections. */
  closeConnections(): void
  /** Called for each message before it is checked; what it returns is the response. Undefined means the real one. */
  answer: ((asked: { endpoint: string; attempt: number }) => ForcedAnswer | undefined) | null
  /** Resolves when this many messages have been accepted since the start. */
  hasReceived(count: number): Promise<void>
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

interface Receiver {
  privateKey: Buffer
  p256dh: Buffer
  auth: Buffer
  applicationServerKey: string | null
  attempts: number
}

class Refusal extends Error {
  readonly status: number
  constructor(status: number, reason: string) {
    super(reason)
    this.status = status
  }
}

const base64url = (text: string): Buffer => Buffer.from(text, 'base64url')
const derive = (secret: Uint8Array, salt: Uint8Array, info: string | Uint8Array, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/**
 * Decrypts a message as the browser does (RFC 8291, RFC 8188). Throws if it is not for this receiver or was changed.
 */
export function decryptPush(
  receiver: { privateKey: Uint8Array; p256dh: Uint8Array; auth: Uint8Array },
  body: Buffer,
): string {
  const [salt, keyLength] = [body.subarray(0, 16), body[20]]
  if (keyLength !== 65) throw new Error('the key of the sender is not 65 bytes long')
  const recordSize = body.readUInt32BE(16)
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  if (record.length > recordSize) throw new Error('there is more than one record')
  const own = createECDH('prime256v1')
  own.setPrivateKey(receiver.privateKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.p256dh, sender])
  const combined = derive(own.computeSecret(sender), receiver.auth, info, 32)
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(combined, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(combined, salt, 'Content-Encoding: nonce\0', 12),
  )
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('the last record does not end as one')
  return padded.subarray(0, end).toString('utf8')
}

/**
 * Checks an Authorization header as push services do (RFC 8292). Throws with the reason. `now` is in ms since the
 * epoch.
 */
export function verifyVapid(
  header: string,
  origin: string,
  now: number,
): { key: string; claims: ReceivedPush['claims'] } {
  const [, head, claims, signature, key] = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(header) ?? []
  if (!head || !claims || !signature || !key) throw new Error('there is no VAPID authorization')
  const point = base64url(key)
  if (point.length !== 65) throw new Error('the VAPID key is not 65 bytes long')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), options, base64url(signature)))
    throw new Error('the VAPID signature is wrong')
  if (JSON.parse(base64url(head).toString()).alg !== 'ES256') throw new Error('the VAPID token is not ES256')
  const said = JSON.parse(base64url(claims).toString()) as ReceivedPush['claims']
  if (said.aud !== origin) throw new Error(`the VAPID token is for ${said.aud}`)
  if (!(said.exp * 1000 > now && said.exp * 1000 <= now + 86_400_000))
    throw new Error('the VAPID token does not end within 24 hours from now')
  if (!/^(mailto:|https:\/\/)/.test(said.sub)) throw new Error('the VAPID subject is no address')
  return { key, claims: said }
}

export interface TestPushServiceOptions {
  /** The service's time; pass the clock of the server under test if that one stands still. */
  now?: () => number
  /** Only counts messages and keeps none, for loads that would not fit. */
  keep?: boolean
}

/** Starts a push service on a local port that accepts only what the real ones accept, and decrypts it. */
export async function testPushService({
  now = Date.now,
  keep = true,
}: TestPushServiceOptions = {}): Promise<TestPushService> {
  const receivers = new Map<string, Receiver>()
  const waiting: { count: number; resolve: () => void }[] = []
  let taken = 0
  let connections = 0

  const take = (endpoint: string, receiver: Receiver | undefined, request: IncomingMessage, body: Buffer) => {
    if (!receiver) throw new Refusal(410, 'no such subscription')
    const header = (name: string): string | null => {
      const value = request.headers[name]
      return typeof value === 'string' ? value : null
    }
    const ttl = header('ttl')
    if (ttl === null || !/^\d+$/.test(ttl)) throw new Refusal(400, 'TTL is missing')
    const [urgency, topic] = [header('urgency'), header('topic')]
    if (urgency !== null && !/^(very-low|low|normal|high)$/.test(urgency))
      throw new Refusal(400, 'Urgency is none of the four')
    if (topic !== null && !/^[A-Za-z0-9_-]{1,32}$/.test(topic)) throw new Refusal(400, 'Topic is not valid')
    if (header('content-encoding') !== 'aes128gcm') throw new Refusal(400, 'the encoding is not aes128gcm')
    if (body.length > 4096) throw new Refusal(413, 'the body is longer than 4096 bytes')
    const authorization = header('authorization') ?? ''
    const { key, claims } = orRefuse(401, () => verifyVapid(authorization, service.origin, now()))
    if (receiver.applicationServerKey !== null && receiver.applicationServerKey !== key)
      throw new Refusal(403, 'the key is not the one that was subscribed with')
    const text = orRefuse(400, () => decryptPush(receiver, body))
    taken += 1
    if (keep) {
      const push = { endpoint, text, ttl: Number(ttl), urgency, topic, authorization, claims }
      service.received.push({ ...push, bytes: body.length })
    }
    for (const one of waiting.filter(({ count }) => count <= taken)) one.resolve()
  }

  const handle = (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const endpoint = `${service.origin}${request.url}`
    const receiver = receivers.get(endpoint)
    if (receiver) receiver.attempts += 1
    const forced = service.answer?.({ endpoint, attempt: receiver?.attempts ?? 0 })
    if (forced === 'hang') return
    if (forced === 'cut') return void request.socket.destroy()
    if (typeof forced === 'number') return void response.writeHead(forced).end()
    if (forced) return void response.writeHead(forced.status, forced.headers).end()
    try {
      take(endpoint, receiver, request, body)
      response.writeHead(201, { location: `${endpoint}/message` }).end()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      service.refused.push({ endpoint, status: error.status, reason: error.message })
      response.writeHead(error.status, { 'content-type': 'text/plain' }).end(error.message)
    }
  }

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => handle(request, response, Buffer.concat(chunks)))
  })
  server.on('connection', () => {
    connections += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  const service: TestPushService = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    subscribe: (applicationServerKey) => {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      const endpoint = `${service.origin}/push/${randomBytes(16).toString('base64url')}`
      receivers.set(endpoint, {
        privateKey: pair.getPrivateKey(),
        p256dh: pair.getPublicKey(),
        auth,
        applicationServerKey: applicationServerKey ?? null,
        attempts: 0,
      })
      const keys = { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') }
      return { endpoint, keys }
    },
    unsubscribe: (endpoint) => void receivers.delete(endpoint),
    received: [],
    refused: [],
    connections: () => connections,
    closeConnections: () => server.closeIdleConnections(),
    answer: null,
    hasReceived: (count) =>
      taken >= count
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push({ count, resolve })
          }),
    close,
    [Symbol.asyncDispose]: close,
  }
  return service
}

function orRefuse<T>(status: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new Refusal(status, error instanceof Error ? error.message : String(error))
  }
}
