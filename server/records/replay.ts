import { and, eq } from 'drizzle-orm'
import { withOrigin, writtenAt } from '#domain/commands/origins.ts'
import { t } from '#domain/language/translate.ts'
import { uuidSchema } from '#domain/lib/ids-schema.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { AnyRecord } from '#domain/protocol/lists.ts'
import { type Answer, idConflict, refusal, refused } from '../sync/answer.ts'
import { tombstones } from '../sync/tables.ts'
import type { Effect, WriteScope } from '../sync/writes.ts'
import type { Edition } from './edition.ts'
import {
  type Addition,
  type AnyList,
  bury,
  type Held,
  heldRecord,
  insertRecord,
  isInOtherList,
  type RecordList,
  storeRecord,
  wasDeleted,
} from './record-list.ts'

/**
 * The effects of writes that devices replay after a restore (docs/sync-spec.md, S11). They were accepted once, so no
 * current rule refuses them. Conflicts are decided by the original sequences, not by who connects first.
 */

/** The sequence the write had before the restore; never above the commit that replays it. */
const originOf = ({ originalSeq, seq }: WriteScope): number => Math.min(originalSeq ?? seq, seq)

/** Returns why a missing id cannot be written again, or null if it can. */
async function absenceProblem(list: AnyList, { tx, user }: WriteScope, id: string): Promise<Answer | null> {
  const own = and(eq(tombstones.userId, user.id), eq(tombstones.id, id))
  const [buried] = await tx.select({ id: tombstones.id }).from(tombstones).where(own)
  if (buried) return list.gone
  return (await wasDeleted(tx, id)) ? idConflict() : null
}

async function insert(list: AnyList, scope: WriteScope, record: AnyRecord, status: number): Promise<Effect> {
  const { tx, user, now } = scope
  const problem = await absenceProblem(list, scope, record.id)
  if (problem) return problem
  const origins = writtenAt(list.unitsOf(record), originOf(scope))
  if (!(await insertRecord(tx, list, user.id, { record, origins }))) return idConflict()
  await list.plan(tx, user.id, record, now)
  return { status, body: list.listed(record, user, now), changes: list.name }
}

async function update<R extends AnyRecord>(
  list: AnyList,
  { tx, user, now }: WriteScope,
  before: Held<R>,
  after: Held<R>,
): Promise<Effect> {
  const isSame = JSON.stringify(after) === JSON.stringify(before)
  if (isSame) return { status: 200, body: list.listed(before.record, user, now) }
  const record = { ...after.record, updatedAt: toInstant(now) }
  await storeRecord(tx, list, user.id, { record, origins: after.origins })
  await list.plan(tx, user.id, record, now)
  return { status: 200, body: list.listed(record, user, now), changes: list.name }
}

/**
 * Replays an addition: 201 with the existing record or with the one that it brings back; 410 if it was deleted since.
 */
export async function replayAddition<R extends AnyRecord, Add extends Addition, Edit extends Edition>(
  list: RecordList<R, Add, Edit>,
  scope: WriteScope,
  body: Add,
): Promise<Effect> {
  const { user, now } = scope
  const { id = scope.newId(), createdAt = toInstant(now) } = body
  const known = await heldRecord(scope.tx, list, scope.user.id, id)
  if (known) return { status: 201, body: list.listed(known.record, user, now) }
  const added = list.create({ ...body, id, createdAt }, now)
  return added.ok ? insert(list, scope, added.value, 201) : refusal(added.error)
}

/** Replays a record as a device had it from the server up to this sequence: merged unit by unit, or brought back. */
export async function replayRecord<R extends AnyRecord, Add extends Addition, Edit extends Edition>(
  list: RecordList<R, Add, Edit>,
  scope: WriteScope,
  id: string,
  given: R,
): Promise<Effect> {
  if (given.id !== id) return refused(400, 'invalid', t('id must be the id of the address.'), 'id')
  const known = await heldRecord(scope.tx, list, scope.user.id, id)
  if (!known) return insert(list, scope, given, 200)
  return update(list, scope, known, list.merge(known, given, originOf(scope)))
}

/** Replays the parts of an edit that are not older than the record. */
export async function replayEdit<R extends AnyRecord, Add extends Addition, Edit extends Edition>(
  list: RecordList<R, Add, Edit>,
  scope: WriteScope,
  id: string,
  body: Edit,
): Promise<Effect> {
  if (!uuidSchema.safeParse(id).success) return list.notFound
  const known = await heldRecord(scope.tx, list, scope.user.id, id)
  if (!known) return (await absenceProblem(list, scope, id)) ?? list.notFound
  const seq = originOf(scope)
  const edited = list.edit(known, body, { now: scope.now, countingFrom: seq })
  if (!edited.ok) return refusal(edited.error)
  const record = { ...edited.value.record, updatedAt: known.record.updatedAt }
  const origins = withOrigin(known.origins, edited.value.units, seq)
  return update(list, scope, known, { record, origins })
}

/** Replays a deletion: it wins over everything, including what comes back later. */
export async function replayDeletion(list: AnyList, scope: WriteScope, id: string): Promise<Effect> {
  if (!uuidSchema.safeParse(id).success) return list.notFound
  const { tx, user, now } = scope
  const known = await heldRecord(scope.tx, list, scope.user.id, id)
  if (!known && (await absenceProblem(list, scope, id))) return { status: 200, body: { success: true } }
  if (!known && (await isInOtherList(tx, list, id))) return list.notFound
  await bury(tx, list, user.id, id, now)
  return { status: 200, body: { success: true }, changes: list.name }
}
