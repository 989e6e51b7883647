import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'

/**
 * The server has one thread, and PGlite one connection. Long work is done in pieces so that others get a turn in
 * between: connections are accepted and requests read only when the event loop comes round, and it accepts one
 * connection each time.
 */

/** How long (ms) work may run before the event loop has to come round. */
const PIECE = 8

/**
 * Returns a function to call between the steps of long work. It pauses if the last pause was 8 ms ago; otherwise it
 * does nothing.
 */
export function pauses(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < PIECE) return
    await setImmediate()
    since = performance.now()
  }
}

const patience = new AsyncLocalStorage<true>()

/** Runs work that is long by nature, such as a batch: what others ask of PGlite in the meantime goes first. */
export const patiently = <T>(work: () => Promise<T>): Promise<T> => patience.run(true, work)

type Begin = () => Promise<void>

/** Patient work gets every tenth turn, however much else there is. */
const MOST_AHEAD = 9

/**
 * Creates a queue for something that only one caller can use at a time. Calls run in order, patient ones after all
 * others. The event loop comes round in between, so that requests arriving meanwhile are queued too.
 */
export function turns(): <T>(work: () => Promise<T>) => Promise<T> {
  const queues = { hurried: [] as Begin[], patient: [] as Begin[] }
  const pause = pauses()
  let ahead = 0
  let isRunning = false

  const next = (): Begin | undefined => {
    const isOvertaking = queues.hurried.length > 0 && (queues.patient.length === 0 || ahead < MOST_AHEAD)
    ahead = isOvertaking && queues.patient.length > 0 ? ahead + 1 : 0
    return (isOvertaking ? queues.hurried : queues.patient).shift()
  }

  async function run(): Promise<void> {
    isRunning = true
    while (queues.hurried.length + queues.patient.length > 0) {
      await pause()
      await next()?.()
    }
    isRunning = false
  }

  return (work) =>
    new Promise((resolve, reject) => {
      const inItsContext = AsyncLocalStorage.snapshot()
      queues[patience.getStore() ? 'patient' : 'hurried'].push(() => inItsContext(work).then(resolve, reject))
      if (!isRunning) void run()
    })
}
