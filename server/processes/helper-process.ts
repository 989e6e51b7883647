import { type ChildProcess, fork } from 'node:child_process'

/**
 * Why a job has no answer: `busy` (too many wait, or the server stops), `timeout`, `ended` (the process died of it) or
 * `cancelled` (who asked is gone).
 */
export type HelperFailure = 'busy' | 'timeout' | 'ended' | 'cancelled'

/** A process of its own that works on one job at a time. Never throws. */
export interface HelperProcess<Job, Answer> {
  /** An aborted `signal` takes the job out of the queue, and ends the process when it is at work on it. */
  ask(
    job: Job,
    signal?: AbortSignal,
  ): Promise<{ ok: true; answer: Answer } | { ok: false; why: HelperFailure }>
  close(): void
}

export interface HelperLimits {
  /** Milliseconds that one job may take. */
  timeout: number
  /** Jobs that may wait while one is worked on. */
  waiting: number
  /** Milliseconds without a job after which the process is ended. */
  idle: number
}

/**
 * Runs `file` in a process that knows nothing of the server's environment: started for the first job, ended when it is idle or takes
 * too long, started again for the next one. The file answers each message with one message.
 */
export function helperProcess<Job extends object, Answer>(
  file: string,
  limits: HelperLimits,
): HelperProcess<Job, Answer> {
  type Outcome = Awaited<ReturnType<HelperProcess<Job, Answer>['ask']>>
  let child: ChildProcess | null = null
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let open = 0
  let closed = false

  const end = () => {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = null
  }

  const started = (): ChildProcess => {
    // Nothing of the environment: what works on strangers' data knows no secret.
    child ??= fork(file, { serialization: 'advanced', stdio: 'ignore', execArgv: [], env: {} })
    return child
  }

  function work(job: Job, signal: AbortSignal | undefined): Promise<Outcome> {
    if (closed) return Promise.resolve({ ok: false, why: 'busy' })
    if (signal?.aborted) return Promise.resolve({ ok: false, why: 'cancelled' })
    clearTimeout(idle)
    const worker = started()
    return new Promise((resolve) => {
      const settle = (outcome: Outcome) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', cancelled)
        worker.removeAllListeners()
        // A process that failed may still report it; without a listener that would end the server.
        worker.on('error', () => {})
        if (!outcome.ok && child === worker) end()
        resolve(outcome)
      }
      const failed = (why: HelperFailure) => settle({ ok: false, why })
      // Ended by us, it says nothing about the job.
      const died = () => failed(closed ? 'busy' : 'ended')
      const cancelled = () => failed('cancelled')
      const timer = setTimeout(() => failed('timeout'), limits.timeout)
      signal?.addEventListener('abort', cancelled)
      worker.on('message', (answer) => settle({ ok: true, answer: answer as Answer }))
      worker.on('exit', died)
      worker.on('error', died)
      worker.send(job, (error) => error && died())
    })
  }

  return {
    ask(job, signal) {
      if (open > limits.waiting) return Promise.resolve({ ok: false, why: 'busy' })
      open += 1
      const done = last.then(() => work(job, signal))
      last = done
      return done.finally(() => {
        open -= 1
        if (open > 0) return
        idle = setTimeout(end, limits.idle)
        idle.unref()
      })
    },
    close() {
      closed = true
      end()
    },
  }
}
