import { type DoseViews, doseViews } from '#domain/doses/dose-views.ts'
import type { DoseEvent } from '#domain/records/dose-event.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { LogRange } from '#src/data/reads.ts'
import type { StoredDoseEvent } from '#src/data/stored-dose.ts'
import type { StoredEntry } from '#src/data/stored-rows.ts'

/** Resolves with the result of a bare IndexedDB request. */
export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** Resolves when the transaction is on disk, as far as its durability goes. */
export const committed = (tx: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    tx.oncomplete = () => resolve()
    tx.onerror = () => reject(tx.error)
    tx.onabort = () => reject(tx.error)
  })

/** Opens an existing database, with whatever stores and indexes it has. */
export const openBare = (name: string): Promise<IDBDatabase> => answerOf(indexedDB.open(name))

export const strict = (db: IDBDatabase, stores: string[]): IDBTransaction =>
  db.transaction(stores, 'readwrite', { durability: 'strict' })

export type NewEntry = Omit<StoredEntry, 'position'>

/** Does the minimum that saving a dose takes: the row and its outbox entry in one strict transaction. */
export function bareWrite(db: IDBDatabase, event: StoredDoseEvent, entry: NewEntry): Promise<void> {
  const tx = strict(db, ['doseEvents', 'outbox'])
  tx.objectStore('doseEvents').put(event)
  tx.objectStore('outbox').add(entry)
  tx.commit()
  return committed(tx)
}

/** Reads the same rows again with bare IndexedDB, and folds them with the same function. */
export async function bareViews(db: IDBDatabase, range: LogRange): Promise<DoseViews> {
  const tx = db.transaction(['medications', 'doseEvents'])
  const log = tx.objectStore('doseEvents')
  const [medications, events] = await Promise.all([
    answerOf<Medication[]>(tx.objectStore('medications').getAll()),
    answerOf<DoseEvent[]>(log.index('snapshot.date').getAll(IDBKeyRange.bound(range.from, range.to))),
  ])
  return doseViews({ medications, events, ...range, now: Date.now() })
}
