import type { PGlite } from '@electric-sql/pglite'
import { HOUR } from '#domain/lib/local-time.ts'
import type { Clock } from '../platform/clock.ts'
import type { DiskWatch } from '../platform/disk-watch.ts'
import type { Job } from '../queue/jobs.ts'
import { answerRequests, type SnapshotAnswer } from './requests.ts'
import { removeReplaced } from './restore.ts'
import { listSnapshots, rotateSnapshots, takeSnapshot } from './snapshots.ts'

export interface ScheduledSnapshots {
  jobs: Job[]
  /** Answers `npm run backup` until stopped; stopping waits for a snapshot being taken. */
  answer(): Promise<{ stop(): Promise<void> }>
}

/**
 * Takes the snapshots of a running server: on a schedule (every `hours`; 0 is never) and on request, one at a time,
 * with rotation. If the disk has no room for one besides the space that must stay free, that counts as a failure.
 * `onFault` is called with requests that failed; the jobs report their own failures.
 */
export function scheduledSnapshots(options: {
  pglite: PGlite
  dataDir: string
  clock: Clock
  hours: number
  disk: Pick<DiskWatch, 'requireRoom'>
  onFault: (error: unknown) => void
}): ScheduledSnapshots {
  const { pglite, dataDir, clock, hours, disk, onFault } = options
  let last: Promise<unknown> = Promise.resolve()
  /** Only one piece of work in the folder at a time. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  const rotate = async () => {
    await rotateSnapshots(dataDir, clock.now())
    await removeReplaced(dataDir, clock.now())
  }
  /** As much as the last one took, plus some growth. */
  const requireRoom = async () => {
    const [newest] = await listSnapshots(dataDir)
    await disk.requireRoom((newest?.manifest.database.bytes ?? 0) * 1.25)
  }
  const take = (reason: 'schedule' | 'request') =>
    inTurn(async () => {
      await rotate()
      await requireRoom()
      const snapshot = await takeSnapshot(pglite, { dataDir, clock, reason })
      await rotate()
      return snapshot
    })
  const answer = async (): Promise<SnapshotAnswer> => {
    try {
      return { snapshot: (await take('request')).name }
    } catch (error) {
      onFault(error)
      return { failed: error instanceof Error ? error.message : String(error) }
    }
  }
  const scheduled: Job = {
    name: 'snapshot',
    every: hours * HOUR,
    lastRun: async () => {
      const [newest] = await listSnapshots(dataDir)
      return newest ? Date.parse(newest.manifest.madeAt) : null
    },
    run: async () => void (await take('schedule')),
  }
  const rotation: Job = {
    name: 'rotation of snapshots',
    every: HOUR,
    run: () => inTurn(rotate),
  }
  return {
    jobs: hours > 0 ? [scheduled, rotation] : [rotation],
    answer: async () => {
      const answering = await answerRequests(dataDir, answer)
      return {
        stop: async () => {
          answering.stop()
          await last
        },
      }
    },
  }
}
