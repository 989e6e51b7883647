import type { LocalDate, LocalTime } from '#domain/lib/local-time.ts'
import { type Changeover, changeoversOf, offsetReader } from '#domain/testing/changeovers.ts'

/** A zone's wall clock as a table of its changeovers: a different route to instants than domain/lib/zone.ts takes. */
export interface WallClock {
  zone: string
  changes: readonly Changeover[]
  /** Returns the instant (ms) of a wall time: skipped times move forward by the gap; repeated ones mean the first. */
  instantOf(date: LocalDate, time: LocalTime): number
  /** Returns the wall time that the clock shows at an instant (ms). */
  shownAt(at: number): { date: LocalDate; time: LocalTime }
}

export const FROM = Date.UTC(2026, 0, 1)
export const TO = Date.UTC(2036, 0, 1)

const clocks = new Map<string, WallClock>()

/** Builds the clock of that zone from 2026 to 2036. */
export function wallClockOf(zone: string): WallClock {
  const known = clocks.get(zone)
  if (known) return known
  const changes = changeoversOf(zone, FROM, TO)
  const always = offsetReader(zone)(FROM)
  const clock: WallClock = {
    zone,
    changes,
    instantOf(date, time) {
      const wall = Date.parse(`${date}T${time}:00Z`)
      // The old offset applies inside a gap, and to the first of two occurrences.
      const next = changes.find(({ at, before, after }) => wall < at + Math.max(before, after))
      return wall - (next?.before ?? changes.at(-1)?.after ?? always)
    },
    shownAt(at) {
      const offset = changes.findLast((change) => change.at <= at)?.after ?? changes[0]?.before ?? always
      const wall = new Date(at + offset).toISOString()
      return { date: wall.slice(0, 10) as LocalDate, time: wall.slice(11, 16) as LocalTime }
    },
  }
  clocks.set(zone, clock)
  return clock
}
