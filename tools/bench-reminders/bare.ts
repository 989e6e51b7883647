import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { encryptFor } from '#server/push/encrypt.ts'
import { type BrowserKeys, UNCOUNTED } from './browsers.ts'

const MESSAGES = 2_000
/** About the length of a reminder, in bytes. */
const LENGTH = 480

/** Processor time (ms) per message: encrypting it, signing a token, and one exchange over an open connection. */
export interface BareCost {
  encrypt: number
  sign: number
  exchange: number
}

/**
 * Measures the minimum cost of any sender, without anything around it. Each message is encrypted afresh, for the
 * browsers in turn.
 */
export async function bareCost(browsers: readonly BrowserKeys[], origin: string): Promise<BareCost> {
  const plain = Buffer.alloc(LENGTH, 'dose')
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    encrypt: processorTime((index) => encryptFor(browsers[index % browsers.length] as BrowserKeys, plain)),
    sign: processorTime(() => sign('sha256', plain, { key, dsaEncoding: 'ieee-p1363' })),
    exchange: await exchangeTime(new URL(origin)),
  }
}

/** Writes prepared bytes to a socket whenever the last answer has arrived: no HTTP on this side. */
async function exchangeTime({ hostname, port, host }: URL): Promise<number> {
  const head = `POST ${UNCOUNTED} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${LENGTH}\r\n\r\n`
  const request = Buffer.from(head + 'x'.repeat(LENGTH))
  const socket = net.connect(Number(port), hostname)
  await once(socket, 'connect')
  const before = process.cpuUsage()
  for (let index = 0; index < MESSAGES; index += 1) {
    socket.write(request)
    await once(socket, 'data')
  }
  const { user, system } = process.cpuUsage(before)
  socket.destroy()
  return (user + system) / 1000 / MESSAGES
}

function processorTime(work: (index: number) => unknown): number {
  for (let index = 0; index < MESSAGES / 10; index += 1) work(index)
  const before = process.cpuUsage()
  for (let index = 0; index < MESSAGES; index += 1) work(index)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / MESSAGES
}
