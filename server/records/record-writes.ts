import { sql } from 'drizzle-orm'
import { writtenAt } from '#domain/commands/origins.ts'
import type { Refusal } from '#domain/commands/refusal.ts'
import { uuidSchema } from '#domain/lib/ids-schema.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { AnyRecord } from '#domain/protocol/lists.ts'
import { idConflict, refusal } from '../sync/answer.ts'
import type { Effect, WriteScope } from '../sync/writes.ts'
import type { Edition } from './edition.ts'
import { recordsAlike } from './record-likeness.ts'
import {
  type Addition,
  type AnyList,
  bury,
  heldRecord,
  insertRecord,
  ownedBy,
  type RecordList,
  storeRecord,
  tableOf,
  wasDeleted,
} from './record-list.ts'

/**
 * Adds a record: 201 with the record. The same id with the same content returns the existing record. With other
 * content, or if the id ever belonged to another user or was deleted, it is 409 `id_conflict` (readings, Medications).
 */
export async function addEffect<R extends AnyRecord, Add extends Addition, Edit extends Edition>(
  list: RecordList<R, Add, Edit>,
  scope: WriteScope,
  body: Add,
): Promise<Effect> {
  const { tx, user, now } = scope
  const { id = scope.newId(), createdAt = toInstant(now) } = body
  const added = list.create({ ...body, id, createdAt }, now)
  const known = body.id ? await heldRecord(tx, list, user.id, id) : null
  if (known) {
    const isSame = added.ok && list.contentOf(known.record) === list.contentOf(added.value)
    return isSame ? { status: 201, body: list.listed(known.record, user, now) } : idConflict()
  }
  if (body.id && (await wasDeleted(tx, id))) return idConflict()
  if (!added.ok) return refusal(added.error)
  const record = added.value
  const clash = body.allowDuplicate ? null : await clashOf(list, scope, record)
  const problem = clash ?? (await list.reference(tx, user.id, record, null))
  if (problem) return refusal(problem)
  if (!(await insertRecord(tx, list, user.id, { record, origins: {} }))) return idConflict()
  await list.plan(tx, user.id, record, now, { before: null, madeAt: record.createdAt })
  return { status: 201, body: list.listed(record, user, now), changes: list.name }
}

/** Edits a record: 200 with the record. A request that changes nothing is not a commit. */
export async function editEffect<R extends AnyRecord, Add extends Addition, Edit extends Edition>(
  list: RecordList<R, Add, Edit>,
  scope: WriteScope,
  id: string,
  body: Edit,
): Promise<Effect> {
  const { tx, user, now, seq } = scope
  const before = (await heldRecord(tx, list, user.id, id))?.record
  if (!before) return list.notFound
  const objection = list.objection(before, body)
  if (objection) return refusal(objection)
  const edited = list.edit({ record: before, origins: {} }, body, { now })
  if (!edited.ok) return refusal(edited.error)
  const { record: after, units } = edited.value
  const isAsAlike = list.likenessOf(before) === list.likenessOf(after)
  const clash = isAsAlike ? null : await clashOf(list, scope, after)
  const problem = clash ?? (await list.reference(tx, user.id, after, before))
  if (problem) return refusal(problem)
  if (isSameContent(before, after)) return { status: 200, body: list.listed(before, user, now) }
  const written = JSON.stringify(writtenAt(units, seq))
  const origins = sql`${tableOf(list).origins} || ${written}::jsonb`
  await storeRecord(tx, list, user.id, { record: after, origins })
  await list.plan(tx, user.id, after, now, { before, madeAt: body.editedAt ?? toInstant(now) })
  return { status: 200, body: list.listed(after, user, now), changes: list.name }
}

/**
 * Only reads records that resemble this one: a batch of a thousand calls about a thousand records reads each once, not
 * a thousand times.
 */
const clashOf = async <R extends AnyRecord, Add extends Addition, Edit extends Edition>(
  list: RecordList<R, Add, Edit>,
  { tx, user, now }: WriteScope,
  record: R,
): Promise<Refusal | null> => list.clash(record, await recordsAlike(tx, list, user.id, [record]), { user, now })

/**
 * Returns whether they differ only in when they were changed. Keys that come from jsonb are in a different order than
 * in a new object.
 */
const isSameContent = (a: AnyRecord, b: AnyRecord): boolean =>
  sorted({ ...a, updatedAt: null, changedAt: null }) === sorted({ ...b, updatedAt: null, changedAt: null })

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/** Deletes a record with everything that belongs to it and leaves a tombstone; a second time responds 404. */
export async function deleteEffect(list: AnyList, { tx, user, now }: WriteScope, id: string): Promise<Effect> {
  if (!uuidSchema.safeParse(id).success) return list.notFound
  const table = tableOf(list)
  const found = await tx
    .select({ id: table.id })
    .from(table)
    .where(ownedBy(list, user, id))
  if (found.length === 0) return list.notFound
  await bury(tx, list, user.id, id, now)
  return { status: 200, body: { success: true }, changes: list.name }
}
