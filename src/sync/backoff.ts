const FIRST_PAUSE = 1000
export const LONGEST_PAUSE = 5 * 60_000

/**
 * Returns how long to wait before the next attempt, in milliseconds: doubled after each failure, from one second to
 * five minutes, with half of it random so that devices do not all return together.
 * @param failures how many attempts in a row have failed before this one
 * @param random from 0 to 1
 */
export function backoff(failures: number, random: number): number {
  const grown = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(failures, 16))
  return grown / 2 + (grown / 2) * random
}
