import { expect, it, onTestFinished } from 'vitest'
import { diskWatch } from '../platform/disk-watch.ts'
import { freshPglite } from '../testing/database.ts'
import { logRoomJob } from './log-room.ts'

const MEGABYTE = 1024 * 1024

it('of a disk that is low the engine’s log grows no further, and it leaves the last room alone', async () => {
  const { pglite, close } = await freshPglite()
  if (!pglite) throw new Error('this is no PGlite')
  onTestFinished(close)
  const redo = async () =>
    (await pglite.query<{ at: string }>('select redo_lsn::text as at from pg_control_checkpoint()')).rows[0]?.at
  let free = 0
  const disk = diskWatch({ DATA_DIR: '', MIN_FREE_DISK_MB: 100 }, async () => free, 0)
  const job = logRoomJob(pglite, disk)
  const before = await redo()
  for (const room of [49 * MEGABYTE, 100 * MEGABYTE]) {
    free = room
    await job.run()
    expect(await redo()).toBe(before)
  }
  free = 99 * MEGABYTE
  await job.run()
  expect(await redo()).not.toBe(before)
})
