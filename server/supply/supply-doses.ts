import { and, count, eq, getTableColumns, sql } from 'drizzle-orm'
import type { MedicationId } from '#domain/lib/ids.ts'
import type { Instant } from '#domain/lib/instant.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import { countFromLog } from '#domain/schedule/counting.ts'
import type { Database } from '../db/database.ts'
import { among, asRows } from '../db/parameters.ts'
import { eventOf } from '../sync/dose-rows.ts'
import { isInLog } from '../sync/log-place.ts'
import { doseEvents } from '../sync/tables.ts'

/** A medication whose doses from an instant on are needed; null: none of them. */
export interface Asked {
  medication: Medication
  since: Instant | null
}

/** How many rows of the log are read at a time: some megabytes. */
const ROWS_AT_ONCE = 5000

/**
 * Divides these medications, in their order, so that the doses of each part can be read at once. A medication with more
 * rows is a part of its own.
 */
export async function inParts<One extends Asked>(
  db: Database,
  userId: string,
  all: readonly One[],
  most = ROWS_AT_ONCE,
): Promise<One[][]> {
  const rows = await rowsOf(db, userId, all)
  const parts: One[][] = []
  let room = 0
  for (const one of all) {
    const size = rows.get(one.medication.id) ?? 0
    const part = parts.at(-1)
    if (part && size <= room) part.push(one)
    else parts.push([one])
    room = (part && size <= room ? room : most) - size
  }
  return parts
}

/** Returns how many rows of the log each medication has. */
async function rowsOf(db: Database, userId: string, asked: readonly Asked[]): Promise<Map<string, number>> {
  const ids = asked.flatMap(({ medication, since }) => (since === null ? [] : medication.id))
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: doseEvents.medicationId, rows: count() })
    .from(doseEvents)
    .where(and(eq(doseEvents.userId, userId), among(doseEvents.medicationId, ids)))
    .groupBy(doseEvents.medicationId)
  return new Map(rows.map(({ id, rows: size }) => [id, size]))
}

/**
 * Returns the doses of these medications that were taken or skipped after their instants, by medication. Of plans that
 * count from the last dose all of them: which one is open follows from the last, however long ago that was. An undo may
 * be of any time, so all of those are there too.
 */
export async function dosesOf(
  db: Database,
  userId: string,
  asked: readonly Asked[],
): Promise<ReadonlyMap<MedicationId, readonly DoseEvent[]>> {
  const since = asked.flatMap(({ medication, since: from }) =>
    from === null ? [] : { id: medication.id, since: countFromLog([medication]).includes(medication.id) ? null : from },
  )
  if (since.length === 0) return new Map()
  const rows = await db
    .select(getTableColumns(doseEvents))
    .from(doseEvents)
    .innerJoin(
      sql`jsonb_to_recordset(${asRows(since)}) as asked (id uuid, since timestamptz)`,
      sql`asked.id = ${doseEvents.medicationId}`,
    )
    .where(
      and(
        eq(doseEvents.userId, userId),
        sql`(${doseEvents.kind} = 'undone' or (${doseEvents.kind} in ('taken', 'skipped')
          and (asked.since is null or ${doseEvents.at} > asked.since)))`,
        isInLog,
      ),
    )
  return Map.groupBy(rows.map(eventOf), ({ medicationId }) => medicationId)
}
