import { and, asc, eq, inArray } from 'drizzle-orm'
import type { DoseEventId, SlotId } from '#domain/lib/ids.ts'
import type { DoseEvent, LoggedDoseEvent, RecordedDose } from '#domain/records/dose-event.ts'
import type { Database } from '../db/database.ts'
import { among } from '../db/parameters.ts'
import { loggedEvent } from '../sync/dose-rows.ts'
import { isInLog } from '../sync/log-place.ts'
import { doseEvents } from '../sync/tables.ts'

/** Which slots are taken according to the log, as events are added to it one after another. */
export interface TakenBefore {
  /** Adds an event and returns the one that had already taken its slot, if it is a "taken" as well. */
  add(event: LoggedDoseEvent): LoggedDoseEvent | null
}

/** Returns the answer to a dose that was logged: with the one that had already taken its slot, if there is one. */
export function recordedDose(logged: LoggedDoseEvent, taken: TakenBefore): RecordedDose {
  const first = taken.add(logged)
  return first ? { ...logged, first } : logged
}

/** Reads what stands as taken in the slots of these events; at most two queries. Call it before they are written. */
export async function takenBefore(tx: Database, personId: string, events: readonly DoseEvent[]): Promise<TakenBefore> {
  const taken = events.filter(({ kind, slotId }) => kind === 'taken' && slotId !== null)
  const standing = Map.groupBy(await standingOf(tx, personId, taken), ({ slotId }) => slotId as SlotId)
  return {
    add: (event) => {
      if (event.undoes !== null) takeBack(standing, event.undoes)
      if (event.kind !== 'taken' || event.slotId === null) return null
      const own = standing.get(event.slotId) ?? []
      // An event that was sent again is there already.
      const others = own.filter(({ id }) => id !== event.id)
      standing.set(event.slotId, [...others, event])
      const [first] = others
      return first && first.seq < event.seq ? first : null
    },
  }
}

function takeBack(standing: Map<SlotId, LoggedDoseEvent[]>, id: DoseEventId): void {
  for (const [slotId, own] of standing) {
    standing.set(
      slotId,
      own.filter((event) => event.id !== id),
    )
  }
}

/** Returns the doses taken in these slots that nobody has undone, in the order of the log. */
async function standingOf(tx: Database, personId: string, taken: readonly DoseEvent[]): Promise<LoggedDoseEvent[]> {
  if (taken.length === 0) return []
  const own = and(eq(doseEvents.userId, personId), isInLog)
  const dates = new Set(taken.flatMap(({ snapshot }) => snapshot.date ?? []))
  const slots = new Set(taken.flatMap(({ slotId }) => slotId ?? []))
  const isOfSlot = and(inArray(doseEvents.plannedDate, [...dates]), inArray(doseEvents.slotId, [...slots]))
  const rows = await tx
    .select()
    .from(doseEvents)
    .where(and(own, isOfSlot, eq(doseEvents.kind, 'taken')))
    .orderBy(asc(doseEvents.seq))
  if (rows.length === 0) return []
  const medicationIds = new Set(rows.map(({ medicationId }) => medicationId))
  const ids = rows.map(({ id }) => id)
  const undos = await tx
    .select({ undoes: doseEvents.undoes })
    .from(doseEvents)
    .where(and(own, among(doseEvents.medicationId, medicationIds), among(doseEvents.undoes, ids)))
  const undone = new Set(undos.map(({ undoes }) => undoes))
  return rows.filter(({ id }) => !undone.has(id)).map(loggedEvent)
}
