import type { PGlite } from '@electric-sql/pglite'
import { DAY } from '#domain/lib/local-time.ts'
import type { DiskWatch } from '../platform/disk-watch.ts'
import type { Job } from '../queue/jobs.ts'

/**
 * Frees the space of deleted and replaced rows for new ones, and updates the planner's statistics. PGlite has no
 * background process for this, unlike PostgreSQL. One table at a time, so that requests get in between.
 */
export async function vacuum(pglite: PGlite): Promise<void> {
  const { rows } = await pglite.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by tablename",
  )
  for (const { name } of rows) await pglite.exec(`vacuum (analyze) ${name}`)
}

/** Runs once a day, but not while the disk is low, because it writes to the engine's log. */
export const vacuumJob = (pglite: PGlite, disk: Pick<DiskWatch, 'isLow'>): Job => ({
  name: 'vacuum',
  every: DAY,
  run: async () => {
    if (!(await disk.isLow())) await vacuum(pglite)
  },
})
