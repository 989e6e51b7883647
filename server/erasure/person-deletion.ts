import { and, eq } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
import { isUuid } from '#domain/lib/ids.ts'
import { people } from '../db/schema/people.ts'
import { refused } from '../sync/answer.ts'
import { lockState } from '../sync/state.ts'
import { tombstones } from '../sync/tables.ts'
import { type Effect, type WriteScope, writeCall } from '../sync/writes.ts'
import { erasePerson } from './erase-account.ts'

/** Runs for the account that the person belongs to. */
export const deletePersonCall = writeCall({
  method: 'DELETE',
  path: '/api/people/:id',
  body: null,
  worksOn: 'account',
  erases: 'person',
  effect: (scope, { id }) => deletePersonEffect(scope, id),
})

const OWN = () =>
  refused(409, 'own_account', t('Your own person goes with your account: delete the account to delete it.'))
const NOT_FOUND = () => refused(404, 'not_found', t('There is no such person.'))

/**
 * Deletes somebody without sign-in with everything of them: 200. 404 for anybody that does not belong to the account,
 * 409 `own_account` for its own person.
 */
async function deletePersonEffect({ tx, user, now }: WriteScope, id: string): Promise<Effect> {
  if (id === user.id) return OWN()
  if (!isUuid(id)) return NOT_FOUND()
  const [found] = await tx
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.id, id), eq(people.ownerId, user.id)))
  if (!found) return NOT_FOUND()
  // Writes in progress either come before the deletion or are told that the person is gone.
  await lockState(tx, id, now)
  await erasePerson(tx, id, now)
  await tx
    .insert(tombstones)
    .values({ userId: user.id, id, kind: 'person', deletedAt: new Date(now) })
    .onConflictDoNothing()
  return { status: 200, body: { success: true }, changes: 'profile' }
}
