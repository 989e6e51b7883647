import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPremium } from '#domain/access/plan.ts'
import { NO_PLAN } from '#domain/plans/plan-state.ts'
import { RECIPIENT_TYPES } from '#domain/protocol/admin.ts'
import { currentUser } from '../accounts/users.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { users } from '../testing/tables.ts'
import { isInAudience } from './audience.ts'

let server: TestApp
beforeAll(async () => {
  server = await testApp()
})
afterAll(() => server.close())

const STATUSES = [null, 'trial', 'active', 'past_due', 'canceled', 'expired']

it('an audience holds exactly those whom the one rule of plans puts there, at this instant', async () => {
  const now = server.clock.now()
  const created = new Date(now)
  const instants = [null, new Date(now - 1), new Date(now), new Date(now + 1)]
  const cases = STATUSES.flatMap((subscriptionStatus) =>
    ['free', 'premium'].flatMap((subscriptionPlan) =>
      instants.map((end) => ({
        subscriptionStatus,
        subscriptionPlan,
        subscriptionEndsAt: end,
        planDueAt: end,
        planState: end && { ...NO_PLAN, trialEndsAt: subscriptionStatus === 'trial' ? end.getTime() : null },
      })),
    ),
  )
  await server.db.insert(users).values(
    cases.map((plan) => {
      const id = randomUUID()
      return { id, email: `${id}@example.org`, createdAt: created, updatedAt: created, ...plan }
    }),
  )
  const rows = await server.db.select().from(users)
  const kindOf = (row: (typeof rows)[number]) => {
    const user = currentUser(row, server.config, now)
    if (!isPremium(user)) return 'free'
    return user.subscriptionStatus === 'trial' ? 'trial' : 'premium'
  }
  for (const audience of RECIPIENT_TYPES) {
    if (audience === 'individual') continue
    const found = await server.db.select().from(users).where(isInAudience(audience, now))
    const expected = rows.filter((row) => audience === 'all' || kindOf(row) === audience)
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(expected.map(({ id }) => id)))
    expect(expected.length).toBeGreaterThan(0)
  }
})
