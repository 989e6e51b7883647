import { MINUTE } from '#domain/lib/local-time.ts'
import type { Tries } from '#src/data/app-lock.ts'

/** How many wrong PINs are allowed in a row without a pause. */
export const FREE_TRIES = 5

/** The pause after the fifth wrong PIN, the sixth and so on, in milliseconds; the last one repeats. */
const PAUSES = [0.5 * MINUTE, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE]

export const NO_TRIES: Tries = { wrong: 0, until: 0 }

/** Returns the pause after that many wrong PINs, in milliseconds. */
function pauseAfter(wrong: number): number {
  if (wrong < FREE_TRIES) return 0
  return PAUSES[Math.min(wrong - FREE_TRIES, PAUSES.length - 1)] ?? 0
}

/**
 * Returns the tries as they count at an instant. Setting the clock back must not lengthen a pause: it then starts
 * again.
 */
export function settled(tries: Tries, now: number): Tries {
  const longest = now + pauseAfter(tries.wrong)
  return tries.until > longest ? { ...tries, until: longest } : tries
}

/** Returns how long no PIN is checked, in milliseconds; 0: one may be tried. */
export const waitOf = (tries: Tries, now: number): number => Math.max(0, settled(tries, now).until - now)

/** Counts one more PIN that is not, or not yet, the right one; null during a pause. */
export function oneMore(tries: Tries, now: number): Tries | null {
  if (waitOf(tries, now) > 0) return null
  const wrong = tries.wrong + 1
  const pause = pauseAfter(wrong)
  return { wrong, until: pause > 0 ? now + pause : 0 }
}

/** Returns how many more wrong PINs are allowed without a pause. */
export const triesLeft = ({ wrong }: Tries): number => Math.max(0, FREE_TRIES - wrong)
