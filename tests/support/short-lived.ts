import { sized } from './long.ts'

/**
 * Node's arguments for a process of a test, which lives for seconds or minutes in the short form: V8 spends more on
 * optimising PGlite's WebAssembly than its statements save, a third to a half of a server's start. The long run, whose
 * processes live for hours, has it optimised.
 */
export const SHORT_LIVED: readonly string[] = sized({ short: ['--liftoff-only'], long: [] })
