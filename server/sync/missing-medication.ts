import { and, eq } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
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
  name?: string,
): Promise<Answer> {
  const [deleted] = await tx
    .select({ id: tombstones.id })
    .from(tombstones)
    .where(and(eq(tombstones.userId, user.id), eq(tombstones.id, id)))
  if (!deleted) return refused(404, 'not_found', t('There is no such medication.'), 'medicationId')
  const gone = name
    ? t('{name} was deleted on another device.', { name })
    : t('This medication was deleted on another device.')
  return refused(410, 'medication_gone', gone, 'medicationId')
}
