import { eq } from 'drizzle-orm'
import { errorBodySchema } from '#domain/protocol/errors.ts'
import { handOverAnswer, handOverBody } from '#domain/protocol/hand-over.ts'
import { profileBody, verifyAgeAnswer, verifyAgeBody } from '#domain/protocol/user.ts'
import { currentUserSchema } from '#domain/records/user.ts'
import type { Routes } from '../context.ts'
import { users } from '../db/schema/index.ts'
import { transaction } from '../db/transaction.ts'
import { ApiError } from '../errors.ts'
import { accountOf } from '../plugins/access.ts'
import { planAccount } from '../reminders/due-index.ts'
import { verifyAge } from '../services/age.ts'
import { requireLostAccount } from '../services/hand-over.ts'
import { currentUser } from '../services/users.ts'

const refusals = {
  400: errorBodySchema,
  401: errorBodySchema,
  403: errorBodySchema,
  409: errorBodySchema,
  410: errorBodySchema,
}

/** The signed-in person: who they are, how old, and how they want to be called. */
export const userRoutes: Routes = async (app, context) => {
  const { db, clock, config } = context
  const onRequest = app.requireUse('account')

  app.get(
    '/api/auth/user',
    { onRequest, schema: { response: { 200: currentUserSchema, ...refusals } } },
    async (request) => accountOf(request).user,
  )

  app.post(
    '/api/user/verify-age',
    { onRequest, schema: { body: verifyAgeBody, response: { 200: verifyAgeAnswer, ...refusals } } },
    async (request) => verifyAge(context, accountOf(request).user.id, request.body),
  )

  app.post(
    '/api/user/hand-over',
    {
      onRequest: app.requireUse('health'),
      schema: { body: handOverBody, response: { 200: handOverAnswer, ...refusals } },
    },
    async (request) => {
      await requireLostAccount(context, request.body.from)
      return { allowed: true as const }
    },
  )

  app.patch(
    '/api/user/profile',
    { onRequest, schema: { body: profileBody, response: { 200: currentUserSchema, ...refusals } } },
    async (request) => {
      const now = clock.now()
      const { firstName, lastName, timeZone } = request.body
      const { id } = accountOf(request).user
      const row = await transaction(db, async (tx) => {
        const [changed] = await tx
          .update(users)
          .set({
            ...(firstName === undefined ? {} : { firstName }),
            ...(lastName === undefined ? {} : { lastName }),
            ...(timeZone === undefined ? {} : { timeZone }),
            updatedAt: new Date(now),
          })
          .where(eq(users.id, id))
          .returning()
        // In the same transaction, or reminders would go on in the old zone (docs/reminders.md, R2.1).
        if (changed && timeZone !== undefined) await planAccount(tx, id, now)
        return changed
      })
      if (!row) throw new ApiError(410, 'account_gone', 'This account was deleted.')
      return currentUser(row, config, now)
    },
  )
}
