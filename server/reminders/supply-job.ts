import { and, asc, lte } from 'drizzle-orm'
import { MINUTE } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { supplyMornings } from '../occurrences/tables.ts'
import type { Clock } from '../platform/clock.ts'
import { messageBytes } from '../push/message.ts'
import { pushSends } from '../push/tables.ts'
import type { PushTransport, SendResult } from '../push/transport.ts'
import { eachAccount } from '../queue/each-account.ts'
import type { Job } from '../queue/jobs.ts'
import { mayBeTried, type OnSetAside } from '../queue/set-aside.ts'
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
    await eachPortion(options, { find, work, queue }).catch((error: unknown) => faults.push(error))
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

/** Works on portions of accounts until nothing is left that this server can do. What is decided is sent at once. */
async function eachPortion(options: SupplyPushOptions, { find, work, queue }: Step): Promise<void> {
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
    )
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

/** What came of an attempt that is another server's by now. It is not recorded. */
const NOT_BEGUN: SendResult = { kind: 'again', status: null, retryAfter: null }

function queueOf({ db, clock, push, origin, onFault, onSetAside, onAttempted }: SupplyPushOptions): SendQueue {
  const isBegun = (dispatch: Dispatch) =>
    beginAttempt(db, dispatch).catch((error: unknown) => {
      onFault(error)
      return false
    })
  return sendQueue({
    clock,
    onFault,
    // Nothing about it is urgent: a phone that sleeps may show it when it wakes up.
    send: async (dispatch) => {
      const { to, message, expiresAt } = dispatch
      const bytes = messageBytes(message, to.wording, origin)
      if (!(await isBegun(dispatch))) return NOT_BEGUN
      const ttl = Math.ceil((expiresAt - clock.now()) / 1000)
      return push.send(to, bytes, { ttl, urgency: 'normal', topic: message.tag })
    },
    record: async (all) => {
      const attempted = all.filter(({ result }) => result !== NOT_BEGUN)
      await recordOutcomes(db, attempted, onSetAside)
      onAttempted?.(attempted)
    },
  })
}
