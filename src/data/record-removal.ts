import { Dexie } from 'dexie'
import type { ListName } from '#domain/protocol/lists.ts'
import type { DosewellDatabase } from './database.ts'
import { storedList } from './record-view.ts'

/**
 * Removes a record from the base, and for a medication its history. Doses and supply events that only this device has
 * stay: their own write is still undecided, and the user will see its result.
 */
export async function removeRecord(db: DosewellDatabase, list: ListName, id: string): Promise<void> {
  await storedList(db, list).base.delete(id)
  if (list !== 'medications') return
  await db.doseEvents
    .where('[medicationId+at]')
    .between([id, Dexie.minKey], [id, Dexie.maxKey])
    .filter((event) => event.seq !== null)
    .delete()
  await removeSupplies(db, id)
}

/**
 * Removes the acknowledged supply events of a medication up to a commit. Those that only this device has stay: their
 * own write is still undecided.
 */
export const removeSupplies = async (db: DosewellDatabase, medicationId: string, upTo = Infinity): Promise<void> => {
  await db.supplyEvents
    .where('medicationId')
    .equals(medicationId)
    .filter(({ seq }) => seq !== null && seq <= upTo)
    .delete()
}
