import { Worker } from 'node:worker_threads'
import type { Outcome } from './play-seeds.ts'
import { addReports } from './report.ts'
import type { SeedRange } from './seed-range.ts'
import type { SourceChange } from './source-change.ts'

/** Plays the seeds on that many threads, each with its own server. */
export async function runSeeds({ prefix = '', from, count }: SeedRange, threads: number): Promise<Outcome> {
  const share = Math.ceil(count / threads)
  const shares = Array.from({ length: threads }, (_, index) => ({
    prefix,
    from: from + index * share,
    count: Math.min(share, count - index * share),
  })).filter((one) => one.count > 0)
  const outcomes = await Promise.all(shares.map((range) => onThread<{ outcome: Outcome }>({ range })))
  return {
    report: addReports(outcomes.map(({ outcome }) => outcome.report)),
    failures: outcomes.flatMap(({ outcome }) => outcome.failures),
  }
}

/** Seeds to be played on code in which one thing is written differently. */
export interface OnChanged {
  range: SeedRange
  change: SourceChange
}

/**
 * Plays them one after another on a thread of their own, where the modules of packages are read and warmed up once.
 * Returns the first findings of each, one line each.
 */
export async function runSeedsOnChanged(onChanged: readonly OnChanged[]): Promise<string[][]> {
  return (await onThread<{ failures: string[][] }>({ onChanged: [...onChanged] })).failures
}

export type Work = { range: SeedRange } | { onChanged: OnChanged[] }
export type Found = { outcome: Outcome } | { failures: string[][] }

/** Read before the worker: modules are found sooner, and one of them may be written differently. */
const FOUND_ONCE = new URL('../../server/platform/found-modules.ts', import.meta.url).href
const CHANGED_SOURCE = new URL('./load-changed-source.ts', import.meta.url).href

function onThread<F extends Found>(work: Work): Promise<F> {
  const changes = 'onChanged' in work ? work.onChanged.map(({ change }) => change) : []
  return new Promise((resolve, reject) => {
    // Node loads the worker itself: it understands this project's aliases and types without a build.
    const worker = new Worker(new URL('./seed-worker.ts', import.meta.url), {
      workerData: work,
      execArgv: [FOUND_ONCE, ...(changes.length > 0 ? [CHANGED_SOURCE] : [])].flatMap((file) => ['--import', file]),
      env: { ...process.env, SOURCE_CHANGES: JSON.stringify(changes) },
    })
    worker.once('message', (found: F) => {
      resolve(found)
      // A timer of PGlite would keep it running (its Postgres re-arms it even after it has been closed).
      void worker.terminate()
    })
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The worker ended with ${code}`)))
  })
}
