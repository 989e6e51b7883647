import type { Stripe } from 'stripe'
import { isPremium } from '#domain/access/plan.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import { type CreateSubscriptionAnswer, PREMIUM_PRICE } from '#domain/protocol/subscription.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import type { Context } from '../http/context.ts'
import { customerFor, replaceCustomer } from './customers.ts'
import { lookUp, readAgain } from './read-again.ts'
import type { Payments } from './stripe.ts'
import { countingSubscription, isGiving, isRunning } from './subscription-facts.ts'

type Buyer = Pick<CurrentUser, 'id' | 'email' | 'subscriptionStatus' | 'subscriptionPlan'>

/** The price that the operator named is not the one that the pages say. */
export class WrongPrice extends Error {}

/**
 * What there is to pay for Premium: a new subscription that begins with its first payment, or the one that was begun before
 * and not paid. Who has Premium, here or at Stripe, hears so and pays nothing. Rejects when Stripe does not answer.
 */
export async function beginSubscription(
  context: Context,
  payments: Payments,
  user: Buyer,
): Promise<CreateSubscriptionAnswer> {
  if (isPremium(user)) return { status: user.subscriptionStatus === 'trial' ? 'trialing' : 'active' }
  await checkPrice(payments)
  const { customerId, subscriptions } = await accountAtStripe(context, payments, user)
  const counting = countingSubscription(subscriptions)
  if (counting && isGiving(counting)) return alreadyPremium(context, payments, customerId, counting)
  const open = counting && (await stillToPay(payments, counting))
  if (open) return toPay(payments, open)
  const begun = await create(context, payments, customerId, subscriptions.length)
  // Nothing to pay: a credit of the customer covered it.
  if (isGiving(begun)) return alreadyPremium(context, payments, customerId, begun)
  return toPay(payments, begun)
}

async function accountAtStripe(context: Context, payments: Payments, user: Buyer) {
  const customerId = await customerFor(context, payments, user)
  const { subscriptions, isGone } = await lookUp(payments, customerId)
  if (!isGone) return { customerId, subscriptions }
  // While it is known whose they were: nothing of theirs is overdue any more.
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

/** The subscription itself while it can still be paid; one that cannot is ended, so that it never charges beside the next. */
async function stillToPay(
  { stripe, priceId }: Payments,
  subscription: Stripe.Subscription,
): Promise<Stripe.Subscription | null> {
  if (!isRunning(subscription) && subscription.status !== 'incomplete') return null
  const isOurPrice = subscription.items.data.every(({ price }) => price.id === priceId)
  if (isOurPrice && secretOf(subscription) !== null) return subscription
  await stripe.subscriptions.cancel(subscription.id)
  return null
}

/**
 * @param ended how many the customer had: two requests at once see the same number, and the same key is the same subscription
 */
function create(
  { clock }: Context,
  { stripe, priceId }: Payments,
  customer: string,
  ended: number,
): Promise<Stripe.Subscription> {
  // A failure under a key is given again for a day.
  const moment = Math.floor(clock.now() / (10 * MINUTE))
  return stripe.subscriptions.create(
    {
      customer,
      items: [{ price: priceId }],
      payment_behavior: 'default_incomplete',
      payment_settings: { payment_method_types: ['card'], save_default_payment_method: 'on_subscription' },
      expand: ['latest_invoice.confirmation_secret'],
    },
    { idempotencyKey: `subscription:${customer}:${priceId}:${ended}:${moment}` },
  )
}

function toPay({ publishableKey }: Payments, subscription: Stripe.Subscription): CreateSubscriptionAnswer {
  const clientSecret = secretOf(subscription)
  if (clientSecret === null) throw new Error('the subscription has nothing to pay')
  return { status: subscription.status, clientSecret, publishableKey }
}

function secretOf({ latest_invoice: invoice }: Stripe.Subscription): string | null {
  return typeof invoice === 'object' ? (invoice?.confirmation_secret?.client_secret ?? null) : null
}

/** Prices do not change their amount, so that one look at each is enough. */
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
