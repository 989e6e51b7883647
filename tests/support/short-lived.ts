import { sized } from './long.ts'

/**
 * Node's arguments for a process of a test, which lives for seconds or minutes in the short form:
 * - V8 spends more on optimising PGlite's WebAssembly than its statements save, a third to a half of a server's start.
 * - Most of what a test makes is garbage at once. With room for it (64 MB) the collector moves less: tests of screens
 *   take a tenth less.
 * - What the optimising compiler spends on such a process is more than its code saves: another tenth in tests of screens.
 * The long run, whose processes live for hours, runs as in production.
 */
export const SHORT_LIVED: readonly string[] = sized({
  short: ['--liftoff-only', '--no-opt', '--max-semi-space-size=64'],
  long: [],
})
