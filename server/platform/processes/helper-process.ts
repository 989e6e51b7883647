import { type ChildProcess, fork } from 'node:child_process'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { INPUT } from './helper-input.ts'

/**
 * Why a job has no answer: `busy` (too many wait, or the server stops), `timeout`, `ended` (the process died of it) or
 * `cancelled` (who asked is gone).
 */
export type HelperFailure = 'busy' | 'timeout' | 'ended' | 'cancelled'

/** A process of its own that works on one job at a time. Never throws. */
export interface HelperProcess<Job, Answer> {
  ask(job: Job, beside?: Beside): Promise<{ ok: true; answer: Answer } | { ok: false; why: HelperFailure }>
  close(): void
}

/** What a job may come with. */
export interface Beside {
  /** Aborted, it takes the job out of the queue, and ends the process when it is at work on it. */
  signal?: AbortSignal | undefined
  /** Bytes that are read when it is the job's turn, and not before: what waits holds no memory (helper-input.ts). */
  input?: () => AsyncIterable<Uint8Array>
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
 * For the allocator of glibc, and without meaning elsewhere: what was large goes back to the system at once. By itself it keeps what a
 * picture took, more with every picture, 500 MB after four of 12 megapixels.
 */
const GIVES_BACK = { MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '65536', MALLOC_ARENA_MAX: '2' }

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
    child ??= fork(file, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
      execArgv: [],
      env: GIVES_BACK,
    })
    return child
  }

  function work(job: Job, { signal, input }: Beside): Promise<Outcome> {
    if (closed) return Promise.resolve({ ok: false, why: 'busy' })
    if (signal?.aborted) return Promise.resolve({ ok: false, why: 'cancelled' })
    clearTimeout(idle)
    const worker = started()
    return new Promise((resolve) => {
      const over = new AbortController()
      const settle = (outcome: Outcome) => {
        clearTimeout(timer)
        // What was answered was read to its end.
        if (!outcome.ok) over.abort()
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
      if (input) {
        const into = worker.stdio[INPUT] as Writable
        // Of one that was read whole the pipe goes on to the next job.
        pipeline(input(), into, { end: false, signal: over.signal }).catch(() => over.signal.aborted || died())
      }
    })
  }

  return {
    ask(job, beside = {}) {
      if (open > limits.waiting) return Promise.resolve({ ok: false, why: 'busy' })
      open += 1
      const done = last.then(() => work(job, beside))
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
