import type { UserId } from '../lib/ids.ts'
import type { ListedPerson } from './person.ts'
import type { CurrentUser } from './user.ts'

/**
 * Returns somebody whom an account looks after in the form in which screens know their user: the plan, the age and the
 * address are the account's; the id, the name and the plan zone their own.
 */
export const asUser = (account: CurrentUser, { id, name, timeZone }: ListedPerson): CurrentUser => ({
  ...account,
  id: id as string as UserId,
  firstName: name,
  lastName: null,
  timeZone,
})
