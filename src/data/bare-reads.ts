import { Dexie, type IndexableType, type ObservabilitySet, RangeSet, type Table } from 'dexie'

/** Returns the rows of a range of an index, by a request in Dexie's current transaction that Dexie does not see. */
export const getAll = <Row>({ name }: Table, index: string, range: IDBKeyRange): Promise<Row[]> =>
  answerOf(() => currentStore(name).index(index).getAll(range) as IDBRequest<Row[]>)

/** Returns all rows of a store in the same way. */
export const getWhole = <Row>({ name }: Table): Promise<Row[]> =>
  answerOf(() => currentStore(name).getAll() as IDBRequest<Row[]>)

/** The same as `getAll`, only the ids. */
export const getAllKeys = <Key>({ name }: Table, index: string, range: IDBKeyRange): Promise<Key[]> =>
  answerOf(() => currentStore(name).index(index).getAllKeys(range) as unknown as IDBRequest<Key[]>)

/**
 * Has the live query that runs now, if one does, run again when a row comes or goes whose key in the index is in the
 * range, or is put there anew. An empty name is the primary key. Dexie watches what it reads itself; this is for what is
 * read past it. Dexie documents the form of what it watches, but not where a query has it.
 */
export function watch({ name, db }: Table, index: string, from: IndexableType, to: IndexableType): void {
  const { subscr } = (Dexie.Promise as unknown as { PSD: { subscr?: ObservabilitySet } }).PSD
  if (!subscr) return
  const add = (path: string, range: RangeSet) => {
    const part = `idb://${db.name}/${name}/${path}` as const
    subscr[part] = (subscr[part] as RangeSet | undefined)?.add(range) ?? range
  }
  add(index, new RangeSet(from, to))
  // Of a row that goes, Dexie only tells the primary key.
  if (index !== '') add(':dels', new RangeSet(Dexie.minKey, Dexie.maxKey))
}

function currentStore(name: string): IDBObjectStore {
  const { idbtrans } = Dexie.currentTransaction as unknown as { idbtrans: IDBTransaction }
  return idbtrans.objectStore(name)
}

const answerOf = <T>(ask: () => IDBRequest<T>): Promise<T> =>
  new Dexie.Promise((resolve, reject) => {
    const request = ask()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  }) as unknown as Promise<T>
