import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { settles } from '#domain/doses/slot-outcome.ts'
import { msOf } from '#domain/lib/instant.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { exactAmount, type Portion } from './amount.ts'
import { firstWhen } from './dose-time.ts'
import type { DoseValues } from './use-dose-form.ts'

interface Opened {
  /** For a change: what was logged (`portionLogged`). */
  portion: Portion
  now: number
  zone: string
  /** The entry being changed; null for a dose logged for the first time. */
  logged: DoseEvent | null
}

/** Returns the event that settles a dose; null while none does. */
export const settledBy = ({ outcome }: Pick<SlotView, 'outcome'>): DoseEvent | null =>
  settles(outcome) ? outcome.event : null

/**
 * Returns the form's initial values: a change starts with what was logged, otherwise the time field is prefilled with
 * the planned time.
 */
export function initialValues(view: SlotView, { portion, now, zone, logged }: Opened): DoseValues {
  const { slot } = view
  if (logged) {
    return {
      when: 'other',
      time: localAt(msOf(logged.at), zone).time,
      amount: exactAmount(portion),
      note: logged.note ?? '',
    }
  }
  const time = slot.at <= now ? shownTime(slot) : localAt(now, zone).time
  return { when: firstWhen(slot, view.state === 'missed'), time, amount: exactAmount(portion), note: '' }
}
