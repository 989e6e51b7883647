import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { DiskFull, diskWatch } from '../platform/disk-watch.ts'
import { type Jobs, startJobs } from '../queue/jobs.ts'
import { type TestClock, testClock } from '../testing/clock.ts'
import { pgliteWithSmallDump } from '../testing/database.ts'
import { askForSnapshot } from './requests.ts'
import { type ScheduledSnapshots, scheduledSnapshots } from './scheduled-snapshots.ts'
import { listSnapshots } from './snapshots.ts'

const HOUR = 3_600_000

let dataDir: string
let clock: TestClock
let pglite: PGlite
let faults: unknown[]
/** The free bytes that the disk reports. */
let free: number
beforeAll(async () => {
  pglite = await pgliteWithSmallDump()
})
afterAll(() => pglite.close())
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kept-'))
  clock = testClock()
  faults = []
  free = 1e12
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

function keep(hours = 6, of = pglite): ScheduledSnapshots {
  return scheduledSnapshots({
    pglite: of,
    dataDir,
    clock,
    hours,
    disk: diskWatch({ DATA_DIR: dataDir, MIN_FREE_DISK_MB: 100 }, async () => free, 0),
    onFault: (error) => faults.push(error),
  })
}

const jobsOf = (kept: ScheduledSnapshots): Promise<Jobs> =>
  startJobs(kept.jobs, { clock, onFault: (_name, error) => faults.push(error) })
const names = async () => (await listSnapshots(dataDir)).map(({ name }) => name)

it('takes one after the first start and every six hours, across restarts', async () => {
  let jobs = await jobsOf(keep())
  await jobs.runDue()
  expect(await names()).toEqual(['2026-03-02T09-00-00.000Z'])
  await jobs.stop()
  clock.advance(6 * HOUR - 1)
  jobs = await jobsOf(keep())
  await jobs.runDue()
  expect(await names()).toHaveLength(1)
  clock.advance(1)
  await jobs.runDue()
  expect(await names()).toEqual(['2026-03-02T15-00-00.000Z', '2026-03-02T09-00-00.000Z'])
  await jobs.stop()
})

it('takes none on a schedule of 0 hours, and still removes the old ones', async () => {
  const first = await jobsOf(keep())
  await first.runDue()
  await first.stop()
  clock.advance(31 * 24 * HOUR)
  const jobs = await jobsOf(keep(0))
  await jobs.runDue()
  expect(await names()).toEqual([])
  await jobs.stop()
})

it('answers requests with the name of the snapshot, several at once with one each', async () => {
  const answering = await keep().answer()
  const tick = setInterval(() => clock.advance(1), 1)
  try {
    const answers = await Promise.all([1, 2, 3].map(() => askForSnapshot(dataDir, 20_000)))
    expect(new Set(answers.map((answer) => answer && 'snapshot' in answer && answer.snapshot))).toEqual(
      new Set(await names()),
    )
    expect(await names()).toHaveLength(3)
    expect((await readdir(join(dataDir, 'snapshots'))).filter((name) => name.startsWith('.'))).toEqual([])
  } finally {
    clearInterval(tick)
    await answering.stop()
  }
})

it('answers a request that was there before it started', async () => {
  const asked = askForSnapshot(dataDir, 20_000)
  const answering = await keep().answer()
  expect(await asked).toEqual({ snapshot: '2026-03-02T09-00-00.000Z' })
  await answering.stop()
})

it('says why there is no snapshot', async () => {
  const closed = await pgliteWithSmallDump()
  await closed.close()
  const answering = await keep(6, closed).answer()
  expect(await askForSnapshot(dataDir, 20_000)).toEqual({ failed: 'PGlite is closed' })
  expect(faults).toHaveLength(1)
  await answering.stop()
})

it('a request that nobody answers is taken back', async () => {
  expect(await askForSnapshot(dataDir, 200)).toBe(null)
  expect(await readdir(join(dataDir, 'snapshots'))).toEqual([])
})

it('takes none that would fill the disk, says so, and takes one once there is room', async () => {
  const jobs = await jobsOf(keep())
  await jobs.runDue()
  const [first] = await listSnapshots(dataDir)
  const size = first?.manifest.database.bytes ?? 0
  clock.advance(6 * HOUR)
  free = 100 * 1024 * 1024 + size
  await jobs.runDue()
  expect([faults.map((fault) => fault instanceof DiskFull), (await names()).length]).toEqual([[true], 1])
  free += size
  clock.advance(6 * HOUR)
  await jobs.runDue()
  expect([faults.length, (await names()).length]).toEqual([1, 2])
  await jobs.stop()
})
