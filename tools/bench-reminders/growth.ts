import { sql } from 'drizzle-orm'
import { type Burst, burst } from './burst.ts'
import { sizesOf } from './databases.ts'
import { MEDICATIONS_PER_PERSON } from './population.ts'
import { populate, type Setup } from './setup.ts'

const TABLES = [
  'users',
  'sync_state',
  'medications',
  'push_subscriptions',
  'reminder_due',
  'reminder_rings',
  'push_sends',
]

export interface GrowthStep {
  medications: number
  burst: Burst
  sizes: Awaited<ReturnType<typeof sizesOf>>
}

/** Makes the same number of users due at one instant, in a database that grows to that many medications. */
export async function grow(
  setup: Setup,
  due: number,
  medications: readonly number[],
  onStep: (step: GrowthStep) => void,
): Promise<GrowthStep[]> {
  const steps: GrowthStep[] = []
  for (const size of medications) {
    const rest = Math.round(size / MEDICATIONS_PER_PERSON) - setup.people - due
    if (rest > 0) await populate(setup, rest, null)
    const result = await burst(setup, due)
    const [sizes, count] = await setup.database.use(
      async (db) => [await sizesOf(db, TABLES), await forgetRings(db)] as const,
    )
    const step = { medications: count, burst: result, sizes }
    steps.push(step)
    onStep(step)
  }
  return steps
}

/** Removes the later stages of those who were due, so that they play no part in the next step. */
async function forgetRings(db: Parameters<typeof sizesOf>[0]): Promise<number> {
  await db.execute(sql`delete from reminder_rings`)
  const { rows } = (await db.execute(sql`select count(*)::int as count from medications`)) as unknown as {
    rows: { count: number }[]
  }
  return rows[0]?.count ?? 0
}
