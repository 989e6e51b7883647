import { and, asc, eq, gt, inArray, or } from 'drizzle-orm'
import type { MedicationId } from '#domain/lib/ids.ts'
import type { SupplyAnswer } from '#domain/protocol/supply.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { SupplyEvent } from '#domain/records/supply-event.ts'
import { countFromLog } from '#domain/schedule/counting.ts'
import { type Followed, followedOf, followedSince } from '#domain/supply/followed.ts'
import { dosesSince, type SupplyState, supplyStateOf } from '#domain/supply/supply-state.ts'
import { supplyUnitOf } from '#domain/supply/supply-unit.ts'
import type { Database } from '../db/database.ts'
import { medicationsOf } from '../medications/medications.ts'
import { pauses } from '../platform/turns.ts'
import { eventOf } from '../sync/dose-rows.ts'
import { isInLog } from '../sync/log-place.ts'
import { supplyEventOf } from '../sync/supply-rows.ts'
import { doseEvents, supplyEvents } from '../sync/tables.ts'
import type { Writer } from '../sync/writes.ts'

/**
 * Returns the supply of each medication that is counted or has something to say about its supply, oldest medication
 * first: the same as every device computes. `now` is in milliseconds.
 */
export async function suppliesOf(db: Database, user: Writer, now: number): Promise<SupplyAnswer[]> {
  return (await supplyStatesOf(db, user, now)).flatMap(({ medication, state }) =>
    state ? answerOf(medication, state) : [],
  )
}

/** A medication with what is there of it; null where its plan has no amounts. */
export interface Supply {
  medication: Medication
  state: SupplyState | null
}

/** Returns the same with the medications, also those of which only script or pack expire. */
export async function supplyStatesOf(db: Database, user: Writer, now: number): Promise<Supply[]> {
  const rows = await db
    .select()
    .from(supplyEvents)
    .where(eq(supplyEvents.userId, user.id))
    .orderBy(asc(supplyEvents.seq))
  const byMedication = Map.groupBy(rows.map(supplyEventOf), ({ medicationId }) => medicationId)
  const supplies: Supply[] = []
  const pause = pauses()
  const medications = await medicationsOf(db, user.id)
  const followedFor = followedReader(db, user, medications, now)
  for (const medication of medications) {
    const events = byMedication.get(medication.id) ?? []
    if (events.length === 0 && !medication.supply) continue
    await pause()
    supplies.push({ medication, state: await stateOf(db, user, { medication, events, now }, followedFor) })
  }
  return supplies
}

async function stateOf(
  db: Database,
  user: Writer,
  { medication, events, now }: { medication: Medication; events: SupplyEvent[]; now: number },
  followedFor: (medication: Medication) => Promise<Followed[]>,
): Promise<SupplyState | null> {
  if (supplyUnitOf(medication) === null) return null
  const since = dosesSince(events, now)
  const doses = since === null ? [] : await dosesOf(db, user, medication, new Date(since))
  const followed = since === null ? [] : await followedFor(medication)
  return supplyStateOf({ medication, events, doses, followed, now, zone: user.zone })
}

/** Returns a function that reads what a plan follows. It reads the doses of each once: many may follow one. */
function followedReader(db: Database, user: Writer, medications: readonly Medication[], now: number) {
  const byId = new Map(medications.map((medication) => [medication.id, medication]))
  const known = new Map<MedicationId, Followed>()
  const read = async (medication: Medication): Promise<Followed> => ({
    medication,
    doses: await dosesOf(db, user, medication, new Date(followedSince(now))),
  })
  return async (medication: Medication): Promise<Followed[]> => {
    const followed: Followed[] = []
    for (const other of followedOf(medication, byId)) {
      const found = known.get(other.id) ?? (await read(other))
      known.set(other.id, found)
      followed.push(found)
    }
    return followed
  }
}

function answerOf(medication: Medication, state: SupplyState): SupplyAnswer {
  const { onHand, unit, runsOutOn, isEstimate, daysLeft, bookBy } = state
  const { amount = null, excess = '0' } = onHand ?? {}
  return { medicationId: medication.id, unit, onHand: amount, excess, runsOutOn, isEstimate, daysLeft, bookBy }
}

/** An undo may be of any time, so all of them are read. */
async function dosesOf(db: Database, user: Writer, medication: Medication, since: Date): Promise<DoseEvent[]> {
  const rows = await db
    .select()
    .from(doseEvents)
    .where(
      and(
        eq(doseEvents.userId, user.id),
        eq(doseEvents.medicationId, medication.id),
        or(
          eq(doseEvents.kind, 'undone'),
          and(
            inArray(doseEvents.kind, ['taken', 'skipped']),
            // Which dose is open follows from the last one, however long ago that was.
            countFromLog([medication]).includes(medication.id) ? undefined : gt(doseEvents.at, since),
          ),
        ),
        isInLog,
      ),
    )
  return rows.map(eventOf)
}
