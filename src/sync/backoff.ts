const FIRST_PAUSE = 1000
export const LONGEST_PAUSE = 5 * 60_000

/**
 * How long to wait before the next try, in milliseconds: twice as long after each failure, from a second to five
 * minutes, and half of it by chance, so that devices do not come back together.
 * @param failures how many tries in a row have failed before this one
 * @param random from 0 to 1
 */
export function backoff(failures: number, random: number): number {
  const grown = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(failures, 16))
  return grown / 2 + (grown / 2) * random
}
