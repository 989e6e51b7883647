import type { DoseEventId, MedicationId, SlotId } from '../lib/ids.ts'
import type { Instant } from '../lib/instant.ts'
import type { DoseEvent } from '../records/dose-event.ts'
import { settles, settlingEvents } from './slot-outcome.ts'

/** Returns the entry for whose slot an entry counts; mostly itself. */
type Counted = (event: DoseEvent) => DoseEvent

const ITSELF: Counted = (event) => event

/**
 * Returns for which slot each entry counts. A dose of a plan that counts from the log has another slot in another plan
 * zone; its entries say the same planned instant there (decision 072), and are entries of one dose: all of them count for
 * the slot of the entry that counts, so the earliest one that is taken, else that is skipped. Where none stands, each
 * keeps its own. Undos follow what they take back. A pure fold: any order of arrival gives the same result.
 */
export function countedAs(all: readonly DoseEvent[]): Counted {
  const split = splitDoses(all)
  if (split.size === 0) return ITSELF
  const slots = new Set(all.filter((event) => split.has(doseOf(event))).map(({ slotId }) => slotId))
  const events = all.filter(({ kind, slotId }) => kind === 'undone' || (slotId !== null && slots.has(slotId)))
  const doses = entriesOf(split, events)
  const standing = Map.groupBy(settlingEvents(events), ({ id }) => doses.get(id))
  const first = new Map(
    [...split].flatMap((dose) => {
      const own = standing.get(dose) ?? []
      const counting = own.find(({ kind }) => kind === 'taken') ?? own[0]
      return counting ? [[dose, counting] as const] : []
    }),
  )
  const targets = new Map(events.flatMap(({ id, undoes }) => (undoes === null ? [] : [[id, undoes] as const])))
  return (event) => {
    const target = event.undoes === null ? event.id : lastOf(event.id, targets)
    return first.get(doses.get(target) ?? '') ?? event
  }
}

/** Returns what an undo takes back in the end. Undos of each other, which no client makes, take nothing back. */
function lastOf(undo: DoseEventId, targets: ReadonlyMap<DoseEventId, DoseEventId>): DoseEventId {
  let id = undo
  for (let steps = 0; steps < targets.size; steps += 1) {
    const next = targets.get(id)
    if (next === undefined) return id
    id = next
  }
  return id
}

/** Returns the entries with the slots for which they count, to fold them; what is written again needs their own. */
export function inCountedSlots(events: readonly DoseEvent[]): readonly DoseEvent[] {
  const counted = countedAs(events)
  if (counted === ITSELF) return events
  return events.map((event) => {
    const { slotId, snapshot } = counted(event)
    if (slotId === event.slotId) return event
    return { ...event, slotId, snapshot: { ...event.snapshot, date: snapshot.date, time: snapshot.time } }
  })
}

/** Returns the entries by the slot for which they count; those without one are left out. */
export function byCountedSlot(events: readonly DoseEvent[]): Map<SlotId, DoseEvent[]> {
  const groups = new Map<SlotId, DoseEvent[]>()
  const counted = countedAs(events)
  for (const event of events) {
    const { slotId } = counted(event)
    if (slotId === null) continue
    const group = groups.get(slotId)
    if (group) group.push(event)
    else groups.set(slotId, [event])
  }
  return groups
}

const isSettling = (event: DoseEvent): boolean => event.slotId !== null && settles(event)

const doseOf = ({ medicationId, snapshot: { plannedAt } }: DoseEvent): string =>
  plannedAt === undefined ? '' : `${medicationId} ${plannedAt}`

/** Returns the doses that have entries in several slots: mostly none, so that nothing is made of a long log. */
function splitDoses(events: readonly DoseEvent[]): Set<string> {
  const split = new Set<string>()
  const slotsOf = new Map<MedicationId, Map<Instant, SlotId | null>>()
  for (const event of events) {
    const { plannedAt } = event.snapshot
    if (plannedAt === undefined || !isSettling(event)) continue
    const slots = slotsOf.get(event.medicationId) ?? new Map<Instant, SlotId | null>()
    if (slots.size === 0) slotsOf.set(event.medicationId, slots)
    const known = slots.get(plannedAt)
    if (known === undefined) slots.set(plannedAt, event.slotId)
    else if (known !== event.slotId) split.add(doseOf(event))
  }
  return split
}

/** Returns which of these doses each entry is of. One that says no instant is of the dose of its slot, if that is one. */
function entriesOf(split: ReadonlySet<string>, events: readonly DoseEvent[]): Map<DoseEventId, string> {
  const settling = events.filter(isSettling)
  const dosesOf = new Map<SlotId | null, Set<string>>()
  for (const event of settling) {
    if (event.snapshot.plannedAt === undefined) continue
    dosesOf.set(event.slotId, (dosesOf.get(event.slotId) ?? new Set()).add(doseOf(event)))
  }
  const only = (slotId: SlotId | null): string => {
    const [dose = '', other] = dosesOf.get(slotId) ?? []
    return other === undefined ? dose : ''
  }
  const found = new Map<DoseEventId, string>()
  for (const event of settling) {
    const dose = doseOf(event) || only(event.slotId)
    if (split.has(dose)) found.set(event.id, dose)
  }
  return found
}
