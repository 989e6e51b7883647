import { toInstant } from '#domain/lib/instant.ts'
import type { AdminUser } from '#domain/protocol/admin.ts'
import type { Context } from '../context.ts'
import type { UserRow } from '../services/sessions.ts'
import { currentUser } from '../services/users.ts'

/** An account as /admin lists it, with the plan as it stands now. */
export function listedUser(row: UserRow, { config, clock }: Pick<Context, 'config' | 'clock'>): AdminUser {
  const { id, email, firstName, lastName, subscriptionPlan, subscriptionStatus } = currentUser(
    row,
    config,
    clock.now(),
  )
  return {
    id,
    email,
    firstName,
    lastName,
    subscriptionPlan,
    subscriptionStatus,
    createdAt: toInstant(row.createdAt.getTime()),
  }
}
