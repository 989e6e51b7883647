import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { Chance } from '#tests/sync/prng.ts'

/**
 * What a bad network does to one request.
 * - `cut`: the connection ends before the request reaches the server
 * - `delay`: it arrives late
 * - `loseAnswer`: the server does the work, but the connection ends before its answer
 * - `cutAnswer`: half of the answer arrives
 * - `unavailable`: a proxy answers 503, half of the time with Retry-After
 * - `portal`: a captive portal answers 200 with its own page
 * - `hang`: it is never answered
 */
export type Fault = (typeof FAULTS)[number]

export const FAULTS = ['cut', 'delay', 'loseAnswer', 'cutAnswer', 'unavailable', 'portal', 'hang'] as const

const LONGEST_DELAY = 800
/** The longest an event stream lives while the network is bad (ms). */
const LONGEST_STREAM = 5_000

const PORTAL = '<!doctype html><title>Hotel Wi-Fi</title><h1>Please accept our terms</h1>'

export interface ChaosRelay {
  /** `http://localhost:<port>`: what the browser opens instead of the server's address. */
  readonly url: string
  /** How often each fault occurred. */
  readonly met: Readonly<Record<Fault, number>>
  /** From now on, spoils each request that `isHit` selects with that probability. Streams are cut too. */
  spoil(probability: number, isHit?: (method: string, path: string) => boolean, faults?: readonly Fault[]): void
  /** Stops all faults from now on. Hanging requests end, as when a device switches to another network. */
  heal(): void
  close(): Promise<void>
}

/** Starts an HTTP relay to `port` of this machine, with faults drawn from `chance`. It begins without any. */
export async function startChaosRelay(port: number, chance: Chance): Promise<ChaosRelay> {
  const met = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>
  const hanging = new Set<ServerResponse>()
  let probability = 0
  let isHit: (method: string, path: string) => boolean = () => true
  let faults: readonly Fault[] = FAULTS

  const relay = createServer((asked, answer) => {
    const isStream = asked.headers.accept === 'text/event-stream'
    const isSpoiled = isHit(asked.method ?? '', asked.url ?? '') && chance.chance(probability)
    // A stream's answer has no end that could be lost; it is cut below.
    const drawn = isSpoiled && chance.pick(faults)
    const fault = isStream && drawn === 'cutAnswer' ? 'cut' : isStream && drawn === 'loseAnswer' ? 'hang' : drawn
    if (fault) met[fault] += 1
    switch (fault) {
      case 'cut':
        asked.socket.destroy()
        return
      case 'hang':
        hanging.add(answer)
        asked.resume()
        return
      case 'unavailable':
        asked.resume()
        answer.writeHead(503, chance.chance(0.5) ? { 'retry-after': '1' } : {}).end('upstream is away')
        return
      case 'portal':
        asked.resume()
        answer.writeHead(200, { 'content-type': 'text/html' }).end(PORTAL)
        return
      case 'delay':
        setTimeout(() => pass(port, asked, answer), chance.between(50, LONGEST_DELAY))
        return
      case 'loseAnswer':
      case 'cutAnswer':
        pass(port, asked, answer, fault)
        return
      default:
        pass(port, asked, answer)
        if (probability > 0 && isStream)
          setTimeout(() => asked.socket.destroy(), chance.between(100, LONGEST_STREAM)).unref()
    }
  })

  await new Promise<void>((resolve, reject) => {
    relay.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const address = relay.address()
  if (address === null || typeof address === 'string') throw new Error('The relay has no port')
  return {
    url: `http://localhost:${address.port}`,
    met,
    spoil(next, only = () => true, kinds = FAULTS) {
      probability = next
      isHit = only
      faults = kinds
    },
    heal() {
      probability = 0
      for (const answer of hanging) answer.destroy()
      hanging.clear()
    },
    close: () =>
      new Promise((resolve) => {
        relay.close(() => resolve())
        relay.closeAllConnections()
      }),
  }
}

/** Forwards the request, and its answer as it arrives; or spoils the answer once the server has given it. */
function pass(port: number, asked: IncomingMessage, answer: ServerResponse, fault?: 'loseAnswer' | 'cutAnswer'): void {
  const { method, url, headers } = asked
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers, setHost: false }, (given) => {
    given.on('error', () => answer.destroy())
    if (fault) {
      const chunks: Buffer[] = []
      given.on('data', (chunk: Buffer) => chunks.push(chunk))
      given.on('end', () => {
        if (fault === 'cutAnswer') {
          const body = Buffer.concat(chunks)
          const { 'transfer-encoding': _, ...rest } = given.headers
          answer.writeHead(given.statusCode ?? 502, { ...rest, 'content-length': body.length })
          answer.write(body.subarray(0, body.length >> 1))
        }
        setImmediate(() => asked.socket.destroy())
      })
      return
    }
    answer.writeHead(given.statusCode ?? 502, given.headers)
    given.pipe(answer)
  })
  // The server has gone or hung up: the browser sees the connection break.
  onward.on('error', () => asked.socket.destroy())
  answer.on('close', () => onward.destroy())
  asked.pipe(onward)
}
