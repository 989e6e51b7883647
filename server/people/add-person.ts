import { and, eq } from 'drizzle-orm'
import { t } from '#domain/language/translate.ts'
import type { AddPersonBody } from '#domain/protocol/people.ts'
import { MOST_PEOPLE, PERSON_COLOURS } from '#domain/records/person.ts'
import { people } from '../db/schema/people.ts'
import { users } from '../db/schema/users.ts'
import { planAccount } from '../occurrences/due-index.ts'
import { type Answer, refused } from '../sync/answer.ts'
import { tombstones } from '../sync/tables.ts'
import type { Effect, WriteScope } from '../sync/writes.ts'
import { countShared, type PersonRow } from './grants.ts'
import { freeColour, listedPerson, ownPeople } from './people.ts'

const ID_TAKEN = () => refused(409, 'id_conflict', t('Somebody else already has this id.'), 'id')
const FULL = () =>
  refused(409, 'limit_reached', t('You can look after {count} people besides yourself.', { count: MOST_PEOPLE }))

/**
 * Adds somebody without sign-in to the account: 201 with the person. The same id with the same content answers the
 * person that is there; an id that was ever used otherwise is 409 `id_conflict`. 409 `limit_reached` for one too many.
 */
export async function addPersonEffect(scope: WriteScope, asked: AddPersonBody): Promise<Effect> {
  const { tx, user, now } = scope
  const own = await ownPeople(tx, user.id)
  const known = own.find(({ id }) => id === asked.id)
  if (known) return answerKnown(known, asked)
  if (own.length + (await countShared(tx, user.id, now)) >= MOST_PEOPLE) return FULL()
  const [account] = await tx.select({ colour: users.colour }).from(users).where(eq(users.id, user.id))
  const row: PersonRow = {
    id: asked.id ?? scope.newId(),
    ownerId: user.id,
    name: asked.name,
    colour: asked.colour ?? freeColour([account?.colour ?? PERSON_COLOURS[0], ...own.map(({ colour }) => colour)]),
    relation: asked.relation || null,
    timeZone: asked.timeZone ?? user.zone,
    emergency: asked.emergency ?? null,
    createdAt: new Date(now),
  }
  if (await isTaken(scope, row.id)) return ID_TAKEN()
  const added = await tx.insert(people).values(row).onConflictDoNothing().returning({ id: people.id })
  if (added.length === 0) return ID_TAKEN()
  await planAccount(tx, row.id, now)
  return { status: 201, body: listedPerson(row), changes: 'profile' }
}

function answerKnown(known: PersonRow, asked: AddPersonBody): Answer {
  // A card says nothing of who it is, and may have been edited since.
  const { id: _, emergency: _card, ...fields } = asked
  const isSame = Object.entries(fields).every(([field, value]) => (value || null) === known[field as keyof PersonRow])
  return isSame ? { status: 201, body: listedPerson(known) } : ID_TAKEN()
}

/** Returns whether the id is an account's, or was a person's. */
async function isTaken({ tx }: WriteScope, id: string): Promise<boolean> {
  const accounts = await tx.$count(users, eq(users.id, id))
  return accounts > 0 || (await tx.$count(tombstones, and(eq(tombstones.id, id), eq(tombstones.kind, 'person')))) > 0
}
