import { inArray } from 'drizzle-orm'
import type { Clock, RandomBytes } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { mailings } from '../db/schema/index.ts'
import { newServerId } from '../ids.ts'
import type { MailCarrier, OutgoingMail } from './carrier.ts'
import { letterOfMailing } from './mailing-letter.ts'
import { messageIdOf } from './message-id.ts'
import { failureOf, pauseOfCarrier } from './outcome.ts'
import {
  CLAIM,
  claimMails,
  endMailings,
  type MailRow,
  markHandingOver,
  noteFailure,
  noteSent,
  releaseMails,
  takeOver,
} from './queue.ts'

/** Mails of one claim: a small part of CLAIM, even at a mail server that is slow. */
const PORTION = 25
/** How often the queue is looked at when nobody says that something waits: other servers write to it too (ms). */
const LOOK_EVERY = 15_000
/** How often the claims of others are looked at (ms). */
const TAKE_OVER_EVERY = 30_000

export interface MailWorkerOptions {
  db: Database
  clock: Clock
  random: RandomBytes
  carrier: MailCarrier
  config: Pick<Config, 'MAIL_FROM' | 'PUBLIC_URL' | 'SUPPORT_EMAIL' | 'MAILS_PER_MINUTE'>
  /** Signs the links by which people unsubscribe. */
  secret: string
  /** No other server works on this database: whatever is claimed at the start was left behind. */
  isAlone: boolean
  onFault: (error: unknown) => void
}

/** What one pass did: how many mails to many it took, and whether the mail server took anything at all. */
export interface Pass {
  bulk: number
  mails: number
  isReachable: boolean
}

export interface MailWorker {
  start(): void
  /** Something was put into the queue. */
  wake(): void
  /** Claims one portion and sends it. `withBulk` false leaves mails to many. */
  pass(options?: { withBulk?: boolean }): Promise<Pass>
  /** Starts nothing more; resolves when what is on its way has its outcome. */
  stop(): Promise<void>
}

/** What mailings say, by their ids. */
type Texts = Map<string, { subject: string; message: string }>

/** How long (ms) a portion of so many mails to many keeps the next one waiting, counted from its start. */
export const paceOf = (count: number, perMinute: number): number => Math.ceil((count * 60_000) / perMinute)

/** Sends what waits in the queue of mails (queue.ts). */
export function mailWorker(options: MailWorkerOptions): MailWorker {
  const { db, clock, carrier, config, isAlone, onFault } = options
  const by = newServerId(clock, options.random)
  /** Sent, and the database was away when that was to be noted. */
  const unnoted = new Set<string>()
  let stopping = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let endPause: (() => void) | undefined
  let isWoken = false
  let lastTakeOver = Number.NEGATIVE_INFINITY

  async function claim(withBulk: boolean): Promise<MailRow[]> {
    const now = clock.now()
    const rows = await claimMails(db, { by, now, count: PORTION, bulk: false })
    if (!withBulk || rows.length === PORTION) return rows
    return [...rows, ...(await claimMails(db, { by, now, count: PORTION - rows.length, bulk: true }))]
  }

  async function pass({ withBulk = true } = {}): Promise<Pass> {
    for (const id of unnoted) await note(id)
    const rows = await claim(withBulk)
    const waiting = [...rows]
    let isReachable = true
    const lane = async (texts: Texts) => {
      while (isReachable && !stopping) {
        const row = waiting.shift()
        if (!row) return
        if (!(await attempt(row, texts))) isReachable = false
      }
    }
    try {
      const texts = await textsOf(rows)
      await Promise.all(Array.from({ length: carrier.atOnce }, () => lane(texts)))
    } finally {
      const left = waiting.map(({ id }) => id)
      await releaseMails(db, left, by)
    }
    if (rows.some(({ mailingId }) => mailingId !== null)) await endMailings(db, clock.now())
    return { bulk: rows.filter(({ isBulk }) => isBulk).length, mails: rows.length, isReachable }
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

  function outgoing(row: MailRow, texts: Texts): OutgoingMail {
    const text = row.mailingId === null ? undefined : texts.get(row.mailingId)
    const letter = text ? letterOfMailing(text, row, options) : row.letter && { ...row.letter, headers: {} }
    if (!letter || row.recipient === null) throw new Error('a mail of the queue has no text')
    return {
      ...letter,
      to: row.recipient,
      messageId: messageIdOf(row.id, config.MAIL_FROM),
      // Holiday notices and other machines answer no machine (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated', ...letter.headers },
    }
  }

  /** Answers whether the mail server took or judged it. */
  async function attempt(row: MailRow, texts: Texts): Promise<boolean> {
    let wasHandedOver = false
    let isOurs = true
    try {
      await carrier.deliver(outgoing(row, texts), async () => {
        isOurs = await markHandingOver(db, row.id, by)
        if (!isOurs) throw new Error('the mail is no longer ours to send')
        wasHandedOver = true
      })
    } catch (error) {
      if (!isOurs) return true
      const failure = failureOf(error, wasHandedOver)
      await noteFailure(db, row, failure, { by, now: clock.now() })
      if (failure.kind === 'unreachable') onFault(error)
      return failure.kind !== 'unreachable'
    }
    await note(row.id)
    return true
  }

  const pause = (ms: number): Promise<void> =>
    new Promise<void>((resolve) => {
      endPause = resolve
      if (isWoken || stopping) resolve()
      else timer = setTimeout(resolve, ms)
    }).then(() => {
      clearTimeout(timer)
      isWoken = false
    })

  /** A dead server's claims end after CLAIM; at the start of one that is alone, all of them. */
  async function lookForLeft(): Promise<void> {
    const now = clock.now()
    if (now - lastTakeOver < TAKE_OVER_EVERY) return
    await takeOver(db, isAlone && lastTakeOver === Number.NEGATIVE_INFINITY ? now : now - CLAIM, now)
    await endMailings(db, now)
    lastTakeOver = now
  }

  async function run(): Promise<void> {
    let unreached = 0
    let bulkFrom = 0
    while (!stopping) {
      let wait = LOOK_EVERY
      try {
        await lookForLeft()
        const started = performance.now()
        const { bulk, mails, isReachable } = await pass({ withBulk: started >= bulkFrom })
        if (bulk > 0) bulkFrom = started + paceOf(bulk, config.MAILS_PER_MINUTE)
        unreached = isReachable ? 0 : unreached + 1
        if (unreached > 0) wait = pauseOfCarrier(unreached)
        else if (mails > 0) wait = 0
        else wait = Math.min(LOOK_EVERY, Math.max(0, bulkFrom - performance.now()) || LOOK_EVERY)
      } catch (error) {
        onFault(error)
      }
      if (wait > 0) await pause(wait)
    }
  }

  return {
    pass,
    start() {
      running ??= run()
    },
    wake() {
      isWoken = true
      endPause?.()
    },
    async stop() {
      stopping = true
      endPause?.()
      await running
      carrier.close()
    },
  }
}
