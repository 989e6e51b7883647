import { DAY } from '#domain/lib/local-time.ts'
import { chanceOf } from '#tests/sync/prng.ts'
import { noYearCounts, type YearCounts } from './counts.ts'
import { YearCourse } from './course.ts'
import { ZONES } from './people.ts'
import type { Sabotage } from './sabotage.ts'
import { SimulatedServer } from './server.ts'
import { Timetable } from './timetable.ts'

export interface Year {
  counts: YearCounts
  /** Deviations from the rules, one sentence each. */
  problems: string[]
}

export interface YearOptions {
  seed: string
  days: number
  /** The first instant (ms), a midnight in UTC. */
  from?: number
  zones?: readonly string[]
  /** Whether all but the first medication of each user count from the log, also once they are edited. */
  isFromLog?: boolean
  sabotage?: Sabotage
  /** Called with each day that has ended, counted from 0. */
  onDay?: (day: number) => void
}

const YEAR_START = Date.UTC(2026, 2, 1)

/**
 * Plays a year (or some of its days) of one user in each zone, each with two devices, against the server's own worker.
 */
export async function playYear({
  seed,
  days,
  from = YEAR_START,
  zones = ZONES,
  isFromLog = false,
  sabotage,
  onDay,
}: YearOptions): Promise<Year> {
  const server = await SimulatedServer.begin(from, sabotage)
  try {
    const year: Year = { counts: noYearCounts(), problems: [] }
    const course = new YearCourse({
      server,
      people: [],
      times: new Timetable(server.clock.now),
      chance: chanceOf(seed),
      from,
      to: from + days * DAY,
      isFromLog,
      sabotage,
      onDay,
      ...year,
    })
    await course.play(zones)
    return year
  } finally {
    await server.close()
  }
}
