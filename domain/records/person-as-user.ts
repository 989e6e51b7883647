import type { UserId } from '../lib/ids.ts'
import type { ListedPerson } from './person.ts'
import type { CurrentUser } from './user.ts'

/**
 * Returns somebody whom an account looks after in the form in which screens know their user: the age and the address are
 * the account's; the id, the name and the plan zone their own; the plan that of the account that owns them;
 * the emergency card is theirs.
 */
export const asUser = (
  account: CurrentUser,
  { id, name, timeZone, hasPremium, emergency }: ListedPerson,
): CurrentUser => ({
  ...account,
  ...(hasPremium === null ? {} : hasPremium ? PREMIUM : FREE),
  id: id as string as UserId,
  firstName: name,
  lastName: null,
  timeZone,
  emergency,
})

const PREMIUM = { subscriptionStatus: 'active', subscriptionPlan: 'premium', subscriptionEndsAt: null } as const
const FREE = { subscriptionStatus: null, subscriptionPlan: 'free', subscriptionEndsAt: null } as const
