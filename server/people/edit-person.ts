import { eq } from 'drizzle-orm'
import { withProfileOrigin } from '#domain/commands/profile-effects.ts'
import { t } from '#domain/language/translate.ts'
import type { EditPersonBody } from '#domain/protocol/people.ts'
import { currentUser } from '../accounts/users.ts'
import { people } from '../db/schema/people.ts'
import { users } from '../db/schema/users.ts'
import { planAccount } from '../occurrences/due-index.ts'
import { refused } from '../sync/answer.ts'
import type { Effect, WriteScope } from '../sync/writes.ts'
import { listedPerson, listedSelf } from './people.ts'

const OF_PROFILE = (field: string) =>
  refused(
    400,
    'invalid',
    t('{field} of your own person cannot be set here: it comes from your profile.', { field }),
    field,
  )

/**
 * Changes what was sent, as the latest to arrive: 200 with the person. A new zone replans everything of the person in
 * the same transaction (docs/reminders.md, R2.1). Of the account's own person only the colour and the
 * emergency card can be changed: anything else is 400.
 */
export async function editPersonEffect(scope: WriteScope, asked: EditPersonBody): Promise<Effect> {
  const { tx, user, now } = scope
  const changes = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
  const [row] = await tx.select().from(people).where(eq(people.id, user.id)).for('update')
  if (!row) return editSelf(scope, asked)
  const isChange = Object.keys(changes).length > 0
  const set = { ...changes, ...(asked.relation === undefined ? {} : { relation: asked.relation || null }) }
  const after = isChange ? (await tx.update(people).set(set).where(eq(people.id, row.id)).returning())[0] : row
  if (asked.timeZone !== undefined && asked.timeZone !== row.timeZone) await planAccount(tx, row.id, now)
  return { status: 200, body: listedPerson(after ?? row), ...(isChange ? { changes: 'profile' as const } : {}) }
}

async function editSelf({ tx, user, now, seq, config }: WriteScope, asked: EditPersonBody): Promise<Effect> {
  const other = (['name', 'relation', 'timeZone'] as const).find((field) => asked[field] !== undefined)
  if (other) return OF_PROFILE(other)
  const isSelf = eq(users.id, user.id)
  const [before] = await tx.select().from(users).where(isSelf).for('update')
  if (!before) return refused(410, 'account_gone', t('This account was deleted.'))
  const { colour, emergency } = asked
  const card = emergency && {
    emergency,
    profileOrigins: withProfileOrigin(before.profileOrigins, { emergency }, seq),
  }
  const isChange = colour !== undefined || card !== undefined
  const [row = before] = isChange
    ? await tx
        .update(users)
        .set({ ...(colour && { colour }), ...card })
        .where(isSelf)
        .returning()
    : []
  const body = listedSelf(currentUser(row, config, now), row.colour)
  return { status: 200, body, ...(isChange ? { changes: 'profile' as const } : {}) }
}
