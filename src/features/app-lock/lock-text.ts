import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import type { LockAfter, Tries } from '#src/data/app-lock.ts'
import { FREE_TRIES, triesLeft } from './tries.ts'

export const AFTER_LABELS: Record<LockAfter, Message> = {
  0: msg('At once'),
  1: msg('After 1 minute'),
  5: msg('After 5 minutes'),
  15: msg('After 15 minutes'),
}

/** Returns when the current lock locks. */
export const whenText = (after: LockAfter): string =>
  after === 0
    ? t('On. Locks as soon as you leave Dosewell')
    : t('On. Locks after {count, plural, one {# minute} other {# minutes}} away, and at each start', { count: after })

/** Returns the sentence after a wrong PIN, or during a pause of `wait` milliseconds. */
export function triesText(tries: Tries, wait: number): string {
  if (wait > 0) return pauseText(wait)
  const left = triesLeft(tries)
  if (left === 0 || left >= FREE_TRIES) return t('That is not the PIN.')
  return t('That is not the PIN. {count, plural, one {# more try} other {# more tries}} before a pause.', {
    count: left,
  })
}

/** Rounds up, so that a pause never ends later than announced. */
function pauseText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 60
    ? t('Too many wrong PINs. Wait {count, plural, one {# second} other {# seconds}} before the next try.', {
        count: seconds,
      })
    : t('Too many wrong PINs. Wait {count, plural, one {# minute} other {# minutes}} before the next try.', {
        count: Math.ceil(ms / MINUTE),
      })
}

/** Returns `4:59`, for a countdown. */
export function countdownText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
