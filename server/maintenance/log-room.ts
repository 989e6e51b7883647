import type { PGlite } from '@electric-sql/pglite'
import { MINUTE } from '#domain/lib/local-time.ts'
import type { DiskWatch } from '../platform/disk-watch.ts'
import type { Job } from '../queue/jobs.ts'

/**
 * While the disk is low: a checkpoint each minute, after which the engine writes into the files of its log again that it has, instead of up to
 * 1 GB of new ones.
 * Not in the last room: there a checkpoint that fails would leave the engine hanging (decision 049).
 */
export const logRoomJob = (pglite: Pick<PGlite, 'exec'>, disk: Pick<DiskWatch, 'isLow' | 'isFull'>): Job => ({
  name: 'room of the database’s log',
  every: MINUTE,
  run: async () => {
    if ((await disk.isLow()) && !(await disk.isFull())) await pglite.exec('checkpoint')
  },
})
