import { and, eq, sql } from 'drizzle-orm'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { rowsAsJson } from '../db/parameters.ts'
import { users } from '../db/schema/users.ts'
import type { Context } from '../http/context.ts'
import { isAccount } from './is-account.ts'
import { OidcRefusal, type ProvenPerson } from './oidc.ts'
import type { UserRow } from './sessions.ts'
import { identities } from './tables.ts'
import { accountOf } from './users.ts'

const TAKEN = msg(
  'The account of this email address belongs to somebody else at your sign-in provider. Ask whoever runs this Dosewell.',
)

/**
 * Returns the account of a user whom the provider has signed in, found by the provider's subject: a user who comes back
 * with a different address gets the same account. The first time it is the account of the verified address, created if
 * needed. Throws OidcRefusal if that account belongs to another subject: addresses are reassigned, and a new employee
 * must not find a predecessor's doses.
 */
export async function accountOfPerson(
  context: Pick<Context, 'db' | 'clock' | 'random'>,
  person: ProvenPerson,
): Promise<UserRow> {
  const known = await linkedAccount(context, person)
  if (known) return known
  const { issuer, subject, email } = person
  const account = await accountOf(context, email, person)
  const linkedAt = new Date(context.clock.now())
  const link = rowsAsJson(identities, [{ issuer, subject, userId: account.id, linkedAt }])
  // If two sign-ins run in parallel, one of them writes. The next query tells which of the two constraints stopped the
  // other.
  await context.db
    .insert(identities)
    .select(sql`${link} where ${isAccount(account.id)}`)
    .onConflictDoNothing()
  const linked = await linkedAccount(context, person)
  if (linked) return linked
  // If the account was deleted meanwhile, the person who proved the address gets a new one.
  if ((await context.db.$count(users, eq(users.id, account.id))) === 0) return accountOfPerson(context, person)
  throw new OidcRefusal(t(TAKEN))
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
