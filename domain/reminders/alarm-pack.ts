import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { msOf } from '../lib/instant.ts'
import { DAY } from '../lib/local-time.ts'
import type { Medication } from '../records/medication.ts'
import { byTime, type DoseSlot, planSlots, type TimeWindow } from '../schedule/slots.ts'

/** How far ahead a pack of calendar alarms reaches. */
export const PACK_DAYS = 30

/** What a device remembers of the pack it made last; says nothing about the person. */
export interface PackMark {
  /** Instants (ms): when it was made, and where it ends. */
  from: number
  to: number
  /** Differs when the doses of that time do. */
  print: string
}

type Planned = Pick<Medication, 'id' | 'versions' | 'stoppedAt'>

/** The doses a pack that is made at `now` (ms) has alarms for. */
export const packWindow = (now: number): TimeWindow => ({ from: now, to: now + PACK_DAYS * DAY })

/** All planned doses of that time, in order of time. */
export const slotsOfPack = (medications: readonly Planned[], window: TimeWindow, zone: string): DoseSlot[] =>
  medications.flatMap((medication) => planSlots(medication, window, zone)).sort(byTime)

export function markOf(medications: readonly Planned[], { from, to }: TimeWindow, zone: string): PackMark {
  const lines = slotsOfPack(medications, { from, to }, zone).map(({ id, at }) => `${id} ${at}`)
  const digest = sha256(utf8ToBytes(lines.join('\n')))
  return { from, to, print: [...digest].join(' ') }
}

/** Whether a calendar that holds that pack would ring at other times than are planned now: edits, stops, another zone. */
export const isOutdated = (mark: PackMark, medications: readonly Planned[], zone: string): boolean =>
  markOf(medications, mark, zone).print !== mark.print

/**
 * Doses from `now` (ms) on that the last pack had and the plan has no more, as far as the records still tell: those that edits
 * and stops since then took away. What a deleted medication had, nobody knows any more.
 */
export function withdrawnSlots(
  mark: PackMark,
  medications: readonly Planned[],
  now: number,
  zone: string,
): DoseSlot[] {
  const window = { from: Math.max(mark.from, now), to: mark.to }
  const before = medications.map((medication) => asOf(medication, mark.from))
  const planned = new Set(slotsOfPack(medications, window, zone).map(({ id }) => id))
  return slotsOfPack(before, window, zone).filter(({ id }) => !planned.has(id))
}

/** The medication as it was at that instant. */
const asOf = ({ id, versions, stoppedAt }: Planned, at: number): Planned => ({
  id,
  versions: versions.filter(({ effectiveFrom }) => msOf(effectiveFrom) <= at),
  stoppedAt: stoppedAt !== null && msOf(stoppedAt) <= at ? stoppedAt : null,
})
