import { profileBody } from '#domain/protocol/user.ts'
import { writeCall } from '../sync/writes.ts'
import { editProfileEffect } from './profile.ts'

export const editProfileCall = writeCall({
  method: 'PATCH',
  path: '/api/user/profile',
  body: profileBody,
  worksOn: 'account',
  effect: (scope, { body }) => editProfileEffect(scope, body),
})
