import { Dexie } from 'dexie'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { SupplyEvent } from '#domain/records/supply-event.ts'
import { dosesSince, type SupplyState, supplyStateOf } from '#domain/supply/supply-state.ts'
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
    for (const medication of await db.medications.toArray()) {
      const events = byMedication.get(medication.id) ?? []
      if (events.length === 0 && !medication.supply) continue
      const doses = await readDoses(db, medication, events, now)
      supplies.push({ medication, events, state: supplyStateOf({ medication, events, doses, now, zone }) })
    }
    return supplies
  })
}

/** Reads the doses that matter, and what undoes them: nothing of a log from before the last count. */
async function readDoses(
  db: DosewellDatabase,
  { id }: Medication,
  events: readonly SupplyEvent[],
  now: number,
): Promise<DoseEvent[]> {
  const since = dosesSince(events, now)
  if (since === null) return []
  const doses = await db.doseEvents.where('[medicationId+at]').between([id, since], [id, Dexie.maxKey]).toArray()
  const undos = await undosOf(db, doses)
  return [...doses, ...undos]
}

/** Undos of undos as well, whenever they were made. */
async function undosOf(db: DosewellDatabase, events: readonly DoseEvent[]): Promise<DoseEvent[]> {
  const undos = await readUndos(db, events)
  return undos.length === 0 ? [] : [...undos, ...(await undosOf(db, undos))]
}
