import { hoursText } from '../doses/limit-text.ts'
import { MINUTE } from '../lib/local-time.ts'
import { listed } from '../lib/text.ts'
import type { DoseNotices } from '../records/dose-notices.ts'

/** Returns minutes as `15 min`, `1 hour`, `1 h 30 min`. */
export const minutesText = (minutes: number): string =>
  minutes % 60 === 0 ? `${minutes / 60} ${minutes === 60 ? 'hour' : 'hours'}` : hoursText(minutes * MINUTE)

/**
 * Returns what is announced beside the reminders: `A quiet notice 15 min before. Again after 30 min and 1 hour.` Empty
 * if nothing is.
 */
export function noticesText({ headsUp, followUps }: DoseNotices): string {
  return [
    ...(headsUp === null ? [] : [`A quiet notice ${minutesText(headsUp)} before.`]),
    ...(followUps.length === 0 ? [] : [`Again after ${listed(followUps.map(minutesText))}.`]),
  ].join(' ')
}
