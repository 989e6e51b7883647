import type { SlotId } from '../lib/ids.ts'
import type { LocalDate, LocalTime } from '../lib/local-time.ts'
import { DOSE_PARAM, PAGES, PERSON_PARAM } from '../protocol/pages.ts'

/** Returns the tag of several reminders in one notification; a single one uses its slot id (docs/reminders.md). */
export const groupTag = (date: LocalDate, time: LocalTime): string => `at:${date}T${time}`

/** Returns where a click leads: to the dose, or to the day's list if there are several. */
export const noticePath = (slotIds: readonly SlotId[]): string =>
  slotIds.length === 1 ? `${PAGES.home}?${DOSE_PARAM}=${slotIds[0]}` : PAGES.reminders

/** Returns a path that opens the screens of this person. One that names somebody already stays as it is. */
export const withPerson = (path: string, personId: string): string =>
  new RegExp(`[?&]${PERSON_PARAM}=`).test(path)
    ? path
    : `${path}${path.includes('?') ? '&' : '?'}${PERSON_PARAM}=${personId}`
