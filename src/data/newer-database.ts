/** A newer version of the app has opened the database on this device and may store things this one does not know. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError'
  constructor() {
    // not translated: for the log
    super('The database on this device belongs to a newer version of Dosewell.')
  }
}

/**
 * Returns an IndexedDB that refuses to open a database newer than requested. When the browser refuses one, Dexie
 * retries with whatever version exists and adds the indexes it misses, so an old page would work on data it does not
 * understand.
 * @param onUpgrade called before Dexie upgrades an older one, with its version as IndexedDB counts it
 */
export function refusingNewer(factory: IDBFactory, onUpgrade: (before: number) => void): IDBFactory {
  const open: IDBFactory['open'] = (name, version) => {
    if (version === undefined) throw new NewerDatabaseError()
    const request = factory.open(name, version)
    request.addEventListener('upgradeneeded', ({ oldVersion }) => onUpgrade(oldVersion))
    return request
  }
  return new Proxy(factory, {
    get(target, property) {
      if (property === 'open') return open
      const value: unknown = Reflect.get(target, property)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
