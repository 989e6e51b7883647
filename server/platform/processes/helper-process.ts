import { type ChildProcess, fork } from 'node:child_process'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { INPUT } from './helper-input.ts'

/**
 * Why a job has no result: `busy` (too many are waiting, or the server is stopping), `timeout`, `ended` (the job killed
 * the process) or `cancelled` (the client is gone).
 */
export type HelperFailure = 'busy' | 'timeout' | 'ended' | 'cancelled'

/** A separate process that works on one job at a time. Never throws. */
export interface HelperProcess<Job, Answer> {
  ask(job: Job, beside?: Beside): Promise<{ ok: true; answer: Answer } | { ok: false; why: HelperFailure }>
  close(): void
}

/** What can come with a job. */
export interface Beside {
  /** Aborting it removes the job from the queue, or ends the process if it is working on the job. */
  signal?: AbortSignal | undefined
  /** Bytes that are only read when it is the job's turn, so that waiting jobs use no memory (helper-input.ts). */
  input?: () => AsyncIterable<Uint8Array>
}

export interface HelperLimits {
  /** Milliseconds allowed for one job. */
  timeout: number
  /** How many jobs may wait while one is being worked on. */
  waiting: number
  /** Milliseconds without a job after which the process is ended. */
  idle: number
}

/**
 * What glibc's allocator does with large blocks that were freed; without effect elsewhere. `returned` to the system
 * immediately: by default it keeps what a picture needed, more with every picture (500 MB after four of 12 megapixels).
 * `reused` by the process: a model asks for hundreds of blocks for each line it reads, and where the system is slow to
 * provide memory (virtual machines), that took nine tenths of the time.
 */
const MEMORY = {
  returned: { MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '65536', MALLOC_ARENA_MAX: '2' },
  reused: { MALLOC_ARENA_MAX: '2' },
}

/**
 * Runs `file` in a process that has nothing of the server's environment. It is started for the first job, ended when it
 * is idle or takes too long, and started again for the next job. The file responds to each message with one message.
 */
export function helperProcess<Job extends object, Answer>(
  file: string,
  limits: HelperLimits,
  memory: keyof typeof MEMORY = 'returned',
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
    // An empty environment: code that works on strangers' data must know no secrets.
    child ??= fork(file, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
      execArgv: [],
      env: MEMORY[memory],
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
        // A successful job has read its input to the end.
        if (!outcome.ok) over.abort()
        signal?.removeEventListener('abort', cancelled)
        worker.removeAllListeners()
        // A failed process may still report an error; without a listener that would end the server.
        worker.on('error', () => {})
        if (!outcome.ok && child === worker) end()
        resolve(outcome)
      }
      const failed = (why: HelperFailure) => settle({ ok: false, why })
      // If we ended it, that says nothing about the job.
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
        // After input that was read completely, the pipe goes on to the next job.
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
