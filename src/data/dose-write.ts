import { Dexie, type IndexableType, type ObservabilitySet, RangeSet, type Table } from 'dexie'
import type { DosewellDatabase } from './database.ts'
import type { StoredDoseEvent } from './stored-dose.ts'
import type { StoredEntry } from './stored-rows.ts'

/** A dose and the entry that delivers it. */
export interface NewDose {
  event: StoredDoseEvent
  entry: Omit<StoredEntry, 'position'>
}

/**
 * Stores doses with their entries in one strict transaction. As the most frequent action it uses IndexedDB directly,
 * with all requests issued together; going through Dexie takes half as long again (docs/performance.md). Live queries
 * in every tab notice it like any other write. Resolves with true once it is on disk, or with false, and nothing
 * stored, if a medication does not exist. Rejects with the error of IndexedDB or Dexie, and nothing stored.
 */
export async function storeDoses(db: DosewellDatabase, doses: readonly NewDose[]): Promise<boolean> {
  const transaction = await begin(db)
  return new Promise((resolve, reject) => {
    let isMissing = false
    let failure: unknown = null
    const added: IDBRequest<IDBValidKey>[] = []
    transaction.onabort = () => {
      if (isMissing) resolve(false)
      // not translated: it is not shown
      else reject(failure ?? transaction.error ?? new DOMException('The write was aborted.', 'AbortError'))
    }
    transaction.oncomplete = () => {
      resolve(true)
      const entries = doses.map(({ entry }, index) => ({ ...entry, position: added[index]?.result }))
      const events = doses.map(({ event }) => event)
      Dexie.on.storagemutated.fire({ ...touched(db.doseEvents, events), ...touched(db.outbox, entries) })
    }
    try {
      checkMedications(transaction, doses, () => {
        isMissing = true
        transaction.abort()
      })
      for (const { event, entry } of doses) {
        transaction.objectStore('doseEvents').put(event)
        added.push(transaction.objectStore('outbox').add(entry))
      }
    } catch (error) {
      failure = error
      transaction.abort()
    }
  })
}

const STORES = ['medications', 'doseEvents', 'outbox']

/**
 * Begins a transaction. If the browser has closed the connection, a read through Dexie reopens it or says why it
 * cannot.
 */
async function begin(db: DosewellDatabase): Promise<IDBTransaction> {
  const now = () => db.backendDB().transaction(STORES, 'readwrite', { durability: 'strict' })
  try {
    if (db.isOpen()) return now()
  } catch {
    // As above.
  }
  await db.transaction('r', STORES, () => db.medications.count())
  return now()
}

/**
 * Commits as soon as every medication is found: those requests are answered first, and a commit waits for the ones
 * issued after them.
 */
function checkMedications(transaction: IDBTransaction, doses: readonly NewDose[], onMissing: () => void): void {
  const unchecked = new Set(doses.map(({ event }) => event.medicationId))
  for (const id of [...unchecked]) {
    const found = transaction.objectStore('medications').getKey(id)
    found.onsuccess = () => {
      if (found.result === undefined) return onMissing()
      unchecked.delete(id)
      if (unchecked.size === 0) transaction.commit()
    }
  }
}

/**
 * Returns the keys under which stored rows can be found, named as Dexie's live queries know them
 * (https://dexie.org/docs/Dexie/Dexie.on.storagemutated). Queries that read only keys watch `:dels`.
 */
function touched(table: Table, rows: readonly object[]): ObservabilitySet {
  const { primKey, indexes } = table.schema
  const paths = [{ ...primKey, name: '' }, { ...primKey, name: ':dels' }, ...indexes]
  return Object.fromEntries(
    paths.map(({ name, keyPath }) => [
      `idb://${table.db.name}/${table.name}/${name}`,
      new RangeSet().addKeys(rows.map((row) => keyOf(row, keyPath) as IndexableType)),
    ]),
  )
}

/** Returns the key at a path. A value that is no valid key, such as null, is none in Dexie's sets either. */
const keyOf = (row: object, path: string | string[] | undefined): unknown =>
  Array.isArray(path) ? path.map((part) => keyOf(row, part)) : Dexie.getByKeyPath(row, path ?? '')
