import { agoText, dayText, momentText, spanText } from '#domain/doses/dose-text.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { addDays, DAY, formatTime12, HOUR, isLocalTime, type LocalTime, MINUTE } from '#domain/lib/local-time.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import { instantAt, localAt } from '#domain/lib/zone.ts'
import type { DoseSlot } from '#domain/schedule/slots.ts'

/** When a dose was taken: now, as planned, or at a time that is typed. */
export type When = 'now' | 'planned' | 'other'

/** The day around a reminder: a time that is typed means the one from this much before it to a day later. */
const BEFORE_REMINDER = 6 * HOUR
/** A time that would be in the future may mean the day before, down to this much before the reminder. */
const EARLIEST = 8 * HOUR

export interface Around {
  /** The planned instant (ms); null for a dose beside the plan. */
  plannedAt: number | null
  /** What was logged (ms), where it is changed. */
  loggedAt: number | null
  /** Milliseconds since the epoch. */
  now: number
  zone: string
}

/**
 * The instant (ms) that a typed `HH:MM` means, or a sentence that says why it means none. Each time of day lies once in
 * the day around the reminder, so nobody has to give a date: 12:30 AM for a dose of 10 PM is the night after it. A dose
 * beside the plan means the last time the clock showed it.
 */
export function momentOf(typed: string, around: Around): Result<number, string> {
  if (!isLocalTime(typed)) return fail('Enter the time you took it')
  const { plannedAt, loggedAt, now, zone } = around
  if (loggedAt !== null) return momentOfChange(typed, { ...around, loggedAt })
  const from = plannedAt === null ? now - DAY + MINUTE : plannedAt - BEFORE_REMINDER
  const { date } = localAt(from, zone)
  const moments = [-1, 0, 1, 2].map((days) => instantAt(addDays(date, days), typed, zone))
  const meant = moments.find((moment) => moment >= from) ?? now
  if (meant <= now) return ok(meant)
  const before = moments.findLast((moment) => moment < from)
  if (before !== undefined && before <= now && plannedAt !== null && before >= plannedAt - EARLIEST) {
    return ok(before)
  }
  return fail(stillToCome(typed))
}

const stillToCome = (typed: LocalTime): string =>
  `${formatTime12(typed)} is still to come. Enter a time that has passed.`

/**
 * A change keeps the very moment that was logged, whatever day it was, until another time is typed: that means the one
 * nearest to what was logged or planned that has passed.
 */
function momentOfChange(
  typed: LocalTime,
  { plannedAt, loggedAt, now, zone }: Around & { loggedAt: number },
): Result<number, string> {
  const logged = localAt(loggedAt, zone)
  if (typed === logged.time) return ok(loggedAt)
  const anchors = plannedAt === null ? [loggedAt] : [loggedAt, plannedAt]
  const distance = (moment: number) => Math.min(...anchors.map((anchor) => Math.abs(moment - anchor)))
  const [nearest] = anchors
    .flatMap((anchor) => [-1, 0, 1].map((days) => addDays(localAt(anchor, zone).date, days)))
    .map((date) => instantAt(date, typed, zone))
    .filter((moment) => moment <= now && moment >= Math.min(...anchors) - EARLIEST)
    .sort((a, b) => distance(a) - distance(b))
  return nearest === undefined ? fail(stillToCome(typed)) : ok(nearest)
}

/** `2:45 PM`, as the button repeats it; with its day where that is not the planned one, beside the plan not today's. */
export const takenText = (moment: number, { plannedAt, now, zone }: Around): string =>
  momentText(moment, localAt(plannedAt ?? now, zone).date, zone)

/** What the moment means: `Today, 15 minutes before the reminder`; `Yesterday, 20 hours ago` beside the plan. */
export function momentSentence(moment: number, { plannedAt, now, zone }: Around): string {
  const day = dayText(localAt(moment, zone).date, localAt(now, zone).date)
  if (plannedAt === null) return `${day}, ${agoText(moment, now)}`
  const distance = moment - plannedAt
  if (Math.abs(distance) < MINUTE) return `${day}, at the time of the reminder`
  return `${day}, ${spanText(distance)} ${distance < 0 ? 'before' : 'after'} the reminder`
}

/** How the question is answered at first: a missed dose was hardly taken just now. */
export const firstWhen = (slot: Pick<DoseSlot, 'at'> | null, isMissed: boolean): When =>
  slot !== null && isMissed ? 'planned' : 'now'

/** The instant to log: nothing for "Just now", which is the moment the button is pressed. */
export const detailsAt = (when: When, moment: number) => (when === 'now' ? {} : { at: toInstant(moment) })
