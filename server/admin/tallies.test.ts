// On both databases: triggers.
import { randomUUID } from 'node:crypto'
import { count, eq, inArray, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { MedicationId } from '#domain/lib/ids.ts'
import { sampleMedication } from '#domain/testing/samples.ts'
import type { Database, OpenDatabase } from '../db/database.ts'
import { transaction } from '../db/transaction.ts'
import { freshDatabase } from '../testing/database.ts'
import { medications, planEvents, tallies, users } from '../testing/tables.ts'
import { foldTallies, readTallies } from './tallies.ts'

let database: OpenDatabase
let db: Database
beforeEach(async () => {
  database = await freshDatabase()
  db = database.db
})
afterEach(() => database.close())

const NOVEMBER = new Date('2026-11-30T23:59:59.999Z')
const DECEMBER = new Date('2026-12-01T00:00:00.000Z')

const account = (fields: Partial<typeof users.$inferInsert> = {}) => {
  const id = randomUUID()
  return { id, email: `${id}@example.org`, createdAt: NOVEMBER, updatedAt: NOVEMBER, ...fields }
}
const PREMIUM = { subscriptionPlan: 'premium', subscriptionStatus: 'trial' }

function medication(createdAt: Date) {
  const id = randomUUID() as MedicationId
  const record = sampleMedication({ id, createdAt: createdAt.toISOString() as never })
  return { id, userId: randomUUID(), record }
}

const counted = () => readTallies(db, '2026-11')

it('nothing is zero', async () => {
  const none = { all: 0, inMonth: 0 }
  expect(await counted()).toEqual({ users: none, premium: none, medications: none, subscriptions: none })
})

it('a month is one of UTC, to the millisecond', async () => {
  await db.insert(users).values([account(), account({ createdAt: DECEMBER })])
  await db.insert(medications).values([medication(NOVEMBER), medication(DECEMBER), medication(DECEMBER)])
  expect(await counted()).toMatchObject({
    users: { all: 2, inMonth: 1 },
    medications: { all: 3, inMonth: 1 },
  })
})

it('a row that goes is counted off in the month that it came in', async () => {
  const [old, young] = [account(), account({ createdAt: DECEMBER, ...PREMIUM })]
  await db.insert(users).values([old, young])
  await db.delete(users).where(inArray(users.id, [old.id, young.id]))
  expect(await counted()).toMatchObject({ users: { all: 0, inMonth: 0 }, premium: { all: 0 } })
})

it('an address that signs up twice at once is one account', async () => {
  const one = account()
  await db.insert(users).values(one)
  await db
    .insert(users)
    .values({ ...account(), email: one.email })
    .onConflictDoNothing()
  expect(await counted()).toMatchObject({ users: { all: 1 } })
})

it.each([
  ['trial', 'premium', 1],
  ['active', 'premium', 1],
  ['past_due', 'premium', 0],
  ['active', 'free', 0],
  [null, 'free', 0],
])(
  'status %s with plan %s counts as %i premium, whether it is so from the start or becomes so',
  async (subscriptionStatus, subscriptionPlan, premium) => {
    const [first, second] = [account({ subscriptionStatus, subscriptionPlan }), account()]
    await db.insert(users).values([first, second])
    expect(await counted()).toMatchObject({ premium: { all: premium } })
    await db.update(users).set({ subscriptionStatus, subscriptionPlan }).where(eq(users.id, second.id))
    expect(await counted()).toMatchObject({ premium: { all: 2 * premium } })
    await db.update(users).set({ subscriptionStatus: 'expired', subscriptionPlan: 'free' })
    expect(await counted()).toMatchObject({ premium: { all: 0 } })
  },
)

it.each<[string | null, string | null, string, number]>([
  [null, 'active', 'premium', 1],
  ['trial', 'active', 'premium', 1],
  ['expired', 'active', 'premium', 1],
  ['canceled', 'active', 'premium', 1],
  ['active', 'active', 'premium', 0],
  ['past_due', 'active', 'premium', 0],
  [null, 'trial', 'premium', 0],
  ['active', 'canceled', 'free', 0],
])(
  'from %s to %s with plan %s is %i new subscription, in its month, until it goes with the account',
  async (fromStatus, toStatus, toPlan, isNew) => {
    const line = {
      userId: randomUUID(),
      recordedAt: DECEMBER,
      by: 'provider',
      why: 'payment-told',
      details: {},
    } as const
    const move = { fromStatus, fromPlan: 'free', toStatus, toPlan } as never as {
      fromPlan: 'free'
      toPlan: 'free'
    }
    await db.insert(planEvents).values([
      { ...line, ...move, at: NOVEMBER },
      { ...line, ...move, at: DECEMBER },
    ])
    expect(await counted()).toMatchObject({ subscriptions: { all: 2 * isNew, inMonth: isNew } })
    await db.delete(planEvents)
    expect(await counted()).toMatchObject({ subscriptions: { all: 0, inMonth: 0 } })
  },
)

it('what is rolled back is not counted', async () => {
  const fault = transaction(db, async (tx) => {
    await tx.insert(users).values(account(PREMIUM))
    throw new Error('not so')
  })
  await expect(fault).rejects.toThrow('not so')
  expect(await counted()).toMatchObject({ users: { all: 0 }, premium: { all: 0 } })
})

it('adding them up changes no count and leaves one row for each kind and month', async () => {
  await db.insert(users).values([account(PREMIUM), account()])
  await db.insert(users).values(account({ createdAt: DECEMBER }))
  await db.insert(medications).values(medication(NOVEMBER))
  const gone = account({ createdAt: new Date('2020-01-01T00:00:00Z') })
  await db.insert(users).values(gone)
  await db.delete(users).where(eq(users.id, gone.id))
  const before = await counted()
  await foldTallies(db)
  await foldTallies(db)
  expect(await counted()).toEqual(before)
  const rows = await db.select({ what: tallies.what, month: tallies.month }).from(tallies)
  expect(rows.map(({ what, month }) => `${what} ${month}`.trim()).sort()).toEqual([
    'medications 2026-11',
    'premium',
    'users 2026-11',
    'users 2026-12',
  ])
})

it('adding them up while others write, and twice at the same time, loses and doubles nothing', async () => {
  await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      if (index % 4 === 0) return foldTallies(db)
      await db.insert(users).values(account(index % 2 ? PREMIUM : {}))
    }),
  )
  const [rows] = await db
    .select({
      all: count(),
      premium: sql`count(*) filter (where ${users.subscriptionPlan} = 'premium')`.mapWith(Number),
    })
    .from(users)
  expect(await counted()).toMatchObject({ users: { all: rows?.all }, premium: { all: rows?.premium } })
  expect(rows?.all).toBe(30)
})
