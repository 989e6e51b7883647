import { asc, eq } from 'drizzle-orm'
import type { MedicationId } from '#domain/lib/ids.ts'
import type { SupplyAnswer } from '#domain/protocol/supply.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { SupplyEvent } from '#domain/records/supply-event.ts'
import { type Followed, followedOf, followedSince } from '#domain/supply/followed.ts'
import { dosesSince, type SupplyState, supplyStateOf } from '#domain/supply/supply-state.ts'
import { supplyUnitOf } from '#domain/supply/supply-unit.ts'
import type { Database } from '../db/database.ts'
import { medicationsOf } from '../medications/medications.ts'
import { pauses } from '../platform/turns.ts'
import { supplyEventOf } from '../sync/supply-rows.ts'
import { supplyEvents } from '../sync/tables.ts'
import type { Writer } from '../sync/writes.ts'
import { type Asked, dosesOf, inParts } from './supply-doses.ts'

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
  const medications = await medicationsOf(db, user.id)
  const counted = medications.flatMap((medication): Counted[] => {
    const events = byMedication.get(medication.id) ?? []
    if (events.length === 0 && !medication.supply) return []
    return [{ medication, events, since: supplyUnitOf(medication) === null ? null : dosesSince(events, now) }]
  })
  const supplies: Supply[] = []
  const pause = pauses()
  const followedFor = followedReader(db, user, medications, now)
  for (const part of await inParts(db, user.id, counted)) {
    const doses = await dosesOf(db, user.id, part)
    const followed = await followedFor(part)
    for (const { medication, events } of part) {
      await pause()
      const known = { doses: doses.get(medication.id) ?? [], followed: followed.get(medication.id) ?? [] }
      supplies.push({ medication, state: supplyStateOf({ medication, events, ...known, now, zone: user.zone }) })
    }
  }
  return supplies
}

interface Counted extends Asked {
  events: SupplyEvent[]
}

/**
 * Returns a function that reads what the plans of these medications follow, by medication. It reads the doses of each
 * once: many may follow one.
 */
function followedReader(db: Database, user: Writer, medications: readonly Medication[], now: number) {
  const byId = new Map(medications.map((medication) => [medication.id, medication]))
  const known = new Map<MedicationId, Followed>()
  return async (part: readonly Asked[]): Promise<ReadonlyMap<MedicationId, Followed[]>> => {
    const followed = part.map(({ medication, since }) => ({
      id: medication.id,
      others: since === null ? [] : followedOf(medication, byId),
    }))
    const others = new Set(followed.flatMap((one) => one.others).filter(({ id }) => !known.has(id)))
    const asked = [...others].map((medication) => ({ medication, since: followedSince(now) }))
    const doses = await dosesOf(db, user.id, asked)
    for (const medication of others) known.set(medication.id, { medication, doses: doses.get(medication.id) ?? [] })
    return new Map(followed.map((one) => [one.id, one.others.flatMap(({ id }) => known.get(id) ?? [])]))
  }
}

function answerOf(medication: Medication, state: SupplyState): SupplyAnswer {
  const { onHand, unit, runsOutOn, isEstimate, daysLeft, bookBy } = state
  const { amount = null, excess = '0' } = onHand ?? {}
  return { medicationId: medication.id, unit, onHand: amount, excess, runsOutOn, isEstimate, daysLeft, bookBy }
}
