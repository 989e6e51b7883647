import { and, asc, lte } from 'drizzle-orm'
import { MINUTE } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { supplyMornings } from '../occurrences/tables.ts'
import type { Clock } from '../platform/clock.ts'
import { messageBytes } from '../push/message.ts'
import type { PushTransport } from '../push/transport.ts'
import { eachAccount } from '../queue/each-account.ts'
import type { Job } from '../queue/jobs.ts'
import { mayBeTried, type OnSetAside } from '../queue/set-aside.ts'
import type { Dispatch } from './delivery.ts'
import { type Attempted, recordOutcomes } from './outcomes.ts'
import { sendQueue } from './send-queue.ts'
import { decideMorning, type MorningOptions, repeatPushes } from './supply-pushes.ts'

/** Accounts per portion: few enough that all their devices are tried before a claim grows old. */
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
 * number of servers may do so on the same database. An account that cannot be decided about is set aside, and the call
 * rejects after the others of its portion are done.
 */
export async function pushSupplyNotices(options: SupplyPushOptions): Promise<void> {
  const { db, clock, onSetAside } = options
  const send = sending(options)
  await send(await repeatPushes(options, clock.now()))
  for (;;) {
    const now = clock.now()
    const dispatches: Dispatch[] = []
    let claimed = 0
    const decide = async (userId: string) => {
      const decided = await decideMorning(options, userId, now)
      if (decided === null) return
      claimed += 1
      dispatches.push(...decided)
    }
    const due = await dueAccounts(db, now)
    await eachAccount(due, 'supply-push', decide, { db, now, onSetAside }).finally(() => send(dispatches))
    if (claimed === 0) return
  }
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

/** Returns a function that sends everything and resolves once the outcomes are written. */
function sending({ db, clock, push, origin, onFault, onSetAside, onAttempted }: SupplyPushOptions) {
  const queue = sendQueue({
    clock,
    onFault,
    // Nothing about it is urgent: a phone that sleeps may show it when it wakes up.
    send: async ({ to, message, expiresAt }) =>
      push.send(to, messageBytes(message, to.wording, origin), {
        ttl: Math.ceil((expiresAt - clock.now()) / 1000),
        urgency: 'normal',
        topic: message.tag,
      }),
    record: async (attempted) => {
      await recordOutcomes(db, attempted, onSetAside)
      onAttempted?.(attempted)
    },
  })
  return async (dispatches: readonly Dispatch[]) => {
    queue.add(dispatches)
    await queue.idle()
  }
}
