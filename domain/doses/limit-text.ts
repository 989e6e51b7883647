import { amountText } from '../lib/amount.ts'
import { type LocalDate, MINUTE } from '../lib/local-time.ts'
import type { DoseLimits } from '../records/dose-limits.ts'
import { apartText, countText } from '../schedule/limits-text.ts'
import { momentText } from './dose-text.ts'
import type { CountedDose, LimitState, LimitWarning } from './limits.ts'

/** Returns a time span (ms) as `2 h 10 min`, `2 h` or `10 min`; `less than a minute` below one. */
export function hoursText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE)
  if (minutes < 1) return 'less than a minute'
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter(Boolean).join(' ')
}

/** What a warning is about. */
interface Warned {
  limits: DoseLimits
  warning: LimitWarning
  dose: CountedDose
  /** In which the plan counts; null if it counts doses. */
  unit: string | null
  /** Milliseconds since the epoch. */
  now: number
}

/** Returns what a label says against a dose, in its own words (additions, 1.3). */
export function warningText({ limits, warning: { near, count }, dose, unit, now }: Warned): string {
  const { minHours, maxIn24h } = limits
  const sentences: string[] = []
  if (near && minHours !== null) {
    sentences.push(`${nearText(near, dose, now)} The label says at least ${apartText(minHours)} apart.`)
  }
  if (count && maxIn24h !== null) {
    const total = `This makes ${countText(count.total, unit)} in 24 hours.`
    const says =
      count.kind === 'over'
        ? `The label says at most ${countText(maxIn24h, unit)}.`
        : `The label says at most ${countText(maxIn24h, unit)}: after this one, one more.`
    sentences.push(`${total} ${says}`)
  }
  return sentences.join(' ')
}

function nearText(near: CountedDose, dose: CountedDose, now: number): string {
  const span = hoursText(Math.abs(dose.at - near.at))
  // Logged as it is taken, the dose before it is simply the last one.
  if (Math.abs(now - dose.at) < MINUTE) return near.at > now ? `Taken already.` : `Last taken ${span} ago.`
  return `Taken ${span} ${near.at <= dose.at ? 'before' : 'after'} that.`
}

interface Said {
  limits: DoseLimits
  state: LimitState
  unit: string | null
  today: LocalDate
  zone: string
}

/** Returns what a card says of the label: `Next one from 6:10 PM by the label`, `2 of 4 doses in 24 hours`. */
export function limitLines({ limits, state, unit, today, zone }: Said): string[] {
  const { maxIn24h } = limits
  const { nextFrom, counted } = state
  return [
    ...(nextFrom === null ? [] : [`Next one from ${momentText(nextFrom, today, zone)} by the label`]),
    ...(maxIn24h === null ? [] : [`${amountText(counted)} of ${countText(maxIn24h, unit)} in 24 hours`]),
  ]
}
