import { eq } from 'drizzle-orm'
import type { Stripe } from 'stripe'
import { DAY, HOUR, MINUTE } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { EVENT_TYPES, paymentEventOf, takeEvent } from './events.ts'
import { type ReadingContext, readAgain } from './read-again.ts'
import type { Payments } from './stripe.ts'
import { paymentReconciliation } from './tables.ts'

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
 * Rejects with what went wrong, after everything else of that day: it is gone through again then. An event that cannot be read stays so: the
 * list is gone through to its end, and then it rejects with that event, so that it is logged.
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

/** An event of Stripe’s list that is none, as far as this server knows them. Its `code` is the id of the event: the log keeps no message. */
class UnreadableEvent extends Error {
  readonly code: string

  constructor(id: string, cause: unknown) {
    super('an event of Stripe could not be read', { cause })
    this.code = id
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

/** Takes in what can be read, and returns what cannot. Rejects with the first fault, after all of them were tried. */
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
