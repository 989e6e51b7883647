import type { SlotView } from '#domain/doses/dose-views.ts'
import { msOf } from '#domain/lib/instant.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Portion } from './amount.ts'
import { firstWhen } from './dose-time.ts'
import type { DoseValues } from './use-dose-form.ts'

interface Opened {
  /** Of a change: what was logged (`portionLogged`). */
  portion: Portion
  now: number
  zone: string
  /** What is changed; null for a dose that is logged for the first time. */
  logged: DoseEvent | null
}

/** What settles a dose; null while nothing does. */
export const settledBy = ({ outcome }: Pick<SlotView, 'outcome'>): DoseEvent | null =>
  outcome.kind === 'taken' || outcome.kind === 'skipped' ? outcome.event : null

/**
 * What the form starts with: a change starts with what was logged, else the planned time stands ready in the time
 * field.
 */
export function initialValues(view: SlotView, { portion, now, zone, logged }: Opened): DoseValues {
  const { slot } = view
  if (logged) {
    return {
      when: 'other',
      time: localAt(msOf(logged.at), zone).time,
      amount: portion.amount,
      note: logged.note ?? '',
    }
  }
  const time = slot.at <= now ? slot.time : localAt(now, zone).time
  return { when: firstWhen(slot, view.state === 'missed'), time, amount: portion.amount, note: '' }
}
