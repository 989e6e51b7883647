import { msOf } from '../lib/instant.ts'
import { daysBetween } from '../lib/local-time.ts'
import { localAt } from '../lib/zone.ts'
import type { SupplySettings } from '../records/supply-settings.ts'
import { type SupplyNotice, stepOf, stepsOf } from './notices.ts'
import type { SupplyState } from './supply-state.ts'

/** A notice that was pushed. */
export interface PushedNotice {
  about: SupplyNotice['about']
  step: number
  /** What it was pushed for: the id of a pack or a count, or the date of a script or a pack. */
  basis: string
}

/** Returns what a notice is pushed for, once: the latest pack or count, or the date on which script or pack expires. */
export const basisOf = ({ about, on }: Pick<SupplyNotice, 'about' | 'on'>, state: SupplyState | null): string =>
  about === 'supply' ? (state?.latest?.id ?? '') : on

/**
 * Returns whether a notice still has to be pushed: each step once (additions, 2.2). It comes back with the next pack,
 * or with a count that took it away; a count that was entered while the step was reached only corrects. What expired
 * before today is on home and is not pushed any more.
 * @param pushed everything pushed about the medicine
 * @param zone the plan zone
 */
export function isToBePushed(
  notice: SupplyNotice,
  { state, settings, zone }: { state: SupplyState | null; settings: SupplySettings | null; zone: string },
  pushed: readonly PushedNotice[],
): boolean {
  if (notice.days < 0) return false
  const { about, on, step } = notice
  const before = pushed.filter((one) => one.about === about && one.step === step)
  if (before.some(({ basis }) => basis === basisOf(notice, state))) return false
  if (about !== 'supply' || before.length === 0 || !state?.latest) return true
  const enteredOn = localAt(msOf(state.latest.at), zone).date
  return stepOf(daysBetween(enteredOn, on), stepsOf(about, settings)) !== step
}
