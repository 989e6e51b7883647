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
 * Stores doses with their entries in one strict transaction: what a person does most often, by IndexedDB itself, with
 * every request under way at once. Dexie takes half as long again between them (docs/performance.md). Live queries of
 * every tab hear of it as of any other write. Resolves with true once it is on disk; with false, and nothing stored,
 * when a medication is not there. Rejects with what IndexedDB or Dexie says, nothing stored.
 */
export async function storeDoses(db: DosewellDatabase, doses: readonly NewDose[]): Promise<boolean> {
  const transaction = await begin(db)
  return new Promise((resolve, reject) => {
    let isMissing = false
    let failure: unknown = null
    const added: IDBRequest<IDBValidKey>[] = []
    transaction.onabort = () => {
      if (isMissing) resolve(false)
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

/** Where the browser has closed the connection, a read by Dexie opens it again or says why not. */
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
 * Commits as soon as each medication was found: that answer comes first, and what was asked for after it is waited for.
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
 * The keys under which rows that were put can be found, by the names that Dexie's live queries know them by
 * (https://dexie.org/docs/Dexie/Dexie.on.storagemutated). `:dels` is asked for by those who read keys alone.
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

/** What is no key, null for one, is none to Dexie's sets either. */
const keyOf = (row: object, path: string | string[] | undefined): unknown =>
  Array.isArray(path) ? path.map((part) => keyOf(row, part)) : Dexie.getByKeyPath(row, path ?? '')
