// On both databases: a job that several servers share.
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { serverMetrics } from '../metrics/metrics.ts'
import { type TestClock, testClock } from '../testing/clock.ts'
import { valueIn } from '../testing/metrics.ts'
import { type Job, type Jobs, startJobs } from './jobs.ts'

const HOUR = 3_600_000

let clock: TestClock
let faults: [string, unknown][]
let jobs: Jobs | undefined
beforeEach(() => {
  clock = testClock()
  faults = []
})
afterEach(async () => {
  vi.useRealTimers()
  await jobs?.stop()
})

const start = async (...list: Job[]): Promise<Jobs> => {
  jobs = await startJobs(list, { clock, onFault: (...fault) => faults.push(fault) })
  return jobs
}

/** A job that counts its runs. */
function counting(name: string, more: Partial<Job> = {}): Job & { runs: number } {
  const job = {
    name,
    every: HOUR,
    runs: 0,
    run: async () => {
      job.runs += 1
    },
    ...more,
  }
  return job
}

it('runs a job soon after the start and again when its time has come, not before', async () => {
  const job = counting('a')
  const { runDue } = await start(job)
  await runDue()
  await runDue()
  expect(job.runs).toBe(1)
  clock.advance(HOUR - 1)
  await runDue()
  expect(job.runs).toBe(1)
  clock.advance(1)
  await runDue()
  expect(job.runs).toBe(2)
})

it('looks at the clock by itself, and no more once it was stopped', async () => {
  vi.useFakeTimers()
  const job = counting('a')
  const { stop } = await start(job)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(job.runs).toBe(1)
  await stop()
  clock.advance(HOUR)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  expect(job.runs).toBe(1)
})

it('counts from the last run of an earlier process', async () => {
  const job = counting('a', { lastRun: async () => clock.now() - HOUR + 60_000 })
  const { runDue } = await start(job)
  await runDue()
  expect(job.runs).toBe(0)
  clock.advance(60_000)
  await runDue()
  expect(job.runs).toBe(1)
})

it('does not wait for a time that only a clock set back has made distant', async () => {
  const job = counting('a', { lastRun: async () => clock.now() + 400 * 24 * HOUR })
  await (await start(job)).runDue()
  expect(job.runs).toBe(1)
})

it('never runs one job twice at a time, and the others meanwhile', async () => {
  const slow = Promise.withResolvers<void>()
  let started = 0
  const long = counting('long', {
    run: () => {
      started += 1
      return slow.promise
    },
  })
  const short = counting('short')
  const { runDue } = await start(long, short)
  const first = runDue()
  await turn()
  clock.advance(HOUR)
  await runDue()
  expect([started, short.runs]).toEqual([1, 2])
  slow.resolve()
  await first
  await runDue()
  expect(started).toBe(2)
})

it('a failing job is reported, hurts no other, and is tried again at its next time', async () => {
  let tries = 0
  const failing = counting('failing', {
    run: async () => {
      tries += 1
      throw new Error('no')
    },
  })
  const other = counting('other')
  const { runDue } = await start(failing, other)
  await runDue()
  clock.advance(HOUR)
  await runDue()
  expect([tries, other.runs]).toEqual([2, 2])
  expect(faults).toEqual([
    ['failing', new Error('no')],
    ['failing', new Error('no')],
  ])
})

it('counts runs, failures and when each job last ended well, that of an earlier process too', async () => {
  const { registry, jobs: metrics } = serverMetrics()
  let isBroken = false
  const flaky = counting('flaky', {
    run: async () => {
      if (isBroken) throw new Error('no')
    },
  })
  const begun = clock.now()
  const kept = counting('kept', { lastRun: async () => begun - 60_000 })
  jobs = await startJobs([flaky, kept], { clock, onFault: () => undefined, metrics })
  const metric = async (line: string) => valueIn(await registry.metrics(), line)
  expect(await metric('dosewell_job_runs_total{job="flaky",result="failed"}')).toBe(0)
  expect(await metric('dosewell_job_last_success_timestamp_seconds{job="kept"}')).toBe(begun / 1000 - 60)
  await jobs.runDue()
  isBroken = true
  clock.advance(HOUR)
  await jobs.runDue()
  expect(await metric('dosewell_job_runs_total{job="flaky",result="done"}')).toBe(1)
  expect(await metric('dosewell_job_runs_total{job="flaky",result="failed"}')).toBe(1)
  expect(await metric('dosewell_job_last_success_timestamp_seconds{job="flaky"}')).toBe(begun / 1000)
})

it('a stop waits for what runs', async () => {
  const slow = Promise.withResolvers<void>()
  const { runDue, stop } = await start(counting('slow', { run: () => slow.promise }))
  void runDue()
  let stopped = false
  const end = stop().then(() => {
    stopped = true
  })
  await turn()
  expect(stopped).toBe(false)
  slow.resolve()
  await end
  expect(stopped).toBe(true)
})
