import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { beforeAll, expect, it } from 'vitest'
import { DAY } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { knownMigrations, migrationsFolder } from '../db/migrate.ts'
import * as schema from '../testing/tables.ts'
import { planOf, planStateOf } from './plan-row.ts'

const START = Date.parse('2026-03-02T09:00:00.123Z')
const END = START + 14 * DAY

const TRIALS = [
  { what: 'goes on and expires', id: '01900000-0000-7000-8000-000000000001', canceledAt: null, ended: 'expired' },
  {
    what: 'that was cancelled goes on and is cancelled then',
    id: '01900000-0000-7000-8000-000000000002',
    canceledAt: '2026-03-05T09:00:00.000Z',
    ended: 'canceled',
  },
] as const

/** Trials as stored before plans had a state of their own, after the migration. */
let migrated: (typeof schema.users.$inferSelect)[]
beforeAll(async () => {
  const pglite = await PGlite.create()
  const scripts = knownMigrations().map(({ tag }) => ({
    tag,
    text: readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8'),
  }))
  const isBefore = ({ tag }: { tag: string }) => tag < '0013_plans'
  for (const { text } of scripts.filter(isBefore)) await pglite.exec(text)
  for (const { id, canceledAt } of TRIALS)
    await pglite.query(
      `insert into users (id, email, subscription_status, subscription_plan, subscription_ends_at, subscription_canceled_at, created_at, updated_at)
     values ($1, $4, 'trial', 'premium', $2, $3, $2, $2)`,
      [id, new Date(END).toISOString(), canceledAt, `${id}@example.org`],
    )
  for (const { text } of scripts.filter((script) => !isBefore(script))) await pglite.exec(text)
  migrated = await (drizzle(pglite, { schema }) as unknown as Database).select().from(schema.users)
  await pglite.close()
})

it.each(TRIALS)('P1.1 a trial of an earlier version $what', ({ id, ended }) => {
  const row = migrated.find((user) => user.id === id)
  if (!row) throw new Error('the account is gone')
  expect(planOf(row, END - 1)).toMatchObject({ subscriptionStatus: 'trial', subscriptionPlan: 'premium' })
  expect(planOf(row, END)).toMatchObject({ subscriptionStatus: ended, subscriptionPlan: 'free' })
  expect(planStateOf(row)).toMatchObject({ trialEndsAt: END, dueAt: END, payments: [] })
})
