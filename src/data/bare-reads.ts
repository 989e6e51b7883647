import { Dexie, type Table } from 'dexie'

/** Returns the rows of a range of an index, by a request in Dexie's current transaction that Dexie does not see. */
export const getAll = <Row>({ name }: Table, index: string, range: IDBKeyRange): Promise<Row[]> =>
  answerOf(() => currentStore(name).index(index).getAll(range) as IDBRequest<Row[]>)

/** The same, only their ids. */
export const getAllKeys = <Key>({ name }: Table, index: string, range: IDBKeyRange): Promise<Key[]> =>
  answerOf(() => currentStore(name).index(index).getAllKeys(range) as unknown as IDBRequest<Key[]>)

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
