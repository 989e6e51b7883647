import {
  addDays,
  DAY,
  FIRST_DATE,
  LAST_DATE,
  type LocalDate,
  type LocalTime,
  localTimeOf,
  MINUTE,
  utcDateOf,
} from './local-time.ts'
import { zoneOffset } from './zone-offset.ts'

/**
 * Returns whether this runtime knows the IANA zone. Fixed offsets such as `+10:00` are refused, because they do not
 * follow the law.
 */
export function isTimeZone(zone: string): boolean {
  if (zonesSeen.has(zone)) return true
  if (!NAME.test(zone)) return false
  try {
    zoneOffset(0, zone)
    if (zonesSeen.size >= MOST_ZONES) zonesSeen.clear()
    zonesSeen.add(zone)
    return true
  } catch {
    return false
  }
}

/** Names that were found to be zones: every request of an account asks again, and the runtime is slow to say. */
const zonesSeen = new Set<string>()
/** More than there are zones; the same one may be spelled in thousands of ways. */
const MOST_ZONES = 1000

const NAME = /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/

/** Offsets computed before: planning needs the same days over and over, and each offset is expensive. */
const known = new Map<string, Map<number, number>>()
const MOST_KNOWN = 50_000
let count = 0

/**
 * Beyond these, a formatter names years that no date has: the year 0 as 1. Offsets stay as they are at these limits.
 */
const [FIRST_KNOWN, LAST_KNOWN] = [Date.parse(FIRST_DATE) + 2 * DAY, Date.parse(LAST_DATE) + DAY]

/** Returns the milliseconds by which the zone's local time is ahead of UTC at the instant. */
export function offsetAt(instant: number, zone: string): number {
  const whole = Math.min(Math.max(Math.floor(instant / 1000) * 1000, FIRST_KNOWN), LAST_KNOWN)
  const midnight = Math.floor(whole / DAY) * DAY
  const before = knownOffset(midnight, zone)
  if (whole === midnight) return before
  // No zone changes twice within a day, so one that ends a day of UTC as it began it has the same offset throughout.
  return knownOffset(midnight + DAY, zone) === before ? before : knownOffset(whole, zone)
}

function knownOffset(whole: number, zone: string): number {
  const before = known.get(zone)?.get(whole)
  if (before !== undefined) return before
  const offset = computeOffset(whole, zone)
  if (count >= MOST_KNOWN) {
    known.clear()
    count = 0
  }
  const ofZone = known.get(zone) ?? new Map<number, number>()
  known.set(zone, ofZone.set(whole, offset))
  count += 1
  return offset
}

/**
 * Uses UTC's offset for a zone that this runtime does not know (a record outlives a runtime, and zones come and go):
 * one user's zone must not end the planning for everyone. Throws a RangeError for what is no instant.
 */
function computeOffset(whole: number, zone: string): number {
  try {
    if (NAME.test(zone)) return zoneOffset(whole, zone)
  } catch (error) {
    if (isTimeZone(zone)) throw error
  }
  return 0
}

/**
 * Returns the local date and minute in this zone at the instant (milliseconds since the epoch). The date is always a
 * possible one.
 */
export function localAt(instant: number, zone: string): { date: LocalDate; time: LocalTime } {
  const wall = new Date(instant + offsetAt(instant, zone))
  return {
    date: utcDateOf(wall.getTime()),
    time: localTimeOf(wall.getUTCHours() * 60 + wall.getUTCMinutes()),
  }
}

/**
 * Local times looked up before. Every medication of a day needs the same few, and each costs three formatting calls.
 */
const instants = new Map<string, number>()

/** A few months at four times a day; then the map is emptied. */
const MOST_INSTANTS = 2000

/**
 * Returns the instant of a local date and time in this zone. A time skipped by a clock change moves forward by the gap,
 * and a time that occurs twice means the first (readings and docs/reminders.md).
 */
export function instantAt(date: LocalDate, time: LocalTime, zone: string): number {
  const key = `${date} ${time} ${zone}`
  const known = instants.get(key)
  if (known !== undefined) return known
  if (instants.size >= MOST_INSTANTS) instants.clear()
  const instant = findInstant(date, time, zone)
  instants.set(key, instant)
  return instant
}

function findInstant(date: LocalDate, time: LocalTime, zone: string): number {
  const wall = Date.parse(`${date}T${time}:00Z`)
  // The offsets before and after the local time; no zone changes twice within two days.
  const before = offsetAt(wall - 24 * 60 * MINUTE, zone)
  const after = offsetAt(wall + 24 * 60 * MINUTE, zone)
  const early = wall - before
  if (offsetAt(early, zone) === before) return early
  const late = wall - after
  if (offsetAt(late, zone) === after) return late
  // In the gap: with the old offset, the local time lands after the change, moved forward by the gap.
  return early
}

/**
 * Returns the first instant of the date in this zone. If midnight itself is skipped, that is the first instant that
 * exists.
 */
export const startOfDay = (date: LocalDate, zone: string): number => instantAt(date, '00:00' as LocalTime, zone)

/**
 * Returns the first instant of the following date. After the last possible date, it is one day after its first instant.
 */
export const endOfDay = (date: LocalDate, zone: string): number =>
  date === LAST_DATE ? startOfDay(date, zone) + DAY : startOfDay(addDays(date, 1), zone)
