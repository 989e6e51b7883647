import { t } from '../language/translate.ts'
import type { LocalDate } from '../lib/local-time.ts'
import type { DoseSlot } from '../schedule/slots.ts'
import { momentText } from './dose-text.ts'
import { hoursText } from './limit-text.ts'

/** The dose of the same medicine to which a moved one comes near. */
export interface NearDose {
  slot: DoseSlot
  /** How long before or after it the moved dose would be (ms). */
  apart: number
  /** Whether the moved dose would come before it. */
  isBefore: boolean
}

/**
 * Returns the neighbour to which moving a dose brings it nearer than half their planned gap (additions, 1.3), also by
 * moving it past that dose; null if there is none. What comes next goes before what was last.
 * @param at the planned instant of the dose (ms)
 * @param to the instant to which it would be moved (ms)
 * @param others the other doses of the medicine, as they are planned
 */
export function nearDose(at: number, to: number, others: readonly DoseSlot[]): NearDose | null {
  const inOrder = others.toSorted((one, other) => one.at - other.at)
  const neighbours = [inOrder.find((slot) => slot.at > at), inOrder.findLast((slot) => slot.at < at)]
  for (const slot of neighbours) {
    if (!slot) continue
    const [left, gap] = slot.at > at ? [slot.at - to, slot.at - at] : [to - slot.at, at - slot.at]
    if (left < gap / 2) return { slot, apart: Math.abs(slot.at - to), isBefore: to <= slot.at }
  }
  return null
}

/** Returns what to say of it beforehand: `The next one is at 2:00 PM, only 1 h 30 min later.` */
export function nearText({ slot, apart, isBefore }: NearDose, at: number, date: LocalDate, zone: string): string {
  const isNext = slot.at > at
  const time = momentText(slot.at, date, zone)
  if (isNext !== isBefore)
    return isNext
      ? t('The next one is at {time}: this one would be after it.', { time })
      : t('The one before is at {time}: this one would be before it.', { time })
  return isNext
    ? t('The next one is at {time}, only {apart} later.', { time, apart: hoursText(apart) })
    : t('The one before is at {time}, only {apart} earlier.', { time, apart: hoursText(apart) })
}
