import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DAY } from '#domain/lib/local-time.ts'
import type { Database } from '../db/database.ts'
import { knownMigrations, migrationsFolder } from '../db/migrate.ts'
import * as schema from '../testing/tables.ts'
import { planOf, planStateOf } from './plan-row.ts'

const START = Date.parse('2026-03-02T09:00:00.123Z')
const END = START + 14 * DAY
const ID = '01900000-0000-7000-8000-000000000001'

let pglite: PGlite
beforeEach(async () => {
  pglite = await PGlite.create()
})
afterEach(() => pglite.close())

/** Returns a trial as stored before plans had a state of their own, after the migration. */
async function migratedTrial(canceledAt: string | null) {
  const scripts = knownMigrations().map(({ tag }) => ({
    tag,
    text: readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8'),
  }))
  const isBefore = ({ tag }: { tag: string }) => tag < '0013_plans'
  for (const { text } of scripts.filter(isBefore)) await pglite.exec(text)
  await pglite.query(
    `insert into users (id, email, subscription_status, subscription_plan, subscription_ends_at, subscription_canceled_at, created_at, updated_at)
     values ($1, 'ann@example.org', 'trial', 'premium', $2, $3, $2, $2)`,
    [ID, new Date(END).toISOString(), canceledAt],
  )
  for (const { text } of scripts.filter((script) => !isBefore(script))) await pglite.exec(text)
  const [row] = await (drizzle(pglite, { schema }) as unknown as Database).select().from(schema.users)
  if (!row) throw new Error('the account is gone')
  return row
}

it.each([
  ['goes on and expires', null, 'expired'],
  ['that was cancelled goes on and is cancelled then', '2026-03-05T09:00:00.000Z', 'canceled'],
] as const)('P1.1 a trial of an earlier version %s', async (_what, canceledAt, ended) => {
  const row = await migratedTrial(canceledAt)
  expect(planOf(row, END - 1)).toMatchObject({ subscriptionStatus: 'trial', subscriptionPlan: 'premium' })
  expect(planOf(row, END)).toMatchObject({ subscriptionStatus: ended, subscriptionPlan: 'free' })
  expect(planStateOf(row)).toMatchObject({ trialEndsAt: END, dueAt: END, payments: [] })
})
