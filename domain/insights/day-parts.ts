import { type LocalTime, minutesOfDay } from '../lib/local-time.ts'

/** In the order of a day. A night belongs to the date on which it begins to be planned: 1:00 AM is of its own date. */
export const DAY_PARTS = ['morning', 'midday', 'evening', 'night'] as const

export type DayPart = (typeof DAY_PARTS)[number]

/** Morning from 4 AM, midday from 11 AM, evening from 5 PM, night from 9 PM: by the planned time, not by when it was logged. */
export function dayPartOf(time: LocalTime): DayPart {
  const minutes = minutesOfDay(time)
  if (minutes < 4 * 60 || minutes >= 21 * 60) return 'night'
  if (minutes < 11 * 60) return 'morning'
  return minutes < 17 * 60 ? 'midday' : 'evening'
}

export const PART_LABELS: Record<DayPart, { title: string; many: string; when: string }> = {
  morning: { title: 'Morning', many: 'mornings', when: 'in the morning' },
  midday: { title: 'Midday', many: 'middays', when: 'at midday' },
  evening: { title: 'Evening', many: 'evenings', when: 'in the evening' },
  night: { title: 'Night', many: 'nights', when: 'at night' },
}
