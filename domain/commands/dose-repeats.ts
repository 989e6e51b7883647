import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { newId } from '../lib/ids.ts'
import { msOf } from '../lib/instant.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import type { DoseCommand } from './command.ts'
import { blank, type DoseAuthor, record } from './dose-verbs.ts'

/** Repeats what an event says, as a new entry of the current author. */
export const logAgain = (author: DoseAuthor, event: DoseEvent): DoseCommand =>
  record({
    ...blank(author, { at: event.at, note: event.note }),
    ...amountsIn(event),
    medicationId: event.medicationId,
    slotId: event.slotId,
    snapshot: event.snapshot,
    kind: event.kind,
  })

const amountsIn = ({ amount, unit, takenAmount }: DoseEvent) => ({
  amount,
  unit,
  ...(takenAmount !== undefined && { takenAmount }),
})

/**
 * Returns an event's dose as one outside the plan. Everything depends only on that event, including the new id: devices
 * that move the same dose create the same event, which counts once.
 */
export function besidePlan(event: DoseEvent): DoseCommand {
  const { plannedAt: _plannedAt, ...snapshot } = event.snapshot
  return record({
    id: newId({
      now: () => msOf(event.at),
      randomBytes: (length) => sha256(utf8ToBytes(`beside ${event.id}`)).subarray(0, length),
    }),
    medicationId: event.medicationId,
    slotId: null,
    kind: event.kind,
    at: event.at,
    loggedAt: event.loggedAt,
    until: null,
    undoes: null,
    deviceId: event.deviceId,
    deviceName: event.deviceName,
    ...amountsIn(event),
    note: event.note,
    snapshot: { ...snapshot, date: null, time: null },
  })
}
