import { eq } from 'drizzle-orm'
import { isPremium } from '#domain/access/plan.ts'
import { currentUser } from '../accounts/users.ts'
import type { Database } from '../db/database.ts'
import { users } from '../db/schema/users.ts'
import type { Context } from '../http/context.ts'

/**
 * Returns the account of an address and whether its messages come first, since priority support is part of Premium.
 * Anyone forging the sender's address gains no more than a place in the list.
 */
export async function senderOf(
  db: Database,
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  address: string,
): Promise<{ userId: string | null; isPriority: boolean }> {
  const [row] = await db.select().from(users).where(eq(users.email, address.toLowerCase()))
  if (!row) return { userId: null, isPriority: false }
  return { userId: row.id, isPriority: isPremium(currentUser(row, config, clock.now())) }
}
