import type { LocalDate } from '#domain/lib/local-time.ts'

/** The name of a month above the map, from this week on (1, 2, …); the one of the last week ends there instead. */
export interface MonthName {
  week: number
  name: string
  date: LocalDate
  isLast: boolean
}

/** How many weeks of the map a letter is wide on a phone, where they are narrowest, and the gap behind a name. */
const LETTER = 0.55
const GAP = 0.5

/**
 * Returns the names above the weeks in which the months begin. Those that would reach into a later one are left out:
 * “Tháng 10” is as wide as its month.
 * @param firsts the first day of each month with the week in which it is, in order
 */
export function monthNames(firsts: readonly Pick<MonthName, 'week' | 'name' | 'date'>[], weeks: number): MonthName[] {
  const kept: MonthName[] = []
  let free = weeks + 1
  for (const first of firsts.toReversed()) {
    const width = first.name.length * LETTER + GAP
    const isLast = first.week === weeks
    const start = isLast ? weeks + 1 - width : first.week
    if (!isLast && kept.length > 0 && start + width > free) continue
    kept.unshift({ ...first, isLast })
    free = start
  }
  return kept
}
