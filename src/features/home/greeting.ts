import { type LocalTime, minutesOfDay } from '#domain/lib/local-time.ts'

/** The greeting that fits the hour on the wall: morning from 4 AM, afternoon from noon, evening from 5 PM. */
export function greetingAt(time: LocalTime): string {
  const hour = Math.floor(minutesOfDay(time) / 60)
  if (hour >= 4 && hour < 12) return 'Good morning'
  return hour >= 12 && hour < 17 ? 'Good afternoon' : 'Good evening'
}
