/**
 * The database on this device was opened by a newer version of the app, which may keep things this one does not know.
 */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError'
  constructor() {
    super('The database on this device belongs to a newer version of Dosewell.')
  }
}

/**
 * An IndexedDB that opens no database newer than asked for. When the browser refuses one, Dexie asks again for whatever
 * version there is, and adds the indexes to it that it misses: an old page would work on data it does not understand.
 */
export function refusingNewer(factory: IDBFactory): IDBFactory {
  const open: IDBFactory['open'] = (name, version) => {
    if (version === undefined) throw new NewerDatabaseError()
    return factory.open(name, version)
  }
  return new Proxy(factory, {
    get(target, property) {
      if (property === 'open') return open
      const value: unknown = Reflect.get(target, property)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
