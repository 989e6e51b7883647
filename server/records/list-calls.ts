import type { $ZodType } from 'zod/v4/core'
import type { AnyRecord } from '#domain/protocol/lists.ts'
import { type WriteCall, writeCall } from '../sync/writes.ts'
import type { Edition } from './edition.ts'
import type { Addition, RecordList } from './record-list.ts'
import { addEffect, deleteEffect, editEffect } from './record-writes.ts'
import { replayAddition, replayDeletion, replayEdit, replayRecord } from './replay.ts'

/** The writes of a list. `putBack` is only used to replay after a restore: a record as a device knew it (S11.5). */
interface ListCalls {
  add: WriteCall
  edit: WriteCall
  remove: WriteCall
  putBack: WriteCall
}

interface Bodies<R, Add, Edit> {
  add: $ZodType<Add>
  edit: $ZodType<Edit>
  record: $ZodType<R>
}

/** Returns the writes of a list, each for its own route and for batches. */
export function listCalls<R extends AnyRecord, Add extends Addition, Edit extends Edition>(
  list: RecordList<R, Add, Edit>,
  bodies: Bodies<R, Add, Edit>,
): ListCalls {
  const path = `/api/${list.name}`
  const own = `${path}/:id`
  return {
    add: writeCall({
      method: 'POST',
      path,
      body: bodies.add,
      effect: (scope, { body }) =>
        scope.originalSeq === null ? addEffect(list, scope, body) : replayAddition(list, scope, body),
    }),
    edit: writeCall({
      method: 'PATCH',
      path: own,
      body: bodies.edit,
      effect: (scope, { id, body }) =>
        scope.originalSeq === null ? editEffect(list, scope, id, body) : replayEdit(list, scope, id, body),
    }),
    remove: writeCall({
      method: 'DELETE',
      path: own,
      body: null,
      erases: list.kind,
      effect: (scope, { id }) =>
        scope.originalSeq === null ? deleteEffect(list, scope, id) : replayDeletion(list, scope, id),
    }),
    putBack: writeCall({
      method: 'PUT',
      path: own,
      body: bodies.record,
      effect: (scope, { id, body }) => replayRecord(list, scope, id, body),
    }),
  }
}
