import { and, asc, lte } from 'drizzle-orm'
import { MINUTE } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { supplyMornings } from '../occurrences/tables.ts'
import type { Clock } from '../platform/clock.ts'
import { inLanguage } from '../platform/language.ts'
import { messageBytes } from '../push/message.ts'
import { pushSends } from '../push/tables.ts'
import type { PushTransport } from '../push/transport.ts'
import { AccountsSetAside, eachAccount } from '../queue/each-account.ts'
import type { Job } from '../queue/jobs.ts'
import { mayBeTried, type OnSetAside } from '../queue/set-aside.ts'
import { topicOf } from './content.ts'
import type { Dispatch } from './delivery.ts'
import { type Attempted, recordOutcomes } from './outcomes.ts'
import { type SendQueue, sendQueue } from './send-queue.ts'
import {
  beginAttempt,
  closeLate,
  decideMorning,
  isRepeatable,
  type MorningOptions,
  repeatPushes,
} from './supply-pushes.ts'

/** Accounts that are looked up at a time. */
const PORTION = 40

export interface SupplyPushOptions extends MorningOptions {
  db: Database
  clock: Clock
  push: PushTransport
  /** The server's public address, which a click opens. */
  origin: string
  /** Called with faults that are not caused by one account's data. */
  onFault(error: unknown): void
  onSetAside: OnSetAside
  /** Called with attempts once their outcomes are written. */
  onAttempted?(attempted: readonly Attempted[]): void
}

export const supplyPushJob = (options: SupplyPushOptions): Job => ({
  name: 'notices about supplies',
  every: MINUTE,
  run: () => pushSupplyNotices(options),
})

/**
 * Pushes what has to be said about supplies to every account where it is 9:00 or later (docs/reminders.md, R10). Any
 * number of servers may do so on the same database. Each account is handled apart: one that cannot be decided about is
 * set aside, and the call rejects after the others are done.
 */
export async function pushSupplyNotices(options: SupplyPushOptions): Promise<void> {
  const { db, clock } = options
  const queue = queueOf(options)
  const faults: unknown[] = []
  await closeLate(db, clock.now())
  for (const [find, work] of [[repeatableAccounts, repeatPushes] as const, [dueAccounts, decideMorning] as const]) {
    await eachPortion(options, { find, work, queue }, faults).catch((error: unknown) => faults.push(error))
  }
  await queue.idle()
  if (faults.length > 0) throw faults[0]
}

interface Step {
  /** Returns accounts that the work is due for. */
  find(db: Database, now: number): Promise<string[]>
  /** Returns what to send to an account; null if nothing could be done for now. */
  work(options: MorningOptions, userId: string, now: number): Promise<Dispatch[] | null>
  queue: SendQueue
}

/**
 * Works on portions of accounts until nothing is left that this server can do. What is decided is sent at once. Adds to
 * `faults` what was set aside, and goes on.
 */
async function eachPortion(options: SupplyPushOptions, { find, work, queue }: Step, faults: unknown[]): Promise<void> {
  const { db, clock, onSetAside } = options
  for (;;) {
    const now = clock.now()
    let done = 0
    await eachAccount(
      await find(db, now),
      'supply-push',
      async (userId) => {
        const dispatches = await work(options, userId, now)
        if (dispatches === null) return
        done += 1
        queue.add(dispatches)
        await queue.room()
      },
      { db, now, onSetAside },
    ).catch((error: unknown) => {
      if (!(error instanceof AccountsSetAside)) throw error
      // `find` leaves them out from now on.
      done += error.errors.length
      faults.push(error)
    })
    if (done === 0) return
  }
}

async function repeatableAccounts(db: Database, now: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: pushSends.userId })
    .from(pushSends)
    .where(and(isRepeatable(now), mayBeTried('supply-push', pushSends.userId, now)))
    .limit(PORTION)
  return rows.map(({ userId }) => userId)
}

async function dueAccounts(db: Database, now: number): Promise<string[]> {
  const rows = await db
    .select({ userId: supplyMornings.userId })
    .from(supplyMornings)
    .where(and(lte(supplyMornings.lookAt, new Date(now)), mayBeTried('supply-push', supplyMornings.userId, now)))
    .orderBy(asc(supplyMornings.lookAt))
    .limit(PORTION)
  return rows.map(({ userId }) => userId)
}

function queueOf({ db, clock, push, origin, onFault, onSetAside, onAttempted }: SupplyPushOptions): SendQueue {
  /** Only these are this server's: another one may be sending what did not begin here. */
  const begun = new WeakSet<Dispatch>()
  const begin = async (dispatch: Dispatch): Promise<void> => {
    if (await beginAttempt(db, dispatch)) begun.add(dispatch)
  }
  return sendQueue({
    clock,
    onFault,
    // Nothing about it is urgent: a phone that sleeps may show it when it wakes up.
    send: async (dispatch) => {
      await begin(dispatch).catch(onFault)
      if (!begun.has(dispatch)) return null
      const { to, message, expiresAt } = dispatch
      const ttl = Math.ceil((expiresAt - clock.now()) / 1000)
      const bytes = inLanguage(to.language, () => messageBytes(message, to.wording, origin))
      return push.send(to, bytes, { ttl, urgency: 'normal', topic: topicOf(message.tag) })
    },
    record: async (all) => {
      const attempted = all.filter(({ dispatch }) => begun.has(dispatch))
      await recordOutcomes(db, attempted, onSetAside)
      onAttempted?.(attempted)
    },
  })
}
