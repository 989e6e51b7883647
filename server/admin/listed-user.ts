import type { UserId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { AdminUser } from '#domain/protocol/admin.ts'
import type { UserRow } from '../accounts/sessions.ts'
import { currentUser } from '../accounts/users.ts'
import type { Context } from '../http/context.ts'

/**
 * Returns an account as /admin lists it, with its current plan. An account that cannot be read is listed without a
 * plan: it hides no others, and can be found and removed.
 */
export function listedUser(row: UserRow, context: Pick<Context, 'config' | 'clock'>): AdminUser {
  const { id, email, firstName, lastName } = row
  return {
    id: id as UserId,
    email,
    firstName: firstName || null,
    lastName: lastName || null,
    ...planOfListed(row, context),
    createdAt: toInstant(row.createdAt.getTime()),
  }
}

type ListedPlan = Pick<AdminUser, 'subscriptionPlan' | 'subscriptionStatus'>

function planOfListed(row: UserRow, { config, clock }: Pick<Context, 'config' | 'clock'>): ListedPlan {
  try {
    const { subscriptionPlan, subscriptionStatus } = currentUser(row, config, clock.now())
    return { subscriptionPlan, subscriptionStatus }
  } catch {
    return { subscriptionPlan: 'free', subscriptionStatus: null }
  }
}
