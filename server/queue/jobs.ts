import type { JobMetrics } from '../metrics/jobs.ts'
import type { Clock } from '../platform/clock.ts'
import { type Rest, workLoop } from './work-loop.ts'

/** Something the server does on its own from time to time. */
export interface Job {
  /** The job's name in the log. */
  name: string
  /** Milliseconds from one run to the next. */
  every: number
  /** When it last ran, in milliseconds since the epoch, if that is stored somewhere that outlives the process. */
  lastRun?(): Promise<number | null>
  run(): Promise<void>
}

/** Does the work for each item, one after another, even if some fail. Rejects at the end if any failed. */
export async function eachOf<Item>(items: Iterable<Item>, work: (item: Item) => Promise<unknown>): Promise<void> {
  const faults: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw new AggregateError(faults, `it failed for ${faults.length}`, { cause: faults[0] })
}

export interface Jobs {
  /** Starts every job that is due and not running, and waits for those it started. */
  runDue(): Promise<void>
  /** Starts no more jobs and waits for the running ones. */
  stop(): Promise<void>
}

/** How often (ms) the clock is checked. Not timers of several hours: those stop while a machine sleeps. */
const CHECK_EVERY = 60_000

interface Planned {
  job: Job
  due: number
  running: Promise<void> | null
}

/**
 * Runs jobs until stopped: a first check after the start, then each job at its own interval. A job never runs twice at
 * the same time. A job that fails is reported and tried again when it is next due.
 */
export async function startJobs(
  jobs: readonly Job[],
  { clock, onFault, metrics }: { clock: Clock; onFault: (name: string, error: unknown) => void; metrics?: JobMetrics },
): Promise<Jobs> {
  const planned = await Promise.all(
    jobs.map(async (job): Promise<Planned> => {
      const last = (await job.lastRun?.()) ?? null
      metrics?.planned(job.name, last)
      return { job, due: last === null ? clock.now() : last + job.every, running: null }
    }),
  )

  const run = async (job: Job): Promise<void> => {
    const begun = performance.now()
    let isFailed = false
    try {
      await job.run()
    } catch (error) {
      isFailed = true
      onFault(job.name, error)
    }
    metrics?.ended({
      name: job.name,
      at: clock.now(),
      seconds: (performance.now() - begun) / 1000,
      isFailed,
    })
  }
  const start = (plan: Planned): Promise<void> => {
    plan.due = clock.now() + plan.job.every
    plan.running = run(plan.job).finally(() => {
      plan.running = null
    })
    return plan.running
  }
  /** A due time more than one interval away dates from before the clock was set back. */
  const isDue = ({ job, due, running }: Planned): boolean =>
    running === null && (due <= clock.now() || due > clock.now() + job.every)

  const runDue = async () => {
    await Promise.all(planned.filter(isDue).map(start))
  }
  /**
   * The first turn does nothing, because a starting server has more important work. A long job does not delay the
   * others.
   */
  let isFirst = true
  const turn = async (): Promise<Rest> => {
    if (!isFirst) void runDue()
    isFirst = false
    return { upTo: CHECK_EVERY }
  }
  const loop = workLoop({ turn, afterFault: { upTo: CHECK_EVERY }, onFault: (error) => onFault('jobs', error) })
  loop.start()
  return {
    runDue,
    stop: async () => {
      await loop.stop()
      await Promise.all(planned.map(({ running }) => running))
    },
  }
}
