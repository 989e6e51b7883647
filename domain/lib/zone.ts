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

/**
 * By the name in lower case: the runtime takes `aUSTRALIA/sydney` too, and each of the thousands of spellings of one zone would keep a
 * formatter of its own. So there are never more than zones.
 */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Making a formatter costs some hundred times more than using it. Throws for a zone that the runtime does not know. */
function formatterOf(zone: string): Intl.DateTimeFormat {
  const name = zone.toLowerCase()
  let formatter = formatters.get(name)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formatters.set(name, formatter)
  }
  return formatter
}

/** Whether this runtime knows the IANA zone. Fixed offsets such as `+10:00` are refused: they do not follow the law. */
export function isTimeZone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(zone) || zone.length > 64) return false
  try {
    formatterOf(zone)
    return true
  } catch {
    return false
  }
}

/** Offsets that were asked for before: planning asks for the same instants of a day over and over, and each costs much. */
const known = new Map<string, Map<number, number>>()
const MOST_KNOWN = 50_000
let count = 0

/** Before and after them a formatter names years that no date has: the year 0 as 1. Offsets stay as they are there. */
const [FIRST_KNOWN, LAST_KNOWN] = [Date.parse(FIRST_DATE) + 2 * DAY, Date.parse(LAST_DATE) + DAY]

/** Milliseconds by which the zone's wall clock is ahead of UTC at the instant. */
export function offsetAt(instant: number, zone: string): number {
  const whole = Math.min(Math.max(Math.floor(instant / 1000) * 1000, FIRST_KNOWN), LAST_KNOWN)
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
 * That of UTC for a zone which this runtime does not know (a record is stored longer than a runtime lives, and zones come and go): one
 * person's must not end what is planned for everybody.
 */
function computeOffset(whole: number, zone: string): number {
  if (!isTimeZone(zone)) return 0
  const field: Record<string, number> = {}
  for (const part of formatterOf(zone).formatToParts(whole)) field[part.type] = Number(part.value)
  const time = Date.UTC(2000, (field.month ?? 1) - 1, field.day, field.hour, field.minute, field.second)
  // Date.UTC takes a year below 100 as 19xx; 2000 as a placeholder is a leap year, so February 29 survives it.
  return new Date(time).setUTCFullYear(field.year ?? 0) - whole
}

/** The date and minute on the wall in that zone at the instant (milliseconds since the epoch); the date is one that there is. */
export function localAt(instant: number, zone: string): { date: LocalDate; time: LocalTime } {
  const wall = new Date(instant + offsetAt(instant, zone))
  return {
    date: utcDateOf(wall.getTime()),
    time: localTimeOf(wall.getUTCHours() * 60 + wall.getUTCMinutes()),
  }
}

/** Wall times that were looked up before. Every medication of a day asks for the same few, and each costs three formattings. */
const instants = new Map<string, number>()

/** Some months of four times a day; then it is begun anew. */
const MOST_INSTANTS = 2000

/**
 * The instant at which the wall of that zone shows date and time (readings and docs/reminders.md: a time that a changeover
 * skips moves forward by the gap, a time that occurs twice means its first occurrence).
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
  // The two offsets around the wall time; no zone changes twice within two days.
  const before = offsetAt(wall - 24 * 60 * MINUTE, zone)
  const after = offsetAt(wall + 24 * 60 * MINUTE, zone)
  const early = wall - before
  if (offsetAt(early, zone) === before) return early
  const late = wall - after
  if (offsetAt(late, zone) === after) return late
  // In the gap: reading the wall time with the old offset lands after the change, moved forward by the gap.
  return early
}

/** The first instant of the date in that zone. Where midnight itself is skipped, the first instant that exists. */
export const startOfDay = (date: LocalDate, zone: string): number => instantAt(date, '00:00' as LocalTime, zone)

/** The first instant of the following date; after the last date that there is, a day after its first. */
export const endOfDay = (date: LocalDate, zone: string): number =>
  date === LAST_DATE ? startOfDay(date, zone) + DAY : startOfDay(addDays(date, 1), zone)
