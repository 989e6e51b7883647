import { and, eq } from 'drizzle-orm'
import { users } from '../db/schema/users.ts'
import type { Context } from '../http/context.ts'
import { OidcRefusal, type ProvenPerson } from './oidc.ts'
import type { UserRow } from './sessions.ts'
import { identities } from './tables.ts'
import { accountOf } from './users.ts'

const TAKEN =
  'The account of this email address belongs to somebody else at your sign-in provider. Ask whoever runs this Dosewell.'

/**
 * The account of whom the provider has signed in, by its own name for the person: whoever comes back with another address comes back
 * to the same account. The first time it is the account of the verified address, made if there is none. Throws OidcRefusal when that
 * account is another subject's: addresses are given out again, and a new employee must not find the doses of the last one.
 */
export async function accountOfPerson(context: Context, person: ProvenPerson): Promise<UserRow> {
  const known = await linkedAccount(context, person)
  if (known) return known
  const { issuer, subject, email } = person
  const account = await accountOf(context, email, person)
  const linkedAt = new Date(context.clock.now())
  // Of two sign-ins at once one writes; which of both constraints stopped the other, the next question tells.
  await context.db.insert(identities).values({ issuer, subject, userId: account.id, linkedAt }).onConflictDoNothing()
  const linked = await linkedAccount(context, person)
  if (!linked) throw new OidcRefusal(TAKEN)
  return linked
}

async function linkedAccount(
  { db }: Pick<Context, 'db'>,
  { issuer, subject }: Pick<ProvenPerson, 'issuer' | 'subject'>,
): Promise<UserRow | undefined> {
  const [found] = await db
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)))
  return found?.user
}
