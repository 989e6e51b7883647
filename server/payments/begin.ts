import type { Stripe } from 'stripe'
import { isPremium } from '#domain/access/plan.ts'
import { type Instant, msOf, toInstant } from '#domain/lib/instant.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import { type CreateSubscriptionAnswer, PREMIUM_PRICE } from '#domain/protocol/subscription.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import type { Context } from '../http/context.ts'
import { customerFor, replaceCustomer } from './customers.ts'
import { lookUp, readAgain } from './read-again.ts'
import type { Payments } from './stripe.ts'
import { countingSubscription, isGiving, isRunning, statusOf } from './subscription-facts.ts'

type Buyer = Pick<CurrentUser, 'id' | 'email' | 'subscriptionStatus' | 'subscriptionPlan' | 'subscriptionEndsAt'>

/** The price set by the operator is not the one shown on the pages. */
export class WrongPrice extends Error {}

/**
 * Returns what to pay for Premium: a new subscription that begins with its first payment, or one that was begun earlier
 * but not paid. A user who already has Premium, here or at Stripe, is told so and pays nothing; one in a trial may keep
 * it, with a first payment at the trial's end. Rejects if Stripe does not respond.
 */
export async function beginSubscription(
  context: Context,
  payments: Payments,
  user: Buyer,
  { afterTrial }: { afterTrial: boolean },
): Promise<CreateSubscriptionAnswer> {
  const trialEnd = user.subscriptionStatus === 'trial' ? user.subscriptionEndsAt : null
  if (isPremium(user) && !(afterTrial && trialEnd)) {
    return trialEnd ? { ...premiumAnswer(user), firstPayment: trialEnd } : premiumAnswer(user)
  }
  await checkPrice(payments)
  const { customerId, subscriptions } = await accountAtStripe(context, payments, user)
  const counting = countingSubscription(subscriptions)
  if (counting && isGiving(counting)) return alreadyPremium(context, payments, customerId, counting)
  const open = counting && (await stillToPay(payments, counting, trialEnd))
  if (open) return toPay(payments, open)
  const begun = await create(context, payments, { customerId, ended: subscriptions.length, trialEnd })
  // Nothing to pay, because the customer's credit covered it.
  if (isGiving(begun)) return alreadyPremium(context, payments, customerId, begun)
  return toPay(payments, begun)
}

/** Returns the answer to a user who has Premium already. */
export const premiumAnswer = ({ subscriptionStatus }: Pick<Buyer, 'subscriptionStatus'>): CreateSubscriptionAnswer => ({
  status: subscriptionStatus === 'trial' ? 'trialing' : 'active',
})

async function accountAtStripe(context: Context, payments: Payments, user: Buyer) {
  const customerId = await customerFor(context, payments, user)
  const { subscriptions, isGone } = await lookUp(payments, customerId)
  if (!isGone) return { customerId, subscriptions }
  // Done while we still know whose customer it was: nothing of theirs is overdue any more.
  await readAgain(context, payments, customerId)
  return { customerId: await replaceCustomer(context, payments, user, customerId), subscriptions: [] }
}

async function alreadyPremium(
  context: Context,
  payments: Payments,
  customerId: string,
  { status }: Stripe.Subscription,
): Promise<CreateSubscriptionAnswer> {
  await readAgain(context, payments, customerId)
  return { status }
}

/**
 * Returns the subscription if it can still be paid, and first then. One that cannot is cancelled, so that it is never
 * charged alongside the next.
 */
async function stillToPay(
  { stripe, priceId }: Payments,
  subscription: Stripe.Subscription,
  trialEnd: Instant | null,
): Promise<Stripe.Subscription | null> {
  if (!isRunning(subscription) && statusOf(subscription) !== 'incomplete') return null
  const isOurPrice = subscription.items.data.every(({ price }) => price.id === priceId)
  const isThen = (subscription.pending_setup_intent ? subscription.trial_end : null) === secondsOf(trialEnd)
  if (isOurPrice && isThen && secretOf(subscription) !== null) return subscription
  await stripe.subscriptions.cancel(subscription.id)
  return null
}

interface Beginning {
  customerId: string
  /**
   * How many the customer has had: two parallel requests see the same number, so the same key yields the same
   * subscription.
   */
  ended: number
  /** When the first payment is due; null: now. */
  trialEnd: Instant | null
}

function create(
  { clock }: Context,
  { stripe, priceId }: Payments,
  { customerId, ended, trialEnd }: Beginning,
): Promise<Stripe.Subscription> {
  // Stripe returns the same failure for a key for a day.
  const moment = Math.floor(clock.now() / (10 * MINUTE))
  const start = secondsOf(trialEnd)
  return stripe.subscriptions.create(
    {
      customer: customerId,
      items: [{ price: priceId }],
      payment_behavior: 'default_incomplete',
      payment_settings: { payment_method_types: ['card'], save_default_payment_method: 'on_subscription' },
      // A card that never came must not become a debt.
      ...(start === null
        ? {}
        : { trial_end: start, trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } } }),
      expand: ['latest_invoice.confirmation_secret', 'pending_setup_intent'],
    },
    { idempotencyKey: `subscription:${customerId}:${priceId}:${ended}:${moment}:${start ?? 'now'}` },
  )
}

/** Stripe counts in seconds. A trial there never ends before ours. */
const secondsOf = (instant: Instant | null): number | null => instant && Math.ceil(msOf(instant) / 1000)

function toPay({ publishableKey }: Payments, subscription: Stripe.Subscription): CreateSubscriptionAnswer {
  const clientSecret = secretOf(subscription)
  if (clientSecret === null) throw new Error('the subscription has nothing to pay')
  const { pending_setup_intent: setup, trial_end: trialEnd } = subscription
  const later = setup && trialEnd !== null ? { firstPayment: toInstant(trialEnd * 1000) } : {}
  return { status: statusOf(subscription), clientSecret, publishableKey, ...later }
}

/** Returns the secret with which the browser pays or, before a first payment that is due later, saves the card. */
function secretOf({ latest_invoice: invoice, pending_setup_intent: setup }: Stripe.Subscription): string | null {
  if (setup) return typeof setup === 'object' ? setup.client_secret : null
  return typeof invoice === 'object' ? (invoice?.confirmation_secret?.client_secret ?? null) : null
}

/** The amount of a price never changes, so one check of each is enough. */
const checked = new WeakSet<Payments>()

async function checkPrice(payments: Payments): Promise<void> {
  if (checked.has(payments)) return
  const price = await payments.stripe.prices.retrieve(payments.priceId)
  const { amount, currency, interval } = PREMIUM_PRICE
  const isRight =
    price.unit_amount === amount &&
    price.currency === currency &&
    price.recurring?.interval === interval &&
    price.recurring.interval_count === 1
  if (!isRight) throw new WrongPrice('the price is not the one of Premium')
  checked.add(payments)
}
