import type { Chance } from '#tests/sync/prng.ts'
import type { YearCounts } from './counts.ts'
import type { Person } from './people.ts'
import type { Sabotage } from './sabotage.ts'
import type { SimulatedServer } from './server.ts'
import type { Timetable } from './timetable.ts'

/** What everything that happens in a course has access to. */
export interface Scene {
  server: SimulatedServer
  people: Person[]
  times: Timetable
  chance: Chance
  /** First and last instant (ms) of the doses that are checked. */
  from: number
  to: number
  /** Whether all but the first medication of each user count from the log. */
  isFromLog: boolean
  sabotage: Sabotage | undefined
  counts: YearCounts
  /** Deviations from the rules, one sentence each. */
  problems: string[]
  /** Called at the end of each of the first user's days, counted from 0. */
  onDay: ((day: number) => void) | undefined
}
