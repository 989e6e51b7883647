import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { freshPglite } from '../testing/database.ts'
import { vacuum } from './vacuum.ts'

it('the room of rows that were deleted is used again, with PGlite as with PostgreSQL', async () => {
  const { db, pglite, close } = await freshPglite()
  if (!pglite) throw new Error('this is no PGlite')
  const fill = () =>
    db.execute(
      sql`insert into trial_emails select repeat('x', 500) || i, now() from generate_series(1, 2000) as row (i)`,
    )
  const size = async () => {
    const { rows } = await pglite.query<{ size: number }>("select pg_relation_size('trial_emails')::int as size")
    return rows[0]?.size ?? 0
  }
  await fill()
  const before = await size()
  await db.execute(sql`delete from trial_emails where email_hash ~ '[02468]$'`)
  await vacuum(pglite)
  await db.execute(
    sql`insert into trial_emails select repeat('y', 500) || i, now() from generate_series(1, 900) as row (i)`,
  )
  expect(await size()).toBe(before)
  await close()
})
