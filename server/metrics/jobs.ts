import { Counter, Gauge, type Registry } from 'prom-client'

/** One finished run of a job. */
export interface JobRun {
  name: string
  /** When it ended, in milliseconds since the epoch. */
  at: number
  seconds: number
  isFailed: boolean
}

export interface JobMetrics {
  /** Registers a job. `lastRun`: when an earlier process last ran it successfully (ms), null if unknown. */
  planned(name: string, lastRun: number | null): void
  ended(run: JobRun): void
}

/** Counts the runs of the server's own jobs. */
export function jobMetrics(registry: Registry): JobMetrics {
  const registers = [registry]
  const runs = new Counter({
    name: 'dosewell_job_runs_total',
    help: 'Runs of a job, by how they ended.',
    labelNames: ['job', 'result'],
    registers,
  })
  const success = new Gauge({
    name: 'dosewell_job_last_success_timestamp_seconds',
    help: 'When the job last ended well.',
    labelNames: ['job'],
    registers,
  })
  const duration = new Gauge({
    name: 'dosewell_job_last_duration_seconds',
    help: 'How long the last run of the job took.',
    labelNames: ['job'],
    registers,
  })
  return {
    planned(job, lastRun) {
      // Starts at 0, so that the first failure shows as an increase.
      for (const result of ['done', 'failed']) runs.inc({ job, result }, 0)
      if (lastRun !== null) success.set({ job }, lastRun / 1000)
    },
    ended({ name: job, at, seconds, isFailed }) {
      runs.inc({ job, result: isFailed ? 'failed' : 'done' })
      duration.set({ job }, seconds)
      if (!isFailed) success.set({ job }, at / 1000)
    },
  }
}
