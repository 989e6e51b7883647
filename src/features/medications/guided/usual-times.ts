import { type Message, msg } from '#domain/language/message.ts'
import type { LocalTime } from '#domain/lib/local-time.ts'
import type { Plan } from '#domain/schedule/plan.ts'

export interface UsualTime {
  name: Message
  time: LocalTime
}

interface Moment {
  name: Message
  /** Which times belong to it: from `from` on, before the next moment. */
  from: string
  /** Until the user's own plans say otherwise. */
  usual: LocalTime
}

const BEDTIME = msg('Bedtime')

const MOMENTS: readonly Moment[] = [
  { name: msg('Breakfast'), from: '04:00', usual: '08:00' as LocalTime },
  { name: msg('Lunch'), from: '11:00', usual: '12:30' as LocalTime },
  { name: msg('Dinner'), from: '16:00', usual: '18:00' as LocalTime },
  { name: BEDTIME, from: '20:30', usual: '22:00' as LocalTime },
]

/**
 * Returns the user's own breakfast, lunch, dinner and bedtime: the time of that part of the day that most of their plans
 * have, of several the earliest; a usual one where none has any.
 */
export function usualTimes(plans: readonly Pick<Plan, 'reminderTimes'>[]): UsualTime[] {
  const times = plans.flatMap(({ reminderTimes }) => reminderTimes)
  return MOMENTS.map(({ name, usual }) => ({
    name,
    time: mostOften(times.filter((time) => momentOf(time) === name)) ?? usual,
  }))
}

/** The small hours belong to the evening before. */
const momentOf = (time: LocalTime): Message => MOMENTS.findLast(({ from }) => time >= from)?.name ?? BEDTIME

function mostOften(times: readonly LocalTime[]): LocalTime | undefined {
  const counts = new Map<LocalTime, number>()
  for (const time of times) counts.set(time, (counts.get(time) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return [...counts]
    .filter(([, count]) => count === most)
    .map(([time]) => time)
    .sort()[0]
}
