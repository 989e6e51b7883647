import { agoText, dayText, momentText, spanText } from '#domain/doses/dose-text.ts'
import { t } from '#domain/language/translate.ts'
import { toInstant } from '#domain/lib/instant.ts'
import {
  addDays,
  DAY,
  formatTime12,
  HOUR,
  isLocalTime,
  type LocalDate,
  type LocalTime,
  MINUTE,
} from '#domain/lib/local-time.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import { instantAt, localAt } from '#domain/lib/zone.ts'
import type { DoseSlot } from '#domain/schedule/slots.ts'

/** When a dose was taken: now, as planned, or at a typed time. */
export type When = 'now' | 'planned' | 'other'

/** The day around a reminder: a typed time lies between this long before it and a day later. */
const BEFORE_REMINDER = 6 * HOUR
/** A time that would be in the future may mean the day before, as far back as this before the reminder. */
const EARLIEST = 8 * HOUR

export interface Around {
  /** The planned instant (ms); null for a dose outside the plan. */
  plannedAt: number | null
  /** What was logged (ms), if it is being changed. */
  loggedAt: number | null
  /** The past day on which a dose outside the plan was taken; null: the day before now. */
  day?: LocalDate | null
  /** Milliseconds since the epoch. */
  now: number
  zone: string
}

/**
 * Returns the instant (ms) that a typed `HH:MM` means, or a sentence that says why it means none. Each time of day
 * occurs once in the day around the reminder, so no date is needed: 12:30 AM for a dose at 10 PM is the night after it.
 * For a dose outside the plan, it is the last time the clock showed it, or, with a day, that time of the day.
 */
export function momentOf(typed: string, around: Around): Result<number, string> {
  if (!isLocalTime(typed)) return fail(t('Enter the time you took it'))
  const { plannedAt, loggedAt, day = null, now, zone } = around
  if (day !== null) {
    const moment = instantAt(day, typed, zone)
    return moment <= now ? ok(moment) : fail(stillToCome(typed))
  }
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
  t('{time} is still to come. Enter a time that has passed.', { time: formatTime12(typed) })

/**
 * Returns the moment of a change, which keeps exactly what was logged, whatever its day, until another time is typed.
 * That means the nearest past moment to what was logged or planned.
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

/**
 * Returns `2:45 PM`, as the button repeats it; with its day if that is not the planned one, or, outside the plan, not
 * today.
 */
export const takenText = (moment: number, { plannedAt, now, zone }: Around): string =>
  momentText(moment, localAt(plannedAt ?? now, zone).date, zone)

/**
 * Returns what the moment means: `Today, 15 minutes before the reminder`; `Yesterday, 20 hours ago` outside the plan.
 */
export function momentSentence(moment: number, { plannedAt, now, zone }: Around): string {
  const day = dayText(localAt(moment, zone).date, localAt(now, zone).date)
  if (plannedAt === null) return t('{day}, {ago}', { day, ago: agoText(moment, now) })
  const distance = moment - plannedAt
  if (Math.abs(distance) < MINUTE) return t('{day}, at the time of the reminder', { day })
  const span = spanText(distance)
  return distance < 0
    ? t('{day}, {span} before the reminder', { day, span })
    : t('{day}, {span} after the reminder', { day, span })
}

/** Returns the initial answer: a missed dose was hardly taken just now. */
export const firstWhen = (slot: Pick<DoseSlot, 'at'> | null, isMissed: boolean): When =>
  slot !== null && isMissed ? 'planned' : 'now'

/** Returns the instant to log: nothing for "Just now", which means when the button is pressed. */
export const detailsAt = (when: When, moment: number) => (when === 'now' ? {} : { at: toInstant(moment) })
