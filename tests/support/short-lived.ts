/**
 * Node's arguments for a process of a test, which lives for seconds or minutes: V8 spends more on optimising PGlite's
 * WebAssembly than its statements save, a third to a half of a server's start.
 */
export const SHORT_LIVED = ['--liftoff-only']
