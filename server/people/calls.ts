import { addPersonBody, editPersonBody } from '#domain/protocol/people.ts'
import { writeCall } from '../sync/writes.ts'
import { addPersonEffect } from './add-person.ts'
import { editPersonEffect } from './edit-person.ts'

/** Runs for the account that the person will belong to. */
export const addPersonCall = writeCall({
  method: 'POST',
  path: '/api/people',
  body: addPersonBody,
  worksOn: 'account',
  effect: (scope, { body }) => addPersonEffect(scope, body),
})

/** Runs for the person. */
export const editPersonCall = writeCall({
  method: 'PATCH',
  path: '/api/people/:id',
  body: editPersonBody,
  effect: (scope, { body }) => editPersonEffect(scope, body),
})
