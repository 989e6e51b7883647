import type { SlotView } from '#domain/doses/dose-views.ts'
import { isSettled } from '#domain/doses/slot-state.ts'
import { t } from '#domain/language/translate.ts'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { type SlotGroup, timelineOf } from './timeline.ts'

/** What everyone’s day says of one person. */
export interface PersonToday {
  /** How far the day has come. */
  count: string
  /** What needs somebody now. */
  open: SlotGroup[]
  next: SlotGroup | null
}

/** Returns it for the person's doses at the instant `now` (ms), of today in the person's zone and open ones from before. */
export function personToday(slots: readonly SlotView[], date: LocalDate, now: number): PersonToday {
  const { open, later } = timelineOf(slots, [], now)
  const next = later.find(({ state }) => !isSettled(state)) ?? null
  return { count: countOf(slots.filter(({ slot }) => slot.date === date)), open, next }
}

function countOf(today: readonly SlotView[]): string {
  if (today.length === 0) return t('Nothing is planned for today.')
  const missed = today.filter(({ state }) => state === 'missed').length
  const settled = today.filter(({ state }) => isSettled(state)).length
  const all = today.length
  return missed > 0
    ? t('{settled} of {all} settled, {missed} missed', { settled, all, missed })
    : t('{settled} of {all} settled', { settled, all })
}
