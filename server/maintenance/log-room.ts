import type { PGlite } from '@electric-sql/pglite'
import { MINUTE } from '#domain/lib/local-time.ts'
import type { DiskWatch } from '../platform/disk-watch.ts'
import type { Job } from '../queue/jobs.ts'

/**
 * While the disk is low, makes a checkpoint every minute; after one, the engine reuses its existing log files instead
 * of writing up to 1 GB of new ones. Not when the disk is almost full: a checkpoint that fails there would leave the
 * engine hanging (decision 049).
 */
export const logRoomJob = (pglite: Pick<PGlite, 'exec'>, disk: Pick<DiskWatch, 'isLow' | 'isFull'>): Job => ({
  name: 'room of the database’s log',
  every: MINUTE,
  run: async () => {
    if ((await disk.isLow()) && !(await disk.isFull())) await pglite.exec('checkpoint')
  },
})
