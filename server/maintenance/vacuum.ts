import type { PGlite } from '@electric-sql/pglite'
import { DAY } from '#domain/lib/local-time.ts'
import type { DiskWatch } from '../platform/disk-watch.ts'
import type { Job } from '../queue/jobs.ts'

/**
 * Makes the room of deleted and replaced rows free for new ones, and counts anew what the planner goes by. PGlite has no process that does
 * so by itself, as PostgreSQL has. One table at a time, so that requests get in between.
 */
export async function vacuum(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by tablename",
  )
  for (const { name } of rows) await pglite.exec(`vacuum (analyze) ${name}`)
}

/** Once a day, but not where the disk is low: what it does goes through the engine's log. */
export const vacuumJob = (pglite: PGlite, disk: Pick<DiskWatch, 'isLow'>): Job => ({
  name: 'vacuum',
  every: DAY,
  run: async () => {
    if (!(await disk.isLow())) await vacuum(pglite)
  },
})
