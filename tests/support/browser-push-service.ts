import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import tls, { type TLSSocket } from 'node:tls'
import { verifyVapid } from '#server/testing/push-service.ts'

/** A message that was accepted and delivered to the browser. */
export interface HandedOver {
  token: string
  headers: IncomingMessage['headers']
  bytes: number
}

/**
 * A stand-in for Chromium's push service, so that `pushManager.subscribe()` and encrypted messages work without a
 * network: the browser checks in, registers and holds a socket as it does with Google's (protocols GCM checkin, GCM
 * register, MCS), and decrypts messages itself.
 */
export interface BrowserPushService {
  /** Command line flags for a browser with a profile; others refuse to subscribe. */
  readonly flags: string[]
  /** Value for PUSH_SERVICE. */
  readonly origin: string
  /** Returns where to send messages for an endpoint that the browser made up. */
  addressOf(endpoint: string): string
  /** Accepted messages, oldest first. */
  readonly handedOver: HandedOver[]
  /** What it refused, and why. */
  readonly refused: string[]
  /** Returns how many registrations the browser has asked for. */
  registrations(): number
  /** When false, registration requests are never answered. */
  answersRegistrations: boolean
  close(): Promise<void>
}

interface Registration {
  app: string
  subtype: string
  /** The application server's key, base64url. */
  sender: string
}

/** @param port where the server sends messages to; any free one by default */
export async function browserPushService(port = 0): Promise<BrowserPushService> {
  const { key, cert, pin } = certificate()
  const registered = new Map<string, Registration>()
  const sockets = new Set<TLSSocket>()
  const loggedIn = new Set<TLSSocket>()
  /** Messages accepted while no browser was connected. */
  const kept: Buffer[] = []
  let asked = 0

  const register = (form: URLSearchParams, response: ServerResponse) => {
    asked += 1
    if (!service.answersRegistrations) return
    const subtype = form.get('X-subtype') ?? ''
    if (form.get('delete') === 'true') {
      for (const [token, one] of registered) if (one.subtype === subtype) registered.delete(token)
      return void response.end(`deleted=${subtype}`)
    }
    const token = `token-${asked}-${registered.size}`
    registered.set(token, { app: form.get('app') ?? '', subtype, sender: form.get('sender') ?? '' })
    response.writeHead(200, { 'content-type': 'text/plain' }).end(`token=${token}`)
  }

  const push = (token: string, { headers }: IncomingMessage, body: Buffer, response: ServerResponse) => {
    const refuse = (status: number, why: string) => {
      service.refused.push(why)
      response.writeHead(status).end(why)
    }
    const target = registered.get(token)
    if (!target) return refuse(410, 'no such subscription')
    if (headers['content-encoding'] !== 'aes128gcm') return refuse(400, 'not aes128gcm')
    try {
      const { key: sender } = verifyVapid(headers.authorization ?? '', service.origin, Date.now())
      if (sender !== target.sender) return refuse(403, 'the key is not the one that was subscribed with')
    } catch (error) {
      return refuse(401, String(error))
    }
    service.handedOver.push({ token, headers, bytes: body.length })
    const message = dataMessage(target, service.handedOver.length, body)
    if (loggedIn.size === 0) kept.push(message)
    for (const socket of loggedIn) socket.write(frame(TAG.data, message))
    response.writeHead(201, { location: `/message/${service.handedOver.length}` }).end()
  }

  const web = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      if (request.url === '/checkin')
        return response.writeHead(200, { 'content-type': 'application/x-protobuffer' }).end(CHECKED_IN)
      if (request.url === '/register') return register(new URLSearchParams(body.toString()), response)
      const token = /^\/push\/([\w-]+)$/.exec(request.url ?? '')?.[1]
      if (token) return push(token, request, body, response)
      response.writeHead(404).end()
    })
  })

  const mcs = tls.createServer({ key, cert }, (socket) => {
    sockets.add(socket)
    const gone = () => {
      sockets.delete(socket)
      loggedIn.delete(socket)
    }
    socket.on('error', gone).on('close', gone)
    readFrames(socket, (tag) => {
      if (tag === TAG.login) {
        socket.write(Buffer.concat([Buffer.from([MCS_VERSION]), frame(TAG.loggedIn, loginAnswer())]))
        loggedIn.add(socket)
        for (const message of kept.splice(0)) socket.write(frame(TAG.data, message))
      }
      if (tag === TAG.ping) socket.write(frame(TAG.pong, Buffer.alloc(0)))
    })
  })

  const [webPort, mcsPort] = await Promise.all([listen(web, port), listen(mcs)])
  const origin = `http://127.0.0.1:${webPort}`
  const service: BrowserPushService = {
    flags: [
      `--gcm-checkin-url=${origin}/checkin`,
      `--gcm-registration-url=${origin}/register`,
      `--gcm-mcs-endpoint=https://127.0.0.1:${mcsPort}`,
      `--ignore-certificate-errors-spki-list=${pin}`,
    ],
    origin,
    addressOf: (endpoint) => `${origin}/push/${endpoint.split('/').at(-1)}`,
    handedOver: [],
    refused: [],
    registrations: () => asked,
    answersRegistrations: true,
    async close() {
      for (const socket of sockets) socket.destroy()
      web.closeAllConnections()
      await Promise.all([web, mcs].map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
  return service
}

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** Makes a certificate for 127.0.0.1, valid for two days; the browser is told to trust only this key. */
function certificate(): { key: Buffer; cert: Buffer; pin: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'dosewell-push-'))
  try {
    const how = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout k.pem -out c.pem -days 2'
    const who = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    execFileSync('openssl', ['req', ...how.split(' '), ...who], { cwd: folder, stdio: 'ignore' })
    const [key, cert] = [readFileSync(path.join(folder, 'k.pem')), readFileSync(path.join(folder, 'c.pem'))]
    const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
    return { key, cert, pin: createHash('sha256').update(spki).digest('base64') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// MCS: a version byte, then frames of a tag, a length and a protobuf message.

const MCS_VERSION = 41
const TAG = { ping: 0, pong: 1, login: 2, loggedIn: 3, data: 8 } as const

function readFrames(socket: TLSSocket, onFrame: (tag: number) => void): void {
  let rest = Buffer.alloc(0)
  let isVersionRead = false
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    if (!isVersionRead) {
      isVersionRead = true
      rest = rest.subarray(1)
    }
    for (let next = firstFrame(rest); next; next = firstFrame(rest)) {
      rest = rest.subarray(next.end)
      onFrame(next.tag)
    }
  })
}

/** Returns the first whole frame, or null while it is incomplete. */
function firstFrame(bytes: Buffer): { tag: number; end: number } | null {
  const [tag] = bytes
  let length = 0
  for (let index = 1; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0
    length |= (byte & 127) << (7 * (index - 1))
    if (byte & 128) continue
    const end = index + 1 + length
    return tag !== undefined && bytes.length >= end ? { tag, end } : null
  }
  return null
}

// Protocol Buffers, as far as these messages need them.

function varint(value: number): Buffer {
  const bytes: number[] = []
  let left = BigInt(value)
  for (; left > 127n; left >>= 7n) bytes.push(Number(left & 127n) | 128)
  return Buffer.from([...bytes, Number(left)])
}

const whole = (field: number, value: number): Buffer => Buffer.concat([varint(field << 3), varint(value)])

function bytesField(field: number, value: string | Buffer): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes])
}

function fixed64(field: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return Buffer.concat([varint((field << 3) | 1), bytes])
}

const frame = (tag: number, message: Buffer): Buffer =>
  Buffer.concat([Buffer.from([tag]), varint(message.length), message])

const appData = (name: string, value: string): Buffer =>
  bytesField(7, Buffer.concat([bytesField(1, name), bytesField(2, value)]))

/** An Android id and its token: any will do. */
const CHECKED_IN = Buffer.concat([
  whole(1, 1),
  whole(3, 1),
  fixed64(7, 123_456_789_012_345n),
  fixed64(8, 987_654_321_098_765n),
])

const loginAnswer = (): Buffer => Buffer.concat([bytesField(1, 'chrome-login'), whole(8, Date.now())])

const dataMessage = ({ sender, app, subtype }: Registration, id: number, body: Buffer): Buffer =>
  Buffer.concat([
    bytesField(3, sender),
    bytesField(5, app),
    appData('subtype', subtype),
    appData('content-encoding', 'aes128gcm'),
    bytesField(9, `message-${id}`),
    whole(17, 60),
    whole(18, Date.now()),
    bytesField(21, body),
  ])
