import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { DAY, HOUR, MINUTE } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { EVENT_TYPES, paymentEventOf, takeEvent } from './events.ts'
import { type ReadingContext, readAgain } from './read-again.ts'
import type { Payments } from './stripe.ts'
import { paymentReconciliation } from './tables.ts'

/** Stripe lists events for this long. */
const LISTED = 30 * DAY
/** Read again each time, because an event appears in the list a little after it happened. */
const OVERLAP = HOUR
/** A younger event is left to its webhook. */
const WEBHOOK_FIRST = 5 * MINUTE
/** How much is requested at a time. */
const PORTION = DAY

/**
 * Handles events whose webhook never arrived, because this server was down for days or a restore undid what it knew.
 * Reads Stripe's own list from where it left off, oldest first; a known event costs one database query. If something
 * fails, it rejects after finishing that day's other events, and the day is read again next time. An event that cannot
 * be parsed will not improve: the list is read to its end, and then it rejects with that event, so that it is logged.
 */
export async function reconcile(context: ReadingContext, payments: Payments): Promise<void> {
  const now = context.clock.now()
  const end = now - WEBHOOK_FIRST
  const unreadable: UnreadableEvent[] = []
  let through = Math.max(await reached(context.db), now - LISTED)
  while (through < end) {
    const until = Math.min(through + PORTION, end)
    const said = await listed(payments, through - OVERLAP, until)
    unreadable.push(...(await takeAll(context, payments, said)))
    through = until
    await noteReached(context.db, through)
  }
  if (unreadable.length > 0) throw unreadable[0]
}

/**
 * An entry in Stripe's list that this server cannot parse as an event. Its `code` is the event's id, because the log
 * leaves out messages.
 */
class UnreadableEvent extends Error {
  readonly code: string

  constructor(id: string, cause: unknown) {
    super('an event of Stripe could not be read', { cause })
    this.code = id
  }
}

/** Returns the events, oldest first. */
async function listed({ stripe }: Payments, from: number, until: number): Promise<Stripe.Event[]> {
  const list = stripe.events.list({
    types: [...EVENT_TYPES],
    created: { gte: Math.floor(from / 1000), lte: Math.floor(until / 1000) },
    limit: 100,
  })
  return (await list.autoPagingToArray({ limit: 10_000 })).reverse()
}

/**
 * Handles the events that can be parsed and returns those that cannot. Rejects with the first fault after trying all of
 * them.
 */
async function takeAll(
  context: ReadingContext,
  payments: Payments,
  events: readonly Stripe.Event[],
): Promise<UnreadableEvent[]> {
  const read = (customerId: string) => readAgain(context, payments, customerId)
  const faults: unknown[] = []
  const unreadable: UnreadableEvent[] = []
  for (const said of events) {
    const event = readEvent(said)
    if (event instanceof UnreadableEvent) unreadable.push(event)
    else if (event) await takeEvent(context, payments, event, read).catch((error) => faults.push(error))
  }
  if (faults.length > 0) throw faults[0]
  return unreadable
}

function readEvent(said: Stripe.Event): ReturnType<typeof paymentEventOf> | UnreadableEvent {
  try {
    return paymentEventOf(said)
  } catch (error) {
    return new UnreadableEvent(said.id, error)
  }
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
