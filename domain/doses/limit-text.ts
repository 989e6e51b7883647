import { t } from '../language/translate.ts'
import { amountText } from '../lib/amount.ts'
import { type LocalDate, MINUTE } from '../lib/local-time.ts'
import type { DoseLimits } from '../records/dose-limits.ts'
import { apartText, countText } from '../schedule/limits-text.ts'
import { momentText } from './dose-text.ts'
import type { CountedDose, LimitState, LimitWarning } from './limits.ts'

/** Returns a time span (ms) as `2 h 10 min`, `2 h` or `10 min`; `less than a minute` below one. */
export function hoursText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE)
  if (minutes < 1) return t('less than a minute')
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return t('{minutes} min', { minutes })
  return rest === 0 ? t('{hours} h', { hours }) : t('{hours} h {minutes} min', { hours, minutes: rest })
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
    sentences.push(nearText(near, dose, now), t('The label says at least {time} apart.', { time: apartText(minHours) }))
  }
  if (count && maxIn24h !== null) {
    const amount = countText(maxIn24h, unit)
    sentences.push(
      t('This makes {amount} in 24 hours.', { amount: countText(count.total, unit) }),
      count.kind === 'over'
        ? t('The label says at most {amount}.', { amount })
        : t('The label says at most {amount}: after this one, one more.', { amount }),
    )
  }
  return sentences.join(' ')
}

function nearText(near: CountedDose, dose: CountedDose, now: number): string {
  const time = hoursText(Math.abs(dose.at - near.at))
  // Logged as it is taken, the dose before it is simply the last one.
  if (Math.abs(now - dose.at) < MINUTE)
    return near.at > now ? t('Taken already.') : t('Last taken {time} ago.', { time })
  return near.at <= dose.at ? t('Taken {time} before that.', { time }) : t('Taken {time} after that.', { time })
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
    ...(nextFrom === null ? [] : [t('Next one from {time} by the label', { time: momentText(nextFrom, today, zone) })]),
    ...(maxIn24h === null
      ? []
      : [t('{taken} of {amount} in 24 hours', { taken: amountText(counted), amount: countText(maxIn24h, unit) })]),
  ]
}
