import { Worker } from 'node:worker_threads'
import { addCounts, type Counts, noCounts } from './counts.ts'
import type { Played } from './timeline.ts'

export interface TimelinesReport {
  counts: Counts
  /** How many timelines did not end as the rules say. */
  failed: number
  missed: number
  doubled: number
  /** The first problems, each with its seed. */
  problems: string[]
}

/** Timelines `from` to `from + count - 1`, of which this thread plays every nth. */
export interface Share {
  from: number
  count: number
  step: number
}

export type Portion = { counts: Counts; played: { seed: number; played: Played }[] }

const MOST_PROBLEMS = 20

/** Plays that many timelines on that many threads. */
export async function runTimelines(from: number, count: number, threads: number): Promise<TimelinesReport> {
  const report: TimelinesReport = { counts: noCounts(), failed: 0, missed: 0, doubled: 0, problems: [] }
  const run = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const share: Share = { from: from + index, count: count - index, step: threads }
      const worker = new Worker(new URL('./timeline-worker.ts', import.meta.url), { workerData: share })
      worker.on('message', (portion: Portion) => addPortion(report, portion))
      worker.on('error', reject)
      worker.on('exit', () => resolve())
    })
  await Promise.all(Array.from({ length: threads }, (_, index) => run(index)))
  return report
}

function addPortion(report: TimelinesReport, { counts, played }: Portion): void {
  addCounts(report.counts, counts)
  for (const { seed, played: found } of played) {
    report.failed += 1
    report.missed += found.missed.length
    report.doubled += found.doubled.length
    const all = [
      ...found.missed.map((what) => `missed: ${what}`),
      ...found.doubled.map((what) => `doubled: ${what}`),
      ...found.wrong,
    ]
    if (report.problems.length < MOST_PROBLEMS) report.problems.push(`timeline ${seed}: ${all.join('; ')}`)
  }
}
