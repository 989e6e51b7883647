import type { PaymentFacts } from '#domain/plans/payment.ts'
import { transaction } from '../db/transaction.ts'
import type { Context } from '../http/context.ts'
import { type Mover, tellOfPlan } from '../plans/move-plan.ts'
import { applyProviderState } from '../plans/provider-state.ts'

/**
 * Applies what the payment provider says about a subscription now, without HTTP. Returns the effect on the plan:
 * `unchanged` for facts older than the known ones, `gone` for a deleted account.
 * @param mover who caused it, if not the provider: the user who cancels
 */
export async function providerSays(
  context: Pick<Context, 'db' | 'clock' | 'changeNotifications' | 'facts'>,
  userId: string,
  facts: PaymentFacts,
  mover: Mover = { by: 'provider' },
): Promise<'applied' | 'unchanged' | 'gone'> {
  const moved = await transaction(context.db, (tx) =>
    applyProviderState(tx, userId, facts, { mover, now: context.clock.now() }),
  )
  if (!moved) return 'gone'
  tellOfPlan(context, moved)
  return moved.isChanged ? 'applied' : 'unchanged'
}
