import { Dexie } from 'dexie'
import { bareTransaction, touched } from './bare-writes.ts'
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
  const transaction = await bareTransaction(db, ['medications', 'doseEvents', 'outbox'], 'strict')
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
