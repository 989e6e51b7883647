import { generateKeyPairSync, sign } from 'node:crypto'
import { encryptFor } from '#server/push/encrypt.ts'
import type { BrowserKeys } from './browsers.ts'

const MESSAGES = 2_000
/** About as long as a reminder is, in bytes. */
const LENGTH = 480

/** Processor time (ms) of one message: to encrypt it, and to sign a token. */
export interface BareCost {
  encrypt: number
  sign: number
}

/** What no sender can do without, with nothing around it. Each message is encrypted afresh, for another browser in turn. */
export function bareCost(browsers: readonly BrowserKeys[]): BareCost {
  const plain = Buffer.alloc(LENGTH, 'dose')
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    encrypt: processorTime((index) => encryptFor(browsers[index % browsers.length] as BrowserKeys, plain)),
    sign: processorTime(() => sign('sha256', plain, { key, dsaEncoding: 'ieee-p1363' })),
  }
}

function processorTime(work: (index: number) => unknown): number {
  for (let index = 0; index < MESSAGES / 10; index += 1) work(index)
  const before = process.cpuUsage()
  for (let index = 0; index < MESSAGES; index += 1) work(index)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / MESSAGES
}
