import { msOf } from '../lib/instant.ts'
import { daysBetween, type LocalDate } from '../lib/local-time.ts'
import { localAt } from '../lib/zone.ts'
import type { SupplySettings } from '../records/supply-settings.ts'
import { DEFAULT_SUPPLY } from './default-supply.ts'
import type { SupplyState } from './supply-state.ts'

/** What has to be said about a supply. */
export interface SupplyNotice {
  about: 'supply' | 'script' | 'pack'
  /** The day that it runs out or expires. */
  on: LocalDate
  /** How many days there still are: 0 on the day itself, less once it is over. */
  days: number
  /** The last step that was reached, in days before that day: each is said once. */
  step: number
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
  const { scriptExpiresOn, packExpiresOn } = settings ?? DEFAULT_SUPPLY
  const addedOn = state?.latest?.kind === 'added' ? localAt(msOf(state.latest.at), zone).date : null
  const noticeOf = (about: SupplyNotice['about'], on: LocalDate | null): SupplyNotice[] => {
    if (on === null) return []
    const steps = stepsOf(about, settings)
    const step = stepOf(daysBetween(today, on), steps)
    const isSilenced = addedOn !== null && stepOf(daysBetween(addedOn, on), steps) === step
    return step === null || isSilenced ? [] : [{ about, on, days: daysBetween(today, on), step }]
  }
  return [
    ...noticeOf('supply', state?.runsOutOn ?? null),
    ...noticeOf('script', scriptExpiresOn),
    ...noticeOf('pack', packExpiresOn),
  ]
}

/** Returns how many days before its day something is said, from the first to the last. */
export const stepsOf = (about: SupplyNotice['about'], settings: SupplySettings | null): readonly number[] =>
  about === 'supply'
    ? [(settings ?? DEFAULT_SUPPLY).warnDays, LAST_DAYS, 0].sort((one, other) => other - one)
    : [EXPIRY_DAYS, 0]

/** Returns the last of the steps that was reached; null before the first. */
export const stepOf = (days: number, steps: readonly number[]): number | null =>
  steps.filter((step) => days <= step).at(-1) ?? null
