import { percentile } from '../bench/figures.ts'
import { type BareCost, bareCost } from './bare.ts'
import type { Usage } from './meter.ts'
import { messagesTaken, minuteFor, populate, rests, type Setup, startOn, waitUntil } from './setup.ts'

/**
 * How long before the minute the server is started (ms): it materialises what is due while nothing has to be sent yet.
 */
const HEAD_START = 45_000
/**
 * How long the burst may take (ms) before it counts as unfinished; the second stage begins five minutes after the
 * first.
 */
const FINISHED_WITHIN = 240_000
/** A burst's processor time is counted from this long before it (ms). */
const JUST_BEFORE = 500

export interface Burst {
  /** Messages that were due at the instant, and those that arrived, were decrypted and verified. */
  due: number
  arrived: number
  faults: string[]
  bare: BareCost
  /**
   * Processor time of the server (ms): materialising what is due, and the burst itself until its outcomes are recorded.
   */
  takingUp: number
  sending: number
  /** Processor time of PostgreSQL for these two; null where it cannot be measured. */
  inDatabase: { takingUp: number; sending: number } | null
  /** From the minute to the arrival (ms). */
  delay: { p50: number; p99: number; last: number }
  memory: { start: number; peak: number; end: number }
}

/** Makes that many users due at one instant, and measures the cost and how long they wait. */
export async function burst(setup: Setup, due: number): Promise<Burst> {
  const dueAt = minuteFor(due, HEAD_START)
  await populate(setup, due, dueAt)
  const before = await bareCost(setup.browsers, setup.service.origin)
  if (Date.now() > dueAt - HEAD_START / 2) throw new Error('Adding the people took too long')
  const server = await startOn(setup)
  try {
    await setup.service.verify()
    const databaseBefore = await setup.database.cpu()
    const started = await server.usage()
    await waitUntil(dueAt - JUST_BEFORE)
    const atMinute = await server.usage()
    const databaseAtMinute = await setup.database.cpu()
    await messagesTaken(setup, due, dueAt + FINISHED_WITHIN)
    await rests(server)
    const ended = await server.usage()
    const databaseAfter = await setup.database.cpu()
    const { deliveries, faults } = await setup.service.verify()
    const delays = deliveries.map(({ at }) => at - dueAt)
    return {
      due,
      arrived: deliveries.length,
      faults,
      bare: mean(before, await bareCost(setup.browsers, setup.service.origin)),
      takingUp: atMinute.cpu - started.cpu,
      sending: ended.cpu - atMinute.cpu,
      inDatabase:
        databaseBefore === null || databaseAtMinute === null || databaseAfter === null
          ? null
          : { takingUp: databaseAtMinute - databaseBefore, sending: databaseAfter - databaseAtMinute },
      delay: {
        p50: percentile(delays, 0.5),
        p99: percentile(delays, 0.99),
        last: Math.max(...delays),
      },
      memory: memoryOf(started, ended),
    }
  } finally {
    await server.stop()
  }
}

const mean = (one: BareCost, other: BareCost): BareCost => ({
  encrypt: (one.encrypt + other.encrypt) / 2,
  sign: (one.sign + other.sign) / 2,
  exchange: (one.exchange + other.exchange) / 2,
})

const memoryOf = (started: Usage, ended: Usage) => ({
  start: started.rss,
  peak: ended.peak,
  end: ended.rss,
})
