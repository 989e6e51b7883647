import { t } from '../language/translate.ts'
import { formatLongDay } from '../lib/calendar-names.ts'
import { msOf } from '../lib/instant.ts'
import { addDays, type LocalDate } from '../lib/local-time.ts'
import { localAt } from '../lib/zone.ts'
import type { DoseViews } from './dose-views.ts'
import { isOpen } from './slot-state.ts'

/** Picks from the doses of yesterday and today: all of `date`, and those from before that are still open. */
export function ofDay({ slots, extras }: DoseViews, date: LocalDate, zone: string): DoseViews {
  return {
    slots: slots.filter((view) => view.slot.date === date || isOpen(view.state)),
    extras: extras.filter((event) => localAt(msOf(event.at), zone).date === date),
  }
}

/** Returns which day a dose is of that is shown today: nothing, `yesterday`, or `Friday, Nov 20`. */
export function dayBeside(date: LocalDate, today: LocalDate): string {
  if (date === today) return ''
  if (date === addDays(today, -1)) return t('yesterday')
  return formatLongDay(date)
}
