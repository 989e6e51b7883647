import { Dexie } from 'dexie'
import type { UserId } from '#domain/lib/ids.ts'
import { createDatabase } from '#src/data/database.ts'
import { databaseName } from '#src/data/database-names.ts'
import { readPeople, type Shown, storeShown } from '#src/data/people-store.ts'
import { readSyncState } from '#src/data/sync-state.ts'
import type { BenchMedication } from '../events.ts'
import { growLog, putMedications } from './device.ts'

const LOOK_EVERY_MS = 100

/** Resolves once the app has made everybody's database and has been in step with the server. */
export async function untilInStep(people: readonly UserId[]): Promise<void> {
  for (const person of people)
    while (!(await isInStep(person))) await new Promise((go) => setTimeout(go, LOOK_EVERY_MS))
}

async function isInStep(person: UserId): Promise<boolean> {
  if (!(await Dexie.exists(databaseName(person)))) return false
  const db = createDatabase(person)
  try {
    await db.open()
    return (await readSyncState(db)).syncedAt !== null
  } finally {
    db.close()
  }
}

/** Gives somebody's database medications and a log of that length. */
export async function growPerson(
  person: UserId,
  medications: readonly BenchMedication[],
  doses: number,
  zone: string,
): Promise<void> {
  const db = createDatabase(person)
  await db.open()
  await putMedications(db, medications)
  await growLog(db, medications, { from: 0, to: doses, largest: doses, zone })
  const count = await db.doseEvents.count()
  db.close()
  if (count !== doses) throw new Error(`The database holds ${count} doses instead of ${doses}`)
}

/** Stores whom the next start shows. */
export async function showAtStart(account: UserId, shown: Shown): Promise<void> {
  await storeShown(account, shown)
  const stored = await readPeople(account)
  if (stored.shown !== shown) throw new Error('That was not stored')
}

/** Resolves once the app holds at least so many of somebody's doses. */
export async function untilHolds(person: UserId, doses: number): Promise<void> {
  for (;;) {
    if (await Dexie.exists(databaseName(person))) {
      const db = createDatabase(person)
      await db.open()
      const count = await db.doseEvents.count().finally(() => db.close())
      if (count >= doses) return
    }
    await new Promise((go) => setTimeout(go, LOOK_EVERY_MS))
  }
}
