/** Where the server's time comes from. It is passed in, so that a test can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** Returns this many random bytes, from the operating system unless a test replaces it. */
export type RandomBytes = (length: number) => Uint8Array

export const systemRandom: RandomBytes = (length) => crypto.getRandomValues(new Uint8Array(length))
