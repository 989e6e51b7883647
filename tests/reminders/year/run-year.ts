import { Worker } from 'node:worker_threads'
import { addYearCounts, noYearCounts } from './counts.ts'
import { ZONES } from './people.ts'
import type { Year, YearOptions } from './play-year.ts'

/** Plays the year on that many threads, each with its own server for its share of the zones. */
export async function runYear(seed: string, days: number, threads: number): Promise<Year> {
  const year: Year = { counts: noYearCounts(), problems: [] }
  const run = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const zones = ZONES.filter((_, zone) => zone % threads === index)
      const workerData: YearOptions = { seed, days, zones }
      const worker = new Worker(new URL('./year-worker.ts', import.meta.url), { workerData })
      worker.on('message', ({ counts, problems }: Year) => {
        addYearCounts(year.counts, counts)
        year.problems.push(...problems)
        // A timer of PGlite would keep it running.
        void worker.terminate()
      })
      worker.on('error', reject)
      worker.on('exit', () => resolve())
    })
  await Promise.all(Array.from({ length: Math.min(threads, ZONES.length) }, (_, index) => run(index)))
  return year
}
