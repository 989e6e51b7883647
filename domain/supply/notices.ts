import { msOf } from '../lib/instant.ts'
import { daysBetween, type LocalDate } from '../lib/local-time.ts'
import { localAt } from '../lib/zone.ts'
import type { SupplySettings } from '../records/supply-settings.ts'
import { DEFAULT_SUPPLY } from './default-supply.ts'
import type { SupplyState } from './supply-state.ts'

/** What home has to say about a supply, and how many days there still are: 0 on the day itself, less once it is over. */
export interface SupplyNotice {
  about: 'supply' | 'script' | 'pack'
  days: number
}

/** When home speaks of a script or a pack that expires, besides the day itself. */
const EXPIRY_DAYS = 30
/** When home speaks of a supply, besides the days that the user chose and the day itself. */
const LAST_DAYS = 2

/**
 * Returns what has to be said about a supply today: from `warnDays` on, from 2 days on and on the day that it runs out;
 * from 30 days on and on the day that its script or pack expires. A refill silences what it was entered under: a notice
 * comes back with the next of these steps, not with the same one (additions, 2.2).
 * @param now milliseconds since the epoch
 * @param zone the plan zone
 */
export function supplyNotices(
  { state, settings, isInUse }: { state: SupplyState | null; settings: SupplySettings | null; isInUse: boolean },
  now: number,
  zone: string,
): SupplyNotice[] {
  if (!isInUse) return []
  const today = localAt(now, zone).date
  const { warnDays, scriptExpiresOn, packExpiresOn } = settings ?? DEFAULT_SUPPLY
  const addedOn = state?.latest?.kind === 'added' ? localAt(msOf(state.latest.at), zone).date : null
  const noticeOf = (about: SupplyNotice['about'], on: LocalDate | null, steps: readonly number[]): SupplyNotice[] => {
    if (on === null) return []
    const step = stepOf(daysBetween(today, on), steps)
    const isSilenced = addedOn !== null && stepOf(daysBetween(addedOn, on), steps) === step
    return step === null || isSilenced ? [] : [{ about, days: daysBetween(today, on) }]
  }
  return [
    ...noticeOf('supply', state?.runsOutOn ?? null, [warnDays, LAST_DAYS, 0]),
    ...noticeOf('script', scriptExpiresOn, [EXPIRY_DAYS, 0]),
    ...noticeOf('pack', packExpiresOn, [EXPIRY_DAYS, 0]),
  ]
}

/** Returns the last of the steps that was reached; null before the first. */
const stepOf = (days: number, steps: readonly number[]): number | null =>
  steps.filter((step) => days <= step).at(-1) ?? null
