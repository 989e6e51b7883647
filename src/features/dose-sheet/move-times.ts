import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { isSettled } from '#domain/doses/slot-state.ts'
import { t } from '#domain/language/translate.ts'
import { formatTime12, HOUR, isLocalTime, type LocalTime } from '#domain/lib/local-time.ts'
import { fail, ok, type Result } from '#domain/lib/result.ts'
import { instantAt, localAt } from '#domain/lib/zone.ts'

/** A time of its day to which a dose can be moved, with its instant (ms). */
export interface MoveTime {
  time: LocalTime
  at: number
}

export interface MoveChoice extends MoveTime {
  value: '1' | '2'
  label: string
}

/** Returns whether a dose can be moved: it is of today, and not settled. */
export const canMove = ({ slot, state }: Pick<SlotView, 'slot' | 'state'>, now: number, zone: string): boolean =>
  slot.date === localAt(now, zone).date && !isSettled(state)

/**
 * Returns one and two hours later as choices: from now, or from a time that is still to come. Only until midnight: a
 * dose stays on its day.
 */
export function moveChoices({ slot }: Pick<SlotView, 'slot'>, now: number, zone: string): MoveChoice[] {
  const isToCome = slot.at > now
  return ([1, 2] as const).flatMap((hours) => {
    const moved = localAt(Math.max(slot.at, now) + hours * HOUR, zone)
    if (moved.date !== slot.date) return []
    const values = { hours, time: formatTime12(moved.time) }
    const label = isToCome
      ? t('{hours, plural, one {# hour} other {# hours}} later, {time}', values)
      : t('In {hours, plural, one {# hour} other {# hours}}, {time}', values)
    return [{ value: hours === 1 ? '1' : '2', label, time: moved.time, at: instantAt(slot.date, moved.time, zone) }]
  })
}

/** Reads a typed time, or returns why a dose cannot be moved there. */
export function typedMove(
  { slot }: Pick<SlotView, 'slot'>,
  typed: string,
  now: number,
  zone: string,
): Result<MoveTime, string> {
  if (!isLocalTime(typed)) return fail(t('Enter a time'))
  const at = instantAt(slot.date, typed, zone)
  if (at <= now) return fail(t('{time} has passed. Enter a time later today.', { time: formatTime12(typed) }))
  if (typed === shownTime(slot)) return fail(t('It is at {time} already', { time: formatTime12(typed) }))
  return ok({ time: typed, at })
}
