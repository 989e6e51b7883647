import { type Message, msg } from '../language/message.ts'
import { type LocalTime, minutesOfDay } from '../lib/local-time.ts'

/** In the order of a day. The night includes the early hours of the same date: 1:00 AM belongs to its own date. */
export const DAY_PARTS = ['morning', 'midday', 'evening', 'night'] as const

export type DayPart = (typeof DAY_PARTS)[number]

/**
 * Returns the part of the day: morning from 4 AM, midday from 11 AM, evening from 5 PM, night from 9 PM. It goes by the
 * planned time, not by when the dose was logged.
 */
export function dayPartOf(time: LocalTime): DayPart {
  const minutes = minutesOfDay(time)
  if (minutes < 4 * 60 || minutes >= 21 * 60) return 'night'
  if (minutes < 11 * 60) return 'morning'
  return minutes < 17 * 60 ? 'midday' : 'evening'
}

export const PART_LABELS: Record<DayPart, { title: Message; many: string }> = {
  morning: { title: msg('Morning'), many: 'mornings' },
  midday: { title: msg('Midday'), many: 'middays' },
  evening: { title: msg('Evening'), many: 'evenings' },
  night: { title: msg('Night'), many: 'nights' },
}
