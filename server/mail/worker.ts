import { inArray } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { Clock, RandomBytes } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { newServerId } from '../platform/ids.ts'
import { type Rest, workLoop } from '../queue/work-loop.ts'
import type { MailCarrier } from './carrier.ts'
import { failureOf, OURS, pauseOfCarrier } from './outcome.ts'
import { outgoingOf, type Texts, Unmakeable } from './outgoing.ts'
import {
  CLAIM,
  claimMails,
  endMailings,
  type MailRow,
  markTransmitting,
  noteFailure,
  noteSent,
  releaseMails,
  takeOver,
} from './queue.ts'
import { mailings } from './tables.ts'

/** Mails per claim: sending them takes a small part of CLAIM, even with a slow mail server. */
const PORTION = 25
/** How often (ms) the queue is checked without being woken, because other servers write to it too. */
const CHECK_EVERY = 15_000
/** How often (ms) the claims of other servers are checked. */
const TAKE_OVER_EVERY = 30_000

export interface MailWorkerOptions {
  db: Database
  clock: Clock
  random: RandomBytes
  carrier: MailCarrier
  config: Pick<Config, 'MAIL_FROM' | 'PUBLIC_URL' | 'SUPPORT_EMAIL' | 'MAILS_PER_MINUTE'>
  /** Signs unsubscribe links. */
  secret: string
  /** No other server uses this database, so anything claimed at the start was abandoned. */
  isAlone: boolean
  /** Called with faults that are not caused by a mail. */
  onFault: (error: unknown) => void
  /**
   * Called when a mail could not be built or sent because of its content; it is tried again later and eventually given
   * up.
   */
  onMailFault: (error: unknown) => void
}

/**
 * What one pass did: how many mails it took, how many of those to many, and whether the mail server accepted anything
 * at all.
 */
export interface Pass {
  bulk: number
  mails: number
  isReachable: boolean
}

export interface MailWorker {
  start(): void
  /** Tells the worker that something was queued. */
  wake(): void
  /** Claims one portion and sends it. With `withBulk` false it leaves out mails to many. */
  pass(options?: { withBulk?: boolean }): Promise<Pass>
  /** Starts nothing more and resolves when the mails being sent have a result. */
  stop(): Promise<void>
}

/** Returns how long (ms) after the start of a portion with this many mails to many the next one may start. */
export const paceOf = (count: number, perMinute: number): number => Math.ceil((count * 60_000) / perMinute)

/** Sends the mails waiting in the queue (queue.ts). */
export function mailWorker(options: MailWorkerOptions): MailWorker {
  const { db, clock, carrier, config, isAlone, onFault, onMailFault } = options
  const by = newServerId(clock, options.random)
  /** Sent, but the database was unavailable when that should have been recorded. */
  const unnoted = new Set<string>()
  /** Claimed by this worker but not attempted; at the end of a pass, the rest is released. */
  const claimed = new Set<string>()
  let lastTakeOver = Number.NEGATIVE_INFINITY
  /** Passes in a row that reached no mail server. */
  let unreached = 0
  /** When mails to many may be sent again (by `performance`, in ms). */
  let bulkFrom = 0

  async function claim(withBulk: boolean): Promise<MailRow[]> {
    const now = clock.now()
    const take = async (count: number, bulk: boolean) => {
      const taken = await claimMails(db, { by, now, count, bulk })
      for (const { id } of taken) claimed.add(id)
      return taken
    }
    const rows = await take(PORTION, false)
    if (!withBulk || rows.length === PORTION) return rows
    return [...rows, ...(await take(PORTION - rows.length, true))]
  }

  async function releaseClaimed(): Promise<void> {
    await releaseMails(db, [...claimed], by)
    claimed.clear()
  }

  /** Writes what an earlier pass could not, because the database was unavailable. */
  async function catchUp(): Promise<void> {
    await releaseClaimed()
    for (const id of unnoted) await note(id)
  }

  async function pass({ withBulk = true } = {}): Promise<Pass> {
    await catchUp()
    try {
      const rows = await claim(withBulk)
      const isReachable = await attemptAll(rows)
      if (rows.some(({ mailingId }) => mailingId !== null)) await endMailings(db, clock.now())
      return { bulk: rows.filter(({ isBulk }) => isBulk).length, mails: rows.length, isReachable }
    } finally {
      await releaseClaimed()
    }
  }

  /**
   * Sends several at a time. After a fault it starts no more and waits for those being sent. Returns whether the mail
   * server accepted anything at all.
   */
  async function attemptAll(rows: readonly MailRow[]): Promise<boolean> {
    const texts = await textsOf(rows)
    const waiting = [...rows]
    const faults: unknown[] = []
    let isReachable = true
    const sender = async () => {
      while (isReachable && !loop.isStopping() && faults.length === 0) {
        const row = waiting.shift()
        if (!row) return
        try {
          isReachable = (await attempt(row, texts)) && isReachable
          claimed.delete(row.id)
        } catch (error) {
          faults.push(error)
        }
      }
    }
    await Promise.all(Array.from({ length: carrier.atOnce }, sender))
    if (faults.length > 0) throw faults[0]
    return isReachable
  }

  async function note(id: string): Promise<void> {
    unnoted.add(id)
    await noteSent(db, id, clock.now())
    unnoted.delete(id)
  }

  async function textsOf(rows: readonly MailRow[]): Promise<Texts> {
    const ids = new Set(rows.flatMap(({ mailingId }) => mailingId ?? []))
    if (ids.size === 0) return new Map()
    const found = await db
      .select({ id: mailings.id, subject: mailings.subject, message: mailings.message })
      .from(mailings)
      .where(inArray(mailings.id, [...ids]))
    return new Map(found.map(({ id, subject, message }) => [id, { subject, message: message ?? '' }]))
  }

  /** Returns whether the mail server accepted or rejected the mail. */
  async function attempt(row: MailRow, texts: Texts): Promise<boolean> {
    let mayHaveArrived = false
    let isOurs = true
    try {
      await carrier.deliver(outgoingOf(row, texts, options), async () => {
        isOurs = await markTransmitting(db, row.id, by)
        if (!isOurs) throw new Error('the mail is no longer ours to send')
        mayHaveArrived = true
      })
    } catch (error) {
      if (!isOurs) return true
      const failure = error instanceof Unmakeable ? OURS : failureOf(error, mayHaveArrived)
      await noteFailure(db, row, failure, { by, now: clock.now() })
      if (failure.kind === 'unreachable') onFault(error)
      // The failure did not come from a mail server.
      if (failure.kind === 'later' && failure.status === null) onMailFault(error)
      return failure.kind !== 'unreachable'
    }
    await note(row.id)
    return true
  }

  /** Takes over a dead server's claims after CLAIM. If this server is alone, it takes over all claims at the start. */
  async function takeOverLeftBehind(): Promise<void> {
    const now = clock.now()
    if (now - lastTakeOver < TAKE_OVER_EVERY) return
    await takeOver(db, isAlone && lastTakeOver === Number.NEGATIVE_INFINITY ? now : now - CLAIM, now)
    await endMailings(db, now)
    lastTakeOver = now
  }

  async function turn(): Promise<Rest> {
    await takeOverLeftBehind()
    const started = performance.now()
    const { bulk, mails, isReachable } = await pass({ withBulk: started >= bulkFrom })
    if (bulk > 0) bulkFrom = started + paceOf(bulk, config.MAILS_PER_MINUTE)
    unreached = isReachable ? 0 : unreached + 1
    if (unreached > 0) return { upTo: pauseOfCarrier(unreached) }
    if (mails > 0) return {}
    return { upTo: Math.min(CHECK_EVERY, Math.max(0, bulkFrom - performance.now()) || CHECK_EVERY) }
  }

  const loop = workLoop({ turn, afterFault: { upTo: CHECK_EVERY }, onFault })
  return {
    pass,
    start: loop.start,
    wake: loop.wake,
    async stop() {
      await loop.stop()
      await catchUp().catch(onFault)
      carrier.close()
    },
  }
}
