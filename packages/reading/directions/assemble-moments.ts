import type { LocalTime } from '../calendar.ts'
import { type Context, spanning } from './collect.ts'
import type { MomentFinding } from './findings.ts'
import { DAY_PARTS, type DayPart } from './values.ts'

/** Counts different times; a clock time next to the part of the day that contains it counts with that part. */
export function countOf(moments: readonly MomentFinding[]): number {
  const parts = new Set(moments.flatMap(({ part }) => (part === null ? [] : [part])))
  const clocks = new Set(moments.flatMap(({ clock }) => (clock === null ? [] : [clock])))
  const joined = [...clocks].filter((clock) => [...parts].some((part) => isWithin(clock, part))).length
  const choices = moments.filter(({ isOr }) => isOr).length
  return Math.max(1, parts.size + clocks.size - Math.min(joined, parts.size) - choices)
}

const NOON = '12:00' as LocalTime

const WITHIN: Record<DayPart, readonly [string, string]> = {
  morning: ['04:00', '11:59'],
  noon: ['11:00', '14:00'],
  afternoon: ['12:00', '17:59'],
  evening: ['16:00', '21:59'],
  night: ['18:00', '23:59'],
}

const isWithin = (clock: LocalTime, part: DayPart): boolean => clock >= WITHIN[part][0] && clock <= WITHIN[part][1]

/**
 * Sets parts of the day and clock times.
 * @param isOff whether they are more or fewer than the stated times a day: which of them is right is a guess
 */
export function setMoments({ collector, text }: Context, moments: readonly MomentFinding[], isOff: boolean): void {
  if (moments.length === 0) return
  const choice = moments.find(({ isOr }) => isOr)
  if (choice) {
    collector.ask('ambiguous', 'when', choice.found)
    return
  }
  const named = moments.filter(({ part }) => part !== null)
  const timed = moments.filter(({ clock }) => clock !== null)
  if (named.length > 0) {
    const parts = new Set(named.map(({ part }) => part))
    const when = DAY_PARTS.filter((part) => parts.has(part))
    collector.set(
      'when',
      when,
      spanning(
        text,
        named.map(({ found }) => found),
      ),
      isOff || named.some(({ isMeal }) => isMeal),
    )
  }
  if (timed.length > 0) {
    // `at noon and at 8 pm`
    const noons = named.filter(({ part, isMeal }) => part === 'noon' && !isMeal)
    const all = [...timed, ...noons].sort((a, b) => a.found.index - b.found.index)
    const times = [...new Set(all.map(({ clock }) => clock ?? NOON))].sort()
    collector.set(
      'times',
      times,
      spanning(
        text,
        all.map(({ found }) => found),
      ),
    )
  }
}
