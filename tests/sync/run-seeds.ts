import { Worker } from 'node:worker_threads'
import { addReports, type Report } from './report.ts'
import type { SourceChange } from './source-change.ts'

export interface Outcome {
  report: Report
  /** Descriptions of the first failing seeds. */
  failures: string[]
}

export interface SeedRange {
  /** What stands before each number (script.ts); absent: nothing. */
  prefix?: string
  from: number
  count: number
}

/** Ends a run early when it has more failures than anyone reads. */
export const MOST_FAILURES = 3

/** Returns the range of one seed by its name: `moves 12` is number 12 behind its prefix. */
export function rangeOf(seed: string): SeedRange {
  const end = seed.lastIndexOf(' ') + 1
  return { prefix: seed.slice(0, end), from: Number(seed.slice(end)), count: 1 }
}

/** Plays the seeds on that many threads, each with its own server. */
export async function runSeeds({ prefix = '', from, count }: SeedRange, threads: number): Promise<Outcome> {
  const share = Math.ceil(count / threads)
  const shares = Array.from({ length: threads }, (_, index) => ({
    prefix,
    from: from + index * share,
    count: Math.min(share, count - index * share),
  })).filter((one) => one.count > 0)
  const outcomes = await Promise.all(shares.map((range) => onThread({ range })))
  return {
    report: addReports(outcomes.map(({ report }) => report)),
    failures: outcomes.flatMap(({ failures }) => failures),
  }
}

/** Plays the seeds on code in which one thing is written differently. Returns the first findings, one line each. */
export async function runSeedsOnChanged(range: SeedRange, change: SourceChange): Promise<string[]> {
  return (await onThread({ range, change })).failures
}

export interface Share {
  range: SeedRange
  change?: SourceChange
}

/** Read before the worker: modules are found sooner, and one of them may be written differently. */
const FOUND_ONCE = new URL('../../server/platform/found-modules.ts', import.meta.url).href
const CHANGED_SOURCE = new URL('./load-changed-source.ts', import.meta.url).href

function onThread(share: Share): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    // Node loads the worker itself: it understands this project's aliases and types without a build.
    const worker = new Worker(new URL('./seed-worker.ts', import.meta.url), {
      workerData: share,
      execArgv: [FOUND_ONCE, ...(share.change ? [CHANGED_SOURCE] : [])].flatMap((file) => ['--import', file]),
      env: { ...process.env, SOURCE_CHANGE: JSON.stringify(share.change) },
    })
    worker.once('message', (outcome: Outcome) => {
      resolve(outcome)
      // A timer of PGlite would keep it running (its Postgres re-arms it even after it has been closed).
      void worker.terminate()
    })
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The worker ended with ${code}`)))
  })
}
