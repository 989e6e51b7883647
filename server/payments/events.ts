import { eq, lt } from 'drizzle-orm'
import { z } from 'zod'
import { DAY } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import { transaction } from '../db/transaction.ts'
import { recordPayment } from '../plans/billing.ts'
import { personOfCustomer } from './customers.ts'
import type { ReadingContext } from './read-again.ts'
import type { Payments } from './stripe.ts'
import { paymentEvents } from './tables.ts'

/** The events that this server handles. All others are acknowledged and ignored. */
export const EVENT_TYPES = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
] as const

/** Longer than Stripe repeats an event (3 days) or lists it (30 days). */
const EVENTS_KEPT = 40 * DAY

const idOf = (beginning: string) => z.string().regex(new RegExp(`^${beginning}_\\w{1,255}$`))
const seconds = z
  .int()
  .min(0)
  .max(1e11)
  .transform((value) => value * 1000)

const eventBase = z.object({ id: idOf('evt'), type: z.string() })

/** The object of an event: the customer it belongs to. */
const objectSchema = z.object({
  customer: z.union([idOf('cus'), z.object({ id: idOf('cus') }).transform(({ id }) => id)]).nullable(),
})

/** What a line was for. Where it is found depends on the API version of the webhook's endpoint. */
const priceSchema = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
const lineSchema = z
  .object({
    period: z.object({ start: seconds, end: seconds }),
    pricing: z.object({ price_details: z.object({ price: priceSchema }).nullish() }).nullish(),
    price: priceSchema.nullish(),
  })
  .transform(({ period, pricing, price }) => ({ period, price: pricing?.price_details?.price ?? price }))

const invoiceSchema = z.object({
  id: idOf('in'),
  customer_email: z.string().nullish(),
  amount_paid: z.int().min(0),
  currency: z.string().regex(/^[a-z]{3}$/),
  created: seconds,
  period_start: seconds,
  period_end: seconds,
  status_transitions: z.object({ paid_at: seconds.nullable() }),
  lines: z.object({ data: z.array(lineSchema) }),
})

/** The parts of a Stripe event that matter here. */
export interface PaymentEvent {
  id: string
  type: string
  customerId: string | null
  /** For a paid invoice: the amount in the smallest unit of the currency, and instants in milliseconds. */
  payment: {
    invoiceId: string
    /** The customer's address when the invoice was made. */
    email: string | null
    /** What was bought. */
    prices: string[]
    amount: number
    currency: string
    periodStart: number
    periodEnd: number
    paidAt: number
  } | null
}

/**
 * Parses an event whose origin is verified. Returns null for one we do not handle; throws a ZodError for anything that
 * is not an event.
 */
export function paymentEventOf(said: unknown): PaymentEvent | null {
  const { id, type } = eventBase.parse(said)
  if (!EVENT_TYPES.some((wanted) => wanted === type)) return null
  const { data } = z.object({ data: z.object({ object: objectSchema }) }).parse(said)
  return {
    id,
    type,
    customerId: data.object.customer,
    payment: type === 'invoice.paid' ? paymentOf(said) : null,
  }
}

function paymentOf(said: unknown): PaymentEvent['payment'] {
  const { data } = z.object({ data: z.object({ object: invoiceSchema }) }).parse(said)
  const { object: invoice } = data
  if (invoice.amount_paid === 0) return null
  // The period of what was bought. The invoice's own period is the one before.
  const periods = invoice.lines.data.map(({ period }) => period)
  const start = Math.min(...periods.map((period) => period.start), invoice.period_end)
  const end = Math.max(...periods.map((period) => period.end), invoice.period_end)
  return {
    invoiceId: invoice.id,
    email: invoice.customer_email || null,
    prices: invoice.lines.data.flatMap(({ price }) => price ?? []),
    amount: invoice.amount_paid,
    currency: invoice.currency,
    periodStart: start,
    periodEnd: end,
    paidAt: invoice.status_transitions.paid_at ?? invoice.created,
  }
}

/**
 * Handles an event: reads the customer at Stripe again, so that neither the order nor the age of events matters, and
 * records a payment. The same event again does nothing. Rejects if it could not be handled now; then it has to be
 * delivered again.
 * @param read reads a customer again (read-again.ts)
 */
export async function takeEvent(
  context: ReadingContext,
  payments: Payments,
  event: PaymentEvent,
  read: (customerId: string) => Promise<void>,
): Promise<void> {
  if (await isKnown(context.db, event.id)) return
  const { customerId } = event
  const user = customerId === null ? null : await personOfCustomer(context, payments, customerId)
  if (customerId !== null && user !== null) await read(customerId)
  await transaction(context.db, async (tx) => {
    if (event.payment) await savePayment(tx, { ...context, priceId: payments.priceId }, user, event.payment)
    await tx
      .insert(paymentEvents)
      .values({ id: event.id, type: event.type, receivedAt: new Date(context.clock.now()) })
      .onConflictDoNothing()
  })
}

/**
 * Records a payment under the account's address. Without an account, it belongs to a user who deleted theirs if it paid
 * for Premium (docs/plans.md, P9.3). Anything else between the seller and Stripe does not concern this server.
 */
async function savePayment(
  tx: Database,
  { facts, priceId }: Pick<ReadingContext, 'facts'> & Pick<Payments, 'priceId'>,
  user: string | null,
  { email: atStripe, prices, ...payment }: NonNullable<PaymentEvent['payment']>,
): Promise<void> {
  const [person] = user === null ? [] : await tx.select({ email: users.email }).from(users).where(eq(users.id, user))
  const email = person?.email ?? (prices.includes(priceId) ? atStripe : null)
  if (email !== null) await recordPayment({ db: tx, facts }, { ...payment, email })
}

async function isKnown(db: Database, id: string): Promise<boolean> {
  const found = await db.select({ id: paymentEvents.id }).from(paymentEvents).where(eq(paymentEvents.id, id))
  return found.length > 0
}

/** Deletes events that cannot be delivered again. */
export async function purgePaymentEvents(db: Database, now: number): Promise<void> {
  await db.delete(paymentEvents).where(lt(paymentEvents.receivedAt, new Date(now - EVENTS_KEPT)))
}
