import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What the process that decodes is sent, and what it answers. */
export interface PictureJob {
  bytes: Uint8Array
}
export type PictureAnswer =
  | { kind: 'prepared'; image: Uint8Array; thumbnail: Uint8Array; width: number; height: number }
  | { kind: 'refused'; reason: 'unreadable' | 'too-large' }

/** A picture made ready to be kept, or why it is not: `busy` says nothing about the picture. */
export type Prepared = PictureAnswer | { kind: 'refused'; reason: 'timeout' | 'busy' }

/** Makes pictures ready: decoded, upright, freed of all that is no picture, encoded anew, with a small version. Never throws. */
export interface PictureWorkshop {
  prepare(bytes: Buffer): Promise<Prepared>
  close(): void
}

interface WorkshopLimits {
  /** Milliseconds that one picture may take. */
  timeout: number
  /** Pictures that may wait while one is worked on. */
  waiting: number
  /** Milliseconds without a picture after which the process is ended. */
  idle: number
}

/** 50 megapixels take about four seconds on a slow core. */
const LIMITS: WorkshopLimits = { timeout: 40_000, waiting: 8, idle: 60_000 }

const PROCESS = fileURLToPath(new URL('./picture-process.ts', import.meta.url))

/** One process of its own, one picture at a time; ended when it takes too long, started again for the next one. */
export function pictureWorkshop(limits: WorkshopLimits = LIMITS, file: string = PROCESS): PictureWorkshop {
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
    // Nothing of the environment: what decodes strangers' files knows no secret.
    child ??= fork(file, { serialization: 'advanced', stdio: 'ignore', execArgv: [], env: {} })
    return child
  }

  function work(bytes: Buffer): Promise<Prepared> {
    if (closed) return Promise.resolve({ kind: 'refused', reason: 'busy' })
    clearTimeout(idle)
    const worker = started()
    return new Promise((resolve) => {
      const settle = (answer: Prepared, isOver: boolean) => {
        clearTimeout(timer)
        worker.removeAllListeners()
        // A process that failed may still report it; without a listener that would end the server.
        worker.on('error', () => {})
        if (isOver && child === worker) end()
        resolve(answer)
      }
      const failed = () => settle({ kind: 'refused', reason: 'unreadable' }, true)
      const timer = setTimeout(() => settle({ kind: 'refused', reason: 'timeout' }, true), limits.timeout)
      worker.on('message', (answer) => settle(answer as PictureAnswer, false))
      worker.on('exit', failed)
      worker.on('error', failed)
      worker.send({ bytes } satisfies PictureJob, (error) => error && failed())
    })
  }

  return {
    prepare(bytes) {
      if (open > limits.waiting) return Promise.resolve({ kind: 'refused', reason: 'busy' })
      open += 1
      const done = last.then(() => work(bytes))
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
