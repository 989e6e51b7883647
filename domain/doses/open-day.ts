import { msOf } from '../lib/instant.ts'
import type { LocalDate } from '../lib/local-time.ts'
import { localAt } from '../lib/zone.ts'
import type { DoseViews } from './dose-views.ts'
import { isOpen } from './slot-state.ts'

/** Picks from the doses of yesterday and today: all of `date`, and the open ones of the day before. */
export function ofDay({ slots, extras }: DoseViews, date: LocalDate, zone: string): DoseViews {
  return {
    slots: slots.filter((view) => view.slot.date === date || isOpen(view.state)),
    extras: extras.filter((event) => localAt(msOf(event.at), zone).date === date),
  }
}
