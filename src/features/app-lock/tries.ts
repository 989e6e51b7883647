import { MINUTE } from '#domain/lib/local-time.ts'
import type { Tries } from '#src/data/app-lock.ts'

/** So many wrong PINs may follow one another without a pause. */
export const FREE_TRIES = 5

/** The pause after the fifth wrong PIN, the sixth and so on, in milliseconds; the last one after every further one. */
const PAUSES = [0.5 * MINUTE, MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE]

export const NO_TRIES: Tries = { wrong: 0, until: 0 }

/** The pause that follows so many wrong PINs, in milliseconds. */
function pauseAfter(wrong: number): number {
  if (wrong < FREE_TRIES) return 0
  return PAUSES[Math.min(wrong - FREE_TRIES, PAUSES.length - 1)] ?? 0
}

/**
 * The tries as they are to be judged at an instant. A clock that was set back must not make a pause longer than it was:
 * then it begins anew.
 */
export function settled(tries: Tries, now: number): Tries {
  const longest = now + pauseAfter(tries.wrong)
  return tries.until > longest ? { ...tries, until: longest } : tries
}

/** How long no PIN is looked at, in milliseconds; 0: one may be tried. */
export const waitOf = (tries: Tries, now: number): number => Math.max(0, settled(tries, now).until - now)

/** One PIN more that is not, or not yet, the right one; null during a pause. */
export function oneMore(tries: Tries, now: number): Tries | null {
  if (waitOf(tries, now) > 0) return null
  const wrong = tries.wrong + 1
  const pause = pauseAfter(wrong)
  return { wrong, until: pause > 0 ? now + pause : 0 }
}

/** How many wrong PINs may still follow without a pause. */
export const triesLeft = ({ wrong }: Tries): number => Math.max(0, FREE_TRIES - wrong)
