import { Dexie } from 'dexie'
import type { Versions } from '#domain/protocol/events.ts'
import { bareTransaction, touched } from './bare-writes.ts'
import type { DosewellDatabase, StateRow } from './database.ts'
import { storedDose } from './stored-dose.ts'
import { syncStateIn } from './sync-state.ts'

/**
 * Stores the rows that a change notification carries, with the cursor behind them, if this device has all earlier rows
 * and the same list of medications (docs/sync-spec.md, S4.6). It goes past Dexie, as the device's own doses do. Returns
 * whether the device now has all of the log that the change notification announced. Rejects with the error of IndexedDB
 * or Dexie, and nothing stored.
 */
export async function takeCarried(
  db: DosewellDatabase,
  { epoch, seq, doses, medications, log }: Versions,
): Promise<boolean> {
  // Without waiting for the disk: rows and cursor would be lost together, and be fetched again.
  const transaction = await bareTransaction(db, ['state', 'doseEvents'], 'relaxed')
  const ended = endOf(transaction)
  const states = transaction.objectStore('state')
  const state = syncStateIn(await answerOf<StateRow | undefined>(states.get('sync')))
  const { held, seq: listed } = state.lists.medications
  // Rows older than the list of medications may belong to one that is no longer in it, newer ones to one that is not yet.
  const isList = seq >= listed && held?.epoch === epoch && held.version >= medications
  const follows = log && isList && state.epoch === epoch && state.dosesCursor >= log.since
  if (!follows) return false
  if (state.dosesCursor >= doses) return true
  const rows = log.events.map(storedDose)
  const row: StateRow = { key: 'sync', value: { ...state, dosesCursor: doses } }
  try {
    for (const one of rows) transaction.objectStore('doseEvents').put(one)
    states.put(row)
    transaction.commit()
  } catch (error) {
    transaction.abort()
    throw error
  }
  await ended
  Dexie.on.storagemutated.fire({ ...touched(db.doseEvents, rows), ...touched(db.state, [row]) })
  return true
}

const answerOf = <Answer>(request: IDBRequest<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

function endOf(transaction: IDBTransaction): Promise<void> {
  const ended = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })
  // Nobody waits for it where another error is thrown first.
  ended.catch(() => {})
  return ended
}
