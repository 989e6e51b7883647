import { Dexie } from 'dexie'
import { type Instant, toInstant } from '#domain/lib/instant.ts'
import { DAY } from '#domain/lib/local-time.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import { isActive, type Medication } from '#domain/records/medication.ts'
import type { SupplyEvent } from '#domain/records/supply-event.ts'
import { countFromLog } from '#domain/schedule/counting.ts'
import { type Followed, followedOf, followedSince } from '#domain/supply/followed.ts'
import { DAYS_OF_ESTIMATE } from '#domain/supply/run-out.ts'
import { dosesSince, type SupplyInput, type SupplyState, supplyStateOf } from '#domain/supply/supply-state.ts'
import type { DosewellDatabase } from './database.ts'
import { readUndos } from './reads.ts'

/** A medication with what is there of it; `state` is null where its plan has no amounts. */
export interface Supply {
  medication: Medication
  state: SupplyState | null
  events: SupplyEvent[]
}

/**
 * Returns the supply of each medication that is counted or has something to say about its supply, as it stands at `now`
 * (ms), pending entries included (docs/sync-spec.md, S13).
 */
export function readSupplies(db: DosewellDatabase, zone: string, now: number): Promise<Supply[]> {
  return db.transaction('r', [db.medications, db.supplyEvents, db.doseEvents], async () => {
    const byMedication = Map.groupBy(await db.supplyEvents.toArray(), ({ medicationId }) => medicationId)
    const supplies: Supply[] = []
    const medications = await db.medications.toArray()
    for (const medication of medications) {
      const events = byMedication.get(medication.id) ?? []
      if (events.length === 0 && !medication.supply) continue
      const since = dosesSince(events, now)
      const doses = await readDoses(db, medication, since)
      const followed = since === null ? [] : await readFollowed(db, medication, medications, now)
      supplies.push({ medication, events, state: supplyStateOf({ medication, events, doses, followed, now, zone }) })
    }
    return supplies
  })
}

/** Returns what follows for a trip from plan and log, for each medication in use. `now` is in ms. */
export function readTripInputs(db: DosewellDatabase, zone: string, now: number): Promise<SupplyInput[]> {
  return db.transaction('r', [db.medications, db.supplyEvents, db.doseEvents], async () => {
    const medications = await db.medications.toArray()
    const inUse = medications.filter((medication) => isActive(medication, now, zone))
    const byMedication = Map.groupBy(await db.supplyEvents.toArray(), ({ medicationId }) => medicationId)
    return Promise.all(
      inUse.map(async (medication) => {
        const events = byMedication.get(medication.id) ?? []
        const since = dosesSince(events, now) ?? toInstant(now - DAYS_OF_ESTIMATE * DAY)
        const doses = await readDoses(db, medication, since)
        return { medication, events, doses, followed: await readFollowed(db, medication, medications, now), now, zone }
      }),
    )
  })
}

function readFollowed(
  db: DosewellDatabase,
  medication: Medication,
  medications: readonly Medication[],
  now: number,
): Promise<Followed[]> {
  const byId = new Map(medications.map((one) => [one.id, one]))
  const chain = followedOf(medication, byId)
  return Promise.all(
    chain.map(async (other) => ({ medication: other, doses: await readDoses(db, other, followedSince(now)) })),
  )
}

/** Reads the doses that matter, and what undoes them: nothing of a log from before the last count. */
async function readDoses(db: DosewellDatabase, medication: Medication, since: Instant | null): Promise<DoseEvent[]> {
  if (since === null) return []
  const { id } = medication
  // Which dose is open follows from the last one, however long ago that was.
  const from = countFromLog([medication]).includes(id) ? Dexie.minKey : since
  const doses = await db.doseEvents.where('[medicationId+at]').between([id, from], [id, Dexie.maxKey]).toArray()
  const undos = await undosOf(db, doses)
  return [...doses, ...undos]
}

/** Undos of undos as well, whenever they were made. */
async function undosOf(db: DosewellDatabase, events: readonly DoseEvent[]): Promise<DoseEvent[]> {
  const undos = await readUndos(db, events)
  return undos.length === 0 ? [] : [...undos, ...(await undosOf(db, undos))]
}
