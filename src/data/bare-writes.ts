import { Dexie, type IndexableType, type ObservabilitySet, RangeSet, type Table } from 'dexie'
import type { DosewellDatabase } from './database.ts'

/**
 * Begins a transaction past Dexie. If the browser has closed the connection, a read through Dexie reopens it or says why
 * it cannot.
 * @param durability `strict` for what only this device has: it is complete once it is on disk
 */
export async function bareTransaction(
  db: DosewellDatabase,
  stores: [string, ...string[]],
  durability: IDBTransactionDurability,
): Promise<IDBTransaction> {
  const now = () => db.backendDB().transaction(stores, 'readwrite', { durability })
  try {
    if (db.isOpen()) return now()
  } catch {
    // As above.
  }
  await db.table(stores[0]).count()
  return now()
}

/**
 * Returns the keys under which stored rows can be found, named as Dexie's live queries know them
 * (https://dexie.org/docs/Dexie/Dexie.on.storagemutated). Queries that read only keys watch `:dels`.
 */
export function touched(table: Table, rows: readonly object[]): ObservabilitySet {
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
