import type { User } from './user.ts'

/** Which part of IndexedDB fails, from the next page on. */
export interface Breakage {
  /** Which database: the user's or the device's. */
  of: 'person' | 'device'
  /** How opening it fails; `hang` means it never finishes. */
  how: 'UnknownError' | 'QuotaExceededError' | 'hang'
  /** Opening it without a version, just to read what exists, still works. */
  isReadable?: boolean
  /** It works again once the database has been deleted. */
  untilDeleted?: boolean
}

/** Makes opening a database fail in every page from the next one on, until `mend` is called in it. */
export const breakStorage = (user: User, breakage: Breakage): Promise<unknown> =>
  user.context.addInitScript(install, breakage)

/** Repairs it in the open page. */
export const mendStorage = (user: User): Promise<void> =>
  user.page.evaluate(() => (window as unknown as { mendStorage(): void }).mendStorage())

/** Runs in the page. */
function install({ of, how, isReadable, untilDeleted }: Breakage): void {
  const isMeant = (name: string) => (of === 'device' ? name === 'dosewell-device' : /^dosewell-[0-9a-f]{8}-/.test(name))
  let isBroken = true
  const { open, deleteDatabase } = IDBFactory.prototype
  IDBFactory.prototype.open = function (name, version) {
    if (!isBroken || !isMeant(name) || (isReadable && version === undefined)) return open.call(this, name, version)
    const request = new EventTarget() as EventTarget & Partial<IDBOpenDBRequest>
    const fail = () => {
      const event = new Event('error')
      Object.defineProperty(event, 'target', { value: request })
      request.onerror?.call(request as IDBOpenDBRequest, event)
    }
    Object.assign(request, { error: new DOMException('Internal error opening backing store.', how) })
    if (how !== 'hang') setTimeout(fail)
    return request as IDBOpenDBRequest
  }
  IDBFactory.prototype.deleteDatabase = function (name) {
    if (untilDeleted && isMeant(name)) isBroken = false
    return deleteDatabase.call(this, name)
  }
  Object.assign(window, {
    mendStorage: () => {
      isBroken = false
    },
  })
}
