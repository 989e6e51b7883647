import { and, eq } from 'drizzle-orm'
import { type Answer, refused } from './answer.ts'
import { tombstones } from './tables.ts'
import type { WriteScope } from './writes.ts'

/**
 * Returns why an entry of a log is refused whose medication the account does not have: 410 if it was deleted, 404 if it
 * never existed. `name`: what the entry calls it.
 */
export async function missingMedication(
  { tx, user }: Pick<WriteScope, 'tx' | 'user'>,
  id: string,
  name = 'This medication',
): Promise<Answer> {
  const [deleted] = await tx
    .select({ id: tombstones.id })
    .from(tombstones)
    .where(and(eq(tombstones.userId, user.id), eq(tombstones.id, id)))
  if (!deleted) return refused(404, 'not_found', 'There is no such medication.', 'medicationId')
  return refused(410, 'medication_gone', `${name} was deleted on another device.`, 'medicationId')
}
