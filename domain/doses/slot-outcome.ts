import type { DoseEventId } from '../lib/ids.ts'
import { type Instant, msOf } from '../lib/instant.ts'
import type { DoseEvent } from '../records/dose-event.ts'

/**
 * What the log says about one slot.
 * - `open`: no entry in effect
 * - `taken`: `events` contains every "taken" in effect, earliest first; more than one means "logged twice"
 * - `skipped`, `snoozed`: the event in effect (for a snooze, the one with the latest `until`)
 *
 * `move` is the event that moves the dose to another time of its day, if one does.
 */
export type SlotOutcome = { move?: DoseEvent } & (
  | { kind: 'open' }
  | { kind: 'taken'; event: DoseEvent; events: DoseEvent[] }
  | { kind: 'skipped'; event: DoseEvent }
  | { kind: 'snoozed'; event: DoseEvent; until: Instant }
)

/**
 * Folds the events of one slot (docs/records.md). It depends on no order and no clock: `undone` names the event it
 * takes back, and among the rest, taken beats skipped beats snoozed. Of several moves the one entered last counts, and
 * of one that was entered after the dose was logged nothing follows; a snooze counts from the move on that it follows.
 */
export function foldSlot(events: readonly DoseEvent[]): SlotOutcome {
  const standing = standingEvents(events)
  const taken = standing.filter((event) => event.kind === 'taken').sort(byMoment)
  const moves = standing.filter(isMove).sort(byEntry)
  if (taken[0]) return { kind: 'taken', event: taken[0], events: taken, ...moveBefore(taken[0], moves) }
  const skipped = standing.filter((event) => event.kind === 'skipped').sort(byMoment)[0]
  if (skipped) return { kind: 'skipped', event: skipped, ...moveBefore(skipped, moves) }
  const move = moves.at(-1)
  const snoozed = standing
    .filter((event) => event.kind === 'snoozed' && !isMove(event) && (!move || byEntry(event, move) > 0))
    .sort(byUntil)
    .at(-1)
  const moved = move ? { move } : {}
  if (snoozed?.until) return { kind: 'snoozed', event: snoozed, until: snoozed.until, ...moved }
  return { kind: 'open', ...moved }
}

/** Returns whether an event moves its dose to another time of its day. */
export const isMove = ({ kind, movedTo }: DoseEvent): boolean => kind === 'snoozed' && movedTo !== undefined

function moveBefore({ loggedAt }: DoseEvent, moves: readonly DoseEvent[]): { move?: DoseEvent } {
  const move = moves.findLast((one) => msOf(one.loggedAt) < msOf(loggedAt))
  return move ? { move } : {}
}

/**
 * Returns the events that no `undone` takes back, each once, without the `undone` entries themselves. An `undone` that
 * is itself undone takes nothing back. It always ends: an `undone` names one event, so no circle of them leads to a
 * dose.
 */
export function standingEvents(events: readonly DoseEvent[]): DoseEvent[] {
  const once = new Map<DoseEventId, DoseEvent>()
  for (const event of events) once.set(event.id, event)
  const all = [...once.values()]
  const made = all.filter((event) => event.kind !== 'undone')
  if (made.length === all.length) return all
  const undos = Map.groupBy(
    all.filter((event) => event.kind === 'undone'),
    (undo) => undo.undoes,
  )
  const isUndone = (id: DoseEventId): boolean => undos.get(id)?.some((undo) => !isUndone(undo.id)) ?? false
  return made.filter((event) => !isUndone(event.id))
}

/** Returns whether an entry settles its slot, or what the log says settles it: the dose was taken or skipped. */
export const settles = <One extends { kind: string }>(one: One): one is One & { kind: 'taken' | 'skipped' } =>
  one.kind === 'taken' || one.kind === 'skipped'

/** Returns every event that settles the slot (taken or skipped, not undone), earliest first: what Undo takes back. */
export const settlingEvents = (events: readonly DoseEvent[]): DoseEvent[] =>
  standingEvents(events)
    .filter((event) => settles(event))
    .sort(byMoment)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** By the moment of the dose, then by id, so that the order is the same on every device. */
export const byMoment = (a: DoseEvent, b: DoseEvent): number => msOf(a.at) - msOf(b.at) || compare(a.id, b.id)

const byEntry = (a: DoseEvent, b: DoseEvent): number => msOf(a.loggedAt) - msOf(b.loggedAt) || compare(a.id, b.id)

const byUntil = (a: DoseEvent, b: DoseEvent): number => compare(a.until ?? '', b.until ?? '') || compare(a.id, b.id)
