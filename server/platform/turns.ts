import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'

/**
 * The server has one thread, and PGlite one connection. What takes long is done in pieces, and between two pieces whoever waits gets
 * in: connections are accepted and requests read only when the event loop comes round, and it accepts one connection each time.
 */

/** The longest (ms) that work goes on before the event loop comes round. */
const PIECE = 8

/** Returns a function to call between the steps of long work: it pauses when the last pause was 8 ms ago, else it does nothing. */
export function pauses(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < PIECE) return
    await setImmediate()
    since = performance.now()
  }
}

const patience = new AsyncLocalStorage<true>()

/** Runs work that is long by its nature, such as a batch: whatever others ask of PGlite meanwhile goes first. */
export const patiently = <T>(work: () => Promise<T>): Promise<T> => patience.run(true, work)

type Begin = () => Promise<void>

/** Patient work has every tenth turn however much else there is. */
const MOST_AHEAD = 9

/**
 * Makes a queue for what only one can use at a time: in the order in which it was asked for, but what is done patiently after
 * everything else. The event loop comes round in between, so that requests which arrive meanwhile are in the queue too.
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
