import { and, eq, or, type SQL } from 'drizzle-orm'
import type { DoseEventId } from '#domain/lib/ids.ts'
import { msOf } from '#domain/lib/instant.ts'
import { addDays, datesFrom, type LocalDate } from '#domain/lib/local-time.ts'
import type { DoseEvent, LoggedDoseEvent, RecordedDose } from '#domain/records/dose-event.ts'
import type { Database } from '../db/database.ts'
import { among, amongInstants, amongTexts } from '../db/parameters.ts'
import { loggedEvent } from '../sync/dose-rows.ts'
import { isInLog } from '../sync/log-place.ts'
import { doseEvents } from '../sync/tables.ts'

/** Which doses are taken according to the log, as events are added to it one after another. */
export interface TakenBefore {
  /** Adds an event and returns the one that had already taken its dose, if it is a "taken" as well. */
  add(event: LoggedDoseEvent): LoggedDoseEvent | null
}

/** Returns the answer to a dose that was logged: with the one that had already taken it, if there is one. */
export function recordedDose(logged: LoggedDoseEvent, taken: TakenBefore): RecordedDose {
  const first = taken.add(logged)
  return first ? { ...logged, first } : logged
}

/** Reads what stands as taken of the doses of these events; at most two queries. Call it before they are written. */
export async function takenBefore(tx: Database, personId: string, events: readonly DoseEvent[]): Promise<TakenBefore> {
  const taken = events.filter(({ kind, slotId }) => kind === 'taken' && slotId !== null)
  const standing = new Map<string, LoggedDoseEvent[]>()
  const put = (event: LoggedDoseEvent) => {
    for (const name of namesOf(event)) {
      const others = (standing.get(name) ?? []).filter(({ id }) => id !== event.id)
      standing.set(name, [...others, event])
    }
  }
  for (const event of await standingOf(tx, personId, taken)) put(event)
  return {
    add: (event) => {
      if (event.undoes !== null) takeBack(standing, event.undoes)
      if (event.kind !== 'taken' || event.slotId === null) return null
      // An event that was sent again is there already.
      const others = namesOf(event).flatMap((name) => standing.get(name) ?? [])
      const earlier = others.filter(({ id, seq }) => id !== event.id && seq < event.seq)
      put(event)
      return earlier.sort((a, b) => a.seq - b.seq)[0] ?? null
    },
  }
}

/** A dose of a plan that counts from the log has another slot in another plan zone, and the same planned instant. */
const namesOf = ({ medicationId, slotId, snapshot: { plannedAt } }: DoseEvent): string[] => [
  ...(slotId === null ? [] : [slotId]),
  ...(plannedAt === undefined ? [] : [`${medicationId} ${plannedAt}`]),
]

function takeBack(standing: Map<string, LoggedDoseEvent[]>, undone: DoseEventId): void {
  for (const [name, own] of standing) {
    standing.set(
      name,
      own.filter(({ id }) => id !== undone),
    )
  }
}

/**
 * Returns the entries of these doses as taken that nobody has undone, in the order of the log. They are sorted here:
 * asked for that order, the database may walk the whole log by its sequence instead of looking the dates up.
 */
async function standingOf(tx: Database, personId: string, taken: readonly DoseEvent[]): Promise<LoggedDoseEvent[]> {
  if (taken.length === 0) return []
  const own = and(eq(doseEvents.userId, personId), isInLog)
  const dates = new Set(taken.flatMap(({ snapshot }) => snapshot.date ?? []))
  const slots = new Set(taken.flatMap(({ slotId }) => slotId ?? []))
  const isOfSlot = and(amongTexts(doseEvents.plannedDate, dates), amongTexts(doseEvents.slotId, slots))
  const rows = await tx
    .select()
    .from(doseEvents)
    .where(and(own, or(isOfSlot, isOfInstant(taken)), eq(doseEvents.kind, 'taken')))
  if (rows.length === 0) return []
  const medicationIds = new Set(rows.map(({ medicationId }) => medicationId))
  const ids = rows.map(({ id }) => id)
  const undos = await tx
    .select({ undoes: doseEvents.undoes })
    .from(doseEvents)
    .where(and(own, among(doseEvents.medicationId, medicationIds), among(doseEvents.undoes, ids)))
  const undone = new Set(undos.map(({ undoes }) => undoes))
  const standing = rows.filter(({ id }) => !undone.has(id)).map(loggedEvent)
  return standing.sort((a, b) => a.seq - b.seq)
}

/** Around a dose, its date is at most this many days away, wherever it was logged. */
const DATES_AWAY = 2

function isOfInstant(taken: readonly DoseEvent[]): SQL | undefined {
  const instants = new Set<number>()
  const dates = new Set<LocalDate>()
  for (const { snapshot } of taken) {
    if (snapshot.plannedAt === undefined || snapshot.date === null) continue
    instants.add(msOf(snapshot.plannedAt))
    for (const date of datesFrom(addDays(snapshot.date, -DATES_AWAY), addDays(snapshot.date, DATES_AWAY)))
      dates.add(date)
  }
  if (instants.size === 0) return undefined
  return and(amongTexts(doseEvents.plannedDate, dates), amongInstants(doseEvents.plannedAt, instants))
}
