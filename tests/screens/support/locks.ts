import { task } from './task.ts'

/** Web Locks of one device: its tabs wait for each other, and a closed tab releases its locks. */
export class DeviceLocks {
  readonly #queues = new Map<string, Request[]>()

  /** Returns the `navigator.locks` of a tab; `closed` ends everything it holds and waits for. */
  ofTab(closed: AbortSignal) {
    return {
      request: (name: string, ...rest: [LockOptions, Work] | [Work]): Promise<unknown> => {
        const [options, work] = rest.length === 1 ? [{}, rest[0]] : rest
        return this.#request(name, options, work, closed)
      },
      query: async () => ({
        held: [...this.#queues].flatMap(([name, queue]) => (queue.length > 0 ? [{ name }] : [])),
        pending: [],
      }),
    }
  }

  #request(name: string, options: LockOptions, work: Work, closed: AbortSignal): Promise<unknown> {
    // The script of a page that is gone may keep running for a moment.
    if (closed.aborted) return new Promise(() => {})
    const queue = this.#queues.get(name) ?? []
    this.#queues.set(name, queue)
    if (options.ifAvailable && queue.length > 0) return task().then(() => work(null))
    return new Promise((resolve, reject) => {
      if (options.signal?.aborted) return reject(options.signal.reason)
      const leave = () => {
        const place = queue.indexOf(request)
        if (place < 0) return
        queue.splice(place, 1)
        if (place === 0) queue[0]?.begin()
      }
      const request: Request = {
        isBegun: false,
        begin: () => {
          request.isBegun = true
          void task()
            .then(() => work({ name, mode: 'exclusive' }))
            .then(resolve, reject)
            .finally(leave)
        },
      }
      options.signal?.addEventListener('abort', () => {
        if (request.isBegun) return
        leave()
        reject(options.signal?.reason)
      })
      closed.addEventListener('abort', leave)
      if (options.steal) queue.unshift(request)
      else queue.push(request)
      if (queue[0] === request) request.begin()
    })
  }
}

type Work = (lock: { name: string; mode: 'exclusive' } | null) => unknown

interface LockOptions {
  ifAvailable?: boolean
  steal?: boolean
  signal?: AbortSignal
}

interface Request {
  isBegun: boolean
  begin(): void
}
