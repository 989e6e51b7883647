import type { SlotView } from '#domain/doses/dose-views.ts'
import { msOf } from '#domain/lib/instant.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { Portion } from './amount.ts'
import { firstWhen } from './dose-time.ts'
import type { DoseValues } from './use-dose-form.ts'

interface Opened {
  portion: Portion
  now: number
  zone: string
  isChange: boolean
}

/** What the form starts with: a change starts with what was logged, else the planned time stands ready in the time field. */
export function initialValues(view: SlotView, { portion, now, zone, isChange }: Opened): DoseValues {
  const { outcome, slot } = view
  const logged = isChange && (outcome.kind === 'taken' || outcome.kind === 'skipped') ? outcome.event : null
  if (logged) {
    return {
      when: 'other',
      time: localAt(msOf(logged.at), zone).time,
      amount: logged.amount ?? portion.amount,
      note: logged.note ?? '',
    }
  }
  const time = slot.at <= now ? slot.time : localAt(now, zone).time
  return { when: firstWhen(slot, view.state === 'missed'), time, amount: portion.amount, note: '' }
}
