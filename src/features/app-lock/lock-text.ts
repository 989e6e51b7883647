import { MINUTE } from '#domain/lib/local-time.ts'
import type { LockAfter, Tries } from '#src/data/app-lock.ts'
import { FREE_TRIES, triesLeft } from './tries.ts'

export const AFTER_LABELS: Record<LockAfter, string> = {
  0: 'At once',
  1: 'After 1 minute',
  5: 'After 5 minutes',
  15: 'After 15 minutes',
}

/** Returns when the current lock locks. */
export const whenText = (after: LockAfter): string =>
  after === 0
    ? 'On. Locks as soon as you leave Dosewell'
    : `On. Locks ${AFTER_LABELS[after].toLowerCase()} away, and at each start`

/** Returns the sentence after a wrong PIN, or during a pause of `wait` milliseconds. */
export function triesText(tries: Tries, wait: number): string {
  if (wait > 0) return `Too many wrong PINs. Wait ${durationText(wait)} before the next try.`
  const left = triesLeft(tries)
  if (left === 0 || left >= FREE_TRIES) return 'That is not the PIN.'
  return `That is not the PIN. ${left} more ${left === 1 ? 'try' : 'tries'} before a pause.`
}

/** Rounds up, so that a pause never ends later than announced. */
function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(ms / MINUTE)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/** Returns `4:59`, for a countdown. */
export function countdownText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
