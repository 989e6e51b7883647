import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { DAY, HOUR, MINUTE } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { paymentReconciliation } from '../db/schema/index.ts'
import { EVENT_TYPES, paymentEventOf, takeEvent } from './events.ts'
import { type ReadingContext, readAgain } from './read-again.ts'
import type { Payments } from './stripe.ts'

/** Stripe lists events no longer than this. */
const LISTED = 30 * DAY
/** Gone through again each time: an event appears in the list a little later than it happened. */
const OVERLAP = HOUR
/** Younger than this an event is left to its webhook. */
const WEBHOOK_FIRST = 5 * MINUTE
/** As much as is asked for at once. */
const PORTION = DAY

/**
 * Takes in the events whose webhook never came: this server was away for days, or a restore took back what it knew. Goes
 * through Stripe's own list from where it was left, oldest first; what is known already costs one look at the database.
 * Rejects with what went wrong, after everything else of that day: it is gone through again then.
 */
export async function reconcile(context: ReadingContext, payments: Payments): Promise<void> {
  const now = context.clock.now()
  const end = now - WEBHOOK_FIRST
  let through = Math.max(await reached(context.db), now - LISTED)
  while (through < end) {
    const until = Math.min(through + PORTION, end)
    await takeAll(context, payments, await listed(payments, through - OVERLAP, until))
    through = until
    await noteReached(context.db, through)
  }
}

/** The oldest first. */
async function listed({ stripe }: Payments, from: number, until: number): Promise<Stripe.Event[]> {
  const list = stripe.events.list({
    types: [...EVENT_TYPES],
    created: { gte: Math.floor(from / 1000), lte: Math.floor(until / 1000) },
    limit: 100,
  })
  return (await list.autoPagingToArray({ limit: 10_000 })).reverse()
}

async function takeAll(
  context: ReadingContext,
  payments: Payments,
  events: readonly Stripe.Event[],
): Promise<void> {
  const read = (customerId: string) => readAgain(context, payments, customerId)
  const faults: unknown[] = []
  for (const said of events) {
    try {
      const event = paymentEventOf(said)
      if (event) await takeEvent(context, payments, event, read)
    } catch (error) {
      faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
}

async function reached(db: Database): Promise<number> {
  const [row] = await db.select().from(paymentReconciliation).where(eq(paymentReconciliation.id, 1))
  return row?.through.getTime() ?? 0
}

async function noteReached(db: Database, ms: number): Promise<void> {
  const through = new Date(ms)
  await db
    .insert(paymentReconciliation)
    .values({ id: 1, through })
    .onConflictDoUpdate({ target: paymentReconciliation.id, set: { through } })
}
