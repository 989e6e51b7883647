import type { JobMetrics } from '../metrics/jobs.ts'
import type { Clock } from '../platform/clock.ts'
import { type Rest, workLoop } from './work-loop.ts'

/** Something the server does by itself from time to time. */
export interface Job {
  /** Names it in the log. */
  name: string
  /** Milliseconds from one run to the next. */
  every: number
  /** When it ran last, in milliseconds since the epoch, if something outlives the process and says so. */
  lastRun?(): Promise<number | null>
  run(): Promise<void>
}

/** Does the work for each, one after the other, whatever becomes of the others; rejects at the end when it failed for any. */
export async function eachOf<Item>(items: Iterable<Item>, work: (item: Item) => Promise<unknown>): Promise<void> {
  const faults: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw new AggregateError(faults, `it failed for ${faults.length}`, { cause: faults[0] })
}

export interface Jobs {
  /** Starts every job whose time has come and that is not running, and waits for those it started. */
  runDue(): Promise<void>
  /** Starts no more and waits for those that run. */
  stop(): Promise<void>
}

/** How often (ms) the clock is checked. By the clock, not by timers of hours: those stand still while a machine sleeps. */
const CHECK_EVERY = 60_000

interface Planned {
  job: Job
  due: number
  running: Promise<void> | null
}

/**
 * Runs jobs until it is stopped: first one look after the start, then each at its own pace.
 * One job never runs twice at a time; a job that fails is reported and tried again at its next time.
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
  /** A due time further away than one interval is from before the clock was set back. */
  const isDue = ({ job, due, running }: Planned): boolean =>
    running === null && (due <= clock.now() || due > clock.now() + job.every)

  const runDue = async () => {
    await Promise.all(planned.filter(isDue).map(start))
  }
  /** The first turn does nothing: a start has better things to do. A long job keeps no other waiting. */
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
