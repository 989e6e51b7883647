import type { Stripe } from 'stripe'
import { isPremium } from '#domain/access/plan.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { withFacts } from '#domain/plans/payment.ts'
import { standingAt } from '#domain/plans/plan-state.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import type { Context } from '../http/context.ts'
import { storedPlan } from '../plans/plan-row.ts'
import { providerAccountOf } from '../plans/provider-state.ts'
import { lookUp, readAgain } from './read-again.ts'
import { isMissing, type Payments } from './stripe.ts'
import { factsOf, isGiving, isRunning } from './subscription-facts.ts'

const CANCELLED = msg('Your subscription is cancelled. Nothing more is charged.')

/**
 * Cancels what the user pays for: a paid period runs to its end, and an overdue one ends immediately. Returns the
 * sentence for the user, with the day on which Premium ends, whatever it is based on. Returns null if nothing was paid
 * for, or if the paid subscription is over and Premium comes from something else. Repeating the call changes nothing
 * and returns the same, even if Stripe has cancelled and this server has not been told. Rejects if Stripe does not
 * respond before everything is cancelled.
 * @param onFault called if Stripe could not be read again afterwards; the cancellation stands, and a webhook will
 * report it
 */
export async function cancelPaid(
  context: Context,
  payments: Payments,
  user: Pick<CurrentUser, 'id' | 'timeZone'>,
  onFault: (error: unknown) => void,
): Promise<string | null> {
  const customerId = (await providerAccountOf(context.db, user.id))?.customerId
  if (!customerId) return null
  const { subscriptions } = await lookUp(payments, customerId)
  const running = subscriptions.filter(isRunning)
  const ended: Stripe.Subscription[] = []
  for (const one of running) ended.push(...(await end(payments, one)))
  const reading = readAgain(context, payments, customerId)
  await (running.length > 0 ? reading.catch(onFault) : reading)

  const state = await storedPlan(context.db, user.id)
  // What Stripe has just returned is true, whether or not reading it again succeeded.
  const known = ended
    .map((one) => factsOf(customerId, one, { at: Number.POSITIVE_INFINITY, known: state.payments }))
    .reduce(withFacts, state.payments)
  const plan = standingAt({ ...state, payments: known }, context.clock.now())
  if (running.length === 0) {
    const isOver = plan.subscriptionStatus === 'canceled' && known.some(({ status }) => status === 'canceled')
    return isOver ? t(CANCELLED) : null
  }
  if (!isPremium(plan) || plan.subscriptionEndsAt === null) return t(CANCELLED)
  const { date } = localAt(Date.parse(plan.subscriptionEndsAt), user.timeZone ?? 'UTC')
  return t('Premium stays until {date}. Nothing more is charged.', { date: formatDate(date) })
}

/** Cancels a subscription and returns it as it is afterwards; nothing if it ended on its own in the meantime. */
async function end({ stripe }: Payments, subscription: Stripe.Subscription): Promise<[Stripe.Subscription] | []> {
  try {
    return isGiving(subscription)
      ? [await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })]
      : [await stripe.subscriptions.cancel(subscription.id)]
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
