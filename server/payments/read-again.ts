import type { Stripe } from 'stripe'
import { isOpen, type PaymentFacts } from '#domain/plans/payment.ts'
import type { Database } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import { type Moved, tellOfPlan } from '../plans/move-plan.ts'
import { storedPlan } from '../plans/plan-row.ts'
import { applyProviderState, providerAccountOf, userOfCustomer } from '../plans/provider-state.ts'
import { ApiError } from '../platform/errors.ts'
import { lockState } from '../sync/state.ts'
import { customerAt } from './customers.ts'
import { isMissing, type Payments } from './stripe.ts'
import { factsOf, factsOfGone } from './subscription-facts.ts'

/** What reading a customer needs from the server. */
export type ReadingContext = Pick<Context, 'db' | 'clock' | 'changeNotifications' | 'facts'>

/** How often one customer is read, if other readings overtake it, before it gives up for now. */
const TRIES = 5

/** A customer as Stripe has them. */
export interface AtStripe {
  /** All subscriptions they ever had, newest first. */
  subscriptions: Stripe.Subscription[]
  /** They were deleted there or are unknown to the current keys. */
  isGone: boolean
}

/** Looks up a customer at Stripe. Rejects if Stripe does not respond. */
export async function lookUp(payments: Payments, customerId: string): Promise<AtStripe> {
  const subscriptions = await subscriptionsOf(payments, customerId)
  if (subscriptions === null) return { subscriptions: [], isGone: true }
  // Deleting a customer ends all of them.
  const isGone = !subscriptions.some(isOpen) && (await customerAt(payments, customerId)) === null
  return { subscriptions, isGone }
}

/** Returns null if Stripe has no such customer. */
async function subscriptionsOf({ stripe }: Payments, customer: string): Promise<Stripe.Subscription[] | null> {
  try {
    const list = stripe.subscriptions.list({
      customer,
      status: 'all',
      limit: 100,
      expand: ['data.latest_invoice.confirmation_secret', 'data.pending_setup_intent'],
    })
    return await list.autoPagingToArray({ limit: 1000 })
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * Reads a customer's subscriptions at Stripe and updates the plan. The reading is only used if no other reading was
 * saved since it began, so that readings take effect in the order in which they were true, whatever events triggered
 * them and however many servers there are. Open subscriptions of a customer who is gone at Stripe count as over
 * (docs/plans.md, P5.9). Rejects if Stripe does not respond.
 */
export async function readAgain(context: ReadingContext, payments: Payments, customerId: string): Promise<void> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const userId = await userOfCustomer(context.db, customerId)
    if (userId === null) return
    const before = await lastReading(context.db, userId)
    const found = await lookUp(payments, customerId)
    if (await store(context, { customerId, userId, before, ...found })) return
  }
  throw new Error('a customer was read by others too often')
}

interface Reading extends AtStripe {
  customerId: string
  userId: string
  /** The last reading that had been saved when this one began. */
  before: number
}

/** Returns the instant (ms) of the latest reading of the user's payments; 0 if there is none. */
async function lastReading(db: Database, userId: string): Promise<number> {
  const { payments } = await storedPlan(db, userId)
  return Math.max(0, ...payments.map(({ occurredAt }) => occurredAt))
}

/** Returns whether the reading was saved; also true if the account is gone. */
async function store(context: ReadingContext, reading: Reading): Promise<boolean> {
  const { customerId, userId, before, subscriptions, isGone } = reading
  const now = context.clock.now()
  // Later than the previous reading, even if both fall in the same millisecond or the clocks of two servers differ.
  const at = Math.max(now, before + 1)
  try {
    const moves = await transaction(context.db, async (tx) => {
      await lockState(tx, userId, now)
      if ((await lastReading(tx, userId)) !== before) return null
      const made: Moved[] = []
      const apply = async (facts: PaymentFacts) => {
        const moved = await applyProviderState(tx, userId, facts, { mover: { by: 'provider' }, now })
        if (moved) made.push(moved)
      }
      const { payments: known } = await storedPlan(tx, userId)
      for (const subscription of subscriptions) await apply(factsOf(customerId, subscription, { at, known }))
      const left = (isGone && (await providerAccountOf(tx, userId))?.open) || []
      for (const open of left) if (open.customerId === customerId) await apply(factsOfGone(open, at))
      return made
    })
    for (const moved of moves ?? []) tellOfPlan(context, moved)
    return moves !== null
  } catch (error) {
    if (error instanceof ApiError && error.code === 'account_gone') return true
    throw error
  }
}
