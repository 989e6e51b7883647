import type { Chance } from '#tests/sync/prng.ts'
import type { YearCounts } from './counts.ts'
import type { Person } from './people.ts'
import type { Sabotage } from './sabotage.ts'
import type { SimulatedServer } from './server.ts'
import type { Timetable } from './timetable.ts'

/** What all that happens in a course has to do with. */
export interface Scene {
  server: SimulatedServer
  people: Person[]
  times: Timetable
  chance: Chance
  /** First and last instant (ms) of the doses that are looked at. */
  from: number
  to: number
  sabotage: Sabotage | undefined
  counts: YearCounts
  /** What the rules do not say, each in a sentence. */
  problems: string[]
  /** Called at the end of each day of the first person, counted from 0. */
  onDay: ((day: number) => void) | undefined
}
