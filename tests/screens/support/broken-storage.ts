import type { User } from './user.ts'

/** Which part of IndexedDB fails. */
interface Breakage {
  /** Which database: the user's or the device's. */
  of: 'person' | 'device'
  /** How opening it fails. */
  how: 'UnknownError' | 'QuotaExceededError'
  /** It works again once the database has been deleted. */
  untilDeleted?: boolean
}

/** Makes opening a database of this device fail from now on. Returns a function that repairs it. */
export function breakStorage({ device }: User, { of, how, untilDeleted }: Breakage): () => void {
  const { indexedDB } = device
  const isMeant = (name: string) => (of === 'device' ? name === 'dosewell-device' : /^dosewell-[0-9a-f]{8}-/.test(name))
  let isBroken = true
  const open = indexedDB.open.bind(indexedDB)
  const deleteDatabase = indexedDB.deleteDatabase.bind(indexedDB)
  indexedDB.open = (name, version) => {
    if (!isBroken || !isMeant(name)) return open(name, version)
    const error = new DOMException('Internal error opening backing store.', how)
    const request = Object.assign(new EventTarget() as IDBOpenDBRequest, { error })
    setTimeout(() => tell(request))
    return request
  }
  indexedDB.deleteDatabase = (name) => {
    if (untilDeleted && isMeant(name)) isBroken = false
    return deleteDatabase(name)
  }
  return () => {
    isBroken = false
  }
}

function tell(request: IDBOpenDBRequest): void {
  const event = new Event('error')
  Object.defineProperty(event, 'target', { value: request })
  request.onerror?.(event)
}

/** What the write of a dose touches (src/data/dose-write.ts). */
const OF_A_DOSE = 'medications,doseEvents,outbox'

/**
 * Makes every write of a dose on this device fail, in pages opened from now on. Returns a function that repairs it.
 */
export const refuseDoses = (user: User): (() => void) => refuseWrites(user, (stores) => stores.join() === OF_A_DOSE)

/** The same of every write that touches such stores. */
export function refuseWrites({ device }: User, isMeant: (stores: string[]) => boolean): () => void {
  const { indexedDB } = device
  const open = indexedDB.open.bind(indexedDB)
  let isRefusing = true
  indexedDB.open = (name, version) => {
    const request = open(name, version)
    request.addEventListener('success', () => {
      const { result: database } = request
      const begin = database.transaction.bind(database)
      database.transaction = (stores, mode, options) => {
        if (isRefusing && mode === 'readwrite' && isMeant(typeof stores === 'string' ? [stores] : [...stores]))
          throw new DOMException('No space is left.', 'QuotaExceededError')
        return begin(stores, mode, options)
      }
    })
    return request
  }
  return () => {
    isRefusing = false
  }
}
