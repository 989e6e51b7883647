import { DAY } from '#domain/lib/local-time.ts'
import { chanceOf } from '#tests/sync/prng.ts'
import type { YearCounts } from './counts.ts'
import { YearCourse } from './course.ts'
import { ZONES } from './people.ts'
import type { Sabotage } from './sabotage.ts'
import { SimulatedServer } from './server.ts'

export interface Year {
  counts: YearCounts
  /** What the rules do not say, each in a sentence. */
  problems: string[]
}

export interface YearOptions {
  seed: string
  days: number
  /** The first instant (ms), a midnight of UTC. */
  from?: number
  zones?: readonly string[]
  sabotage?: Sabotage
  /** Called with each day that is over, counted from 0. */
  onDay?: (day: number) => void
}

const YEAR_START = Date.UTC(2026, 2, 1)

/** A year (or some days of it) of one person in each zone, each with two devices, against the server's own worker. */
export async function playYear({
  seed,
  days,
  from = YEAR_START,
  zones = ZONES,
  sabotage,
  onDay,
}: YearOptions): Promise<Year> {
  const server = await SimulatedServer.begin(from, sabotage)
  try {
    const course = new YearCourse(server, chanceOf(seed), { from, to: from + days * DAY, sabotage, onDay })
    await course.play(zones)
    return { counts: course.counts, problems: course.problems }
  } finally {
    await server.close()
  }
}
