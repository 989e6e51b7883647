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

/** What a reading needs of the server. */
export type ReadingContext = Pick<Context, 'db' | 'clock' | 'changeNotifications' | 'facts'>

/** Readings of one customer that others overtook, before it is given up for now. */
const TRIES = 5

/** A customer as Stripe has them. */
export interface AtStripe {
  /** Every subscription they ever had, the newest first. */
  subscriptions: Stripe.Subscription[]
  /** They were deleted there, or are not known to today's keys. */
  isGone: boolean
}

/** Asks Stripe for a customer. Rejects when it does not answer. */
export async function lookUp(payments: Payments, customerId: string): Promise<AtStripe> {
  const subscriptions = await subscriptionsOf(payments, customerId)
  if (subscriptions === null) return { subscriptions: [], isGone: true }
  // A deletion ends them all.
  const isGone = !subscriptions.some(isOpen) && (await customerAt(payments, customerId)) === null
  return { subscriptions, isGone }
}

/** Null when Stripe knows no such customer. */
async function subscriptionsOf({ stripe }: Payments, customer: string): Promise<Stripe.Subscription[] | null> {
  try {
    const list = stripe.subscriptions.list({
      customer,
      status: 'all',
      limit: 100,
      expand: ['data.latest_invoice.confirmation_secret'],
    })
    return await list.autoPagingToArray({ limit: 1000 })
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/**
 * Reads a customer's subscriptions at Stripe and gives the plan what they say. What was read is used only if nobody stored
 * another reading since it began, so that readings take effect in the order in which they were true, whatever events led to
 * them and however many servers there are. What was open of a customer who is gone there is over (docs/plans.md, P5.9). Rejects
 * when Stripe does not answer.
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
  /** The last reading that was stored when this one began. */
  before: number
}

/** When it was true (ms) what is known of the person's payments; 0 when nothing is. */
async function lastReading(db: Database, userId: string): Promise<number> {
  const { payments } = await storedPlan(db, userId)
  return Math.max(0, ...payments.map(({ occurredAt }) => occurredAt))
}

/** Whether it was stored, or there is nobody any more to store it for. */
async function store(context: ReadingContext, reading: Reading): Promise<boolean> {
  const { customerId, userId, before, subscriptions, isGone } = reading
  const now = context.clock.now()
  // Later than the one before also where two follow in one millisecond, or the clocks of two servers differ.
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
