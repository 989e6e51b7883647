import { isOpen } from '../doses/slot-state.ts'
import { isoWeekday, type LocalDate } from '../lib/local-time.ts'
import { type DayPart, dayPartOf } from './day-parts.ts'
import { latenessOf } from './lateness.ts'
import type { PastDose } from './past-doses.ts'

/** The doses of one part of a day together: four medications forgotten with one breakfast are a single event. */
export interface Occasion {
  date: LocalDate
  part: DayPart
  /** ISO: 1 is Monday. */
  weekday: number
  doses: PastDose[]
  missed: number
  /** All of its doses were taken. */
  isComplete: boolean
  /** The average minutes by which its doses were late; null if none is meaningful. */
  late: number | null
}

/** Returns the occasions of these doses, without those that still have an open one. */
export function occasionsOf(doses: readonly PastDose[]): Occasion[] {
  const groups = Map.groupBy(doses, ({ date, time }) => `${date} ${dayPartOf(time)}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first || group.some(({ state }) => isOpen(state))) return []
    const lates = latenessOf(group)
    return [
      {
        date: first.date,
        part: dayPartOf(first.time),
        weekday: isoWeekday(first.date),
        doses: group,
        missed: group.filter(({ state }) => state === 'missed').length,
        isComplete: group.every(({ state }) => state === 'taken'),
        late: lates.length === 0 ? null : lates.reduce((sum, late) => sum + late, 0) / lates.length,
      },
    ]
  })
}
