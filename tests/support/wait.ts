import { setTimeout as pause } from 'node:timers/promises'

/**
 * Polls until `fn` returns a truthy value, and returns that value: tests wait for a state, never for a fixed time.
 * When `fn` throws, it counts as "not yet"; its last error becomes the cause of the error on timeout.
 * @param options.timeout milliseconds in all (default 20 000). @param options.interval milliseconds between tries (25).
 * @param options.what names the awaited state in the error.
 * @throws Error when the time is up.
 */
export async function until<T>(
  fn: () => T | Promise<T>,
  {
    timeout = 20_000,
    interval = 25,
    what = 'the awaited state',
  }: { timeout?: number; interval?: number; what?: string } = {},
): Promise<Exclude<T, false | null | undefined | 0 | ''>> {
  const end = performance.now() + timeout
  let cause: unknown
  do {
    try {
      const value = await fn()
      if (value) return value as Exclude<T, false | null | undefined | 0 | ''>
      cause = undefined
    } catch (error) {
      cause = error
    }
    await pause(interval)
  } while (performance.now() < end)
  throw new Error(`${what} did not come within ${timeout} ms`, { cause })
}

/**
 * For `vi.waitFor`, whose own limit of a second says something about the speed of the machine: beside the browsers, at
 * the lowest priority, a test waits longer for its turn.
 */
export const PATIENTLY = { timeout: 20_000 }
