import { eq } from 'drizzle-orm'
import { withProfileOrigin } from '#domain/commands/profile-effects.ts'
import { type Emergency, isEmptyCard } from '#domain/records/emergency-card.ts'
import type { Database } from '../db/database.ts'
import { people } from '../db/schema/people.ts'
import { users } from '../db/schema/users.ts'

/** An emergency card as it stands in an export, not checked yet. */
export interface FoundCard {
  file: string
  /** Which entry of the file's list it belongs to, counted from 1. */
  entry: number
  value: unknown
}

/** Returns what was typed for the emergency card of a person, without sign-in or not; null if nothing was. */
export async function readCard(db: Database, id: string): Promise<Emergency | null> {
  const [person] = await db.select({ emergency: people.emergency }).from(people).where(eq(people.id, id))
  const [row] = person ? [person] : await db.select({ emergency: users.emergency }).from(users).where(eq(users.id, id))
  return row?.emergency && !isEmptyCard(row.emergency) ? row.emergency : null
}

/** Writes the card of a person, without sign-in or not, as the change with this sequence. */
export async function writeCard(
  tx: Database,
  id: string,
  { emergency, seq, now }: { emergency: Emergency; seq: number; now: number },
): Promise<void> {
  const set = await tx.update(people).set({ emergency }).where(eq(people.id, id)).returning({ id: people.id })
  if (set.length > 0) return
  const [row] = await tx.select({ profileOrigins: users.profileOrigins }).from(users).where(eq(users.id, id))
  const profileOrigins = withProfileOrigin(row?.profileOrigins ?? {}, { emergency }, seq)
  await tx
    .update(users)
    .set({ emergency, profileOrigins, updatedAt: new Date(now) })
    .where(eq(users.id, id))
}
