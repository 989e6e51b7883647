import { hoursText } from '../doses/limit-text.ts'
import { t } from '../language/translate.ts'
import { MINUTE } from '../lib/local-time.ts'
import { listed } from '../lib/text.ts'
import type { DoseNotices } from '../records/dose-notices.ts'

/** Returns minutes as `15 min`, `1 hour`, `1 h 30 min`. */
export const minutesText = (minutes: number): string =>
  minutes % 60 === 0
    ? t('{count, plural, one {# hour} other {# hours}}', { count: minutes / 60 })
    : hoursText(minutes * MINUTE)

/**
 * Returns what is announced beside the reminders: `A quiet notice 15 min before. Again after 30 min and 1 hour.` Empty
 * if nothing is.
 */
export function noticesText({ headsUp, followUps }: DoseNotices): string {
  return [
    ...(headsUp === null ? [] : [t('A quiet notice {time} before.', { time: minutesText(headsUp) })]),
    ...(followUps.length === 0 ? [] : [t('Again after {times}.', { times: listed(followUps.map(minutesText)) })]),
  ].join(' ')
}
