import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CurrentUser } from '#domain/records/user.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { testClock } from '../testing/clock.ts'
import earlier from '../testing/earlier-account.json' with { type: 'json' }
import type { Person } from '../testing/people.ts'
import { send } from '../testing/writes.ts'
import { openPglite } from './database.ts'
import { knownMigrations, migrationsFolder } from './migrate.ts'

/**
 * `earlier-account.json` is an account as the version before these plans stored it, and what it answered; it is never
 * edited. This is that version's last migration: then came amounts, pauses, more kinds of plan, and supplies.
 */
const LAST = '0026_identities'

/** Returns the database of the version that wrote `earlier-account.json`, with that account in it. */
async function databaseOfThen(): Promise<Blob> {
  const pglite = await PGlite.create()
  const then = knownMigrations().filter(({ tag }) => tag <= LAST)
  for (const { tag } of then) await pglite.exec(readFileSync(join(migrationsFolder, `${tag}.sql`), 'utf8'))
  await pglite.exec(
    'create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  await pglite.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('', $1)`, [then.at(-1)?.when])
  // Rows refer to each other in whatever order the tables come.
  await pglite.exec('set session_replication_role = replica')
  for (const [table, rows] of Object.entries(earlier.rows)) {
    await pglite.exec(`delete from "${table}"`)
    const insert = `insert into "${table}" select * from jsonb_populate_recordset(null::"${table}", $1)`
    await pglite.query(insert, [JSON.stringify(rows)])
  }
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  return dump
}

let server: TestApp
const ada: Person = {
  email: 'ada@example.org',
  user: earlier.answers['/api/auth/user'] as CurrentUser,
  cookie: earlier.cookie,
  inject: (options) => {
    const request = typeof options === 'string' ? { url: options } : options
    const headers = { cookie: earlier.cookie, 'dosewell-user': earlier.user, ...request.headers }
    return server.inject({ ...request, headers })
  },
}
beforeAll(async () => {
  const database = await openPglite({ load: await databaseOfThen() })
  server = await testApp({ database, clock: testClock(earlier.now) })
})
afterAll(() => server.close())

describe('an account from before the plans of today', () => {
  it.each(Object.entries(earlier.answers))('is answered as it was then: %s', async (url, then) => {
    const answer = await ada.inject(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual(then)
  })

  it('has its doses in the plan, and nothing counted', async () => {
    const plan = (await ada.inject('/api/plan?from=2026-03-02&to=2026-03-03')).json()
    expect(plan.slots.length).toBeGreaterThan(0)
    expect(plan.slots.every(({ amount, unit }: Record<string, unknown>) => amount === null && unit === null)).toBe(true)
    expect((await ada.inject('/api/supplies')).json()).toEqual([])
  })

  it('is edited by an app of then, which leaves alone what it does not know', async () => {
    const [metformin] = earlier.answers['/api/medications']
    const path = `/api/medications/${metformin?.id}`
    const amounts = { unit: 'tablet', each: '1.5' }
    expect((await send(ada, 'PATCH', path, { amounts })).json()).toMatchObject({ amounts })
    const edited = await send(ada, 'PATCH', path, { dosage: '850 mg' })
    expect(edited.json()).toMatchObject({ dosage: '850 mg', amounts, reminderTimes: metformin?.reminderTimes })
  })
})
