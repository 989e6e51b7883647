import type { User } from './user.ts'

/**
 * Makes opening the user's database fail in every page from the next one on, until `mend` is called in it. Opening it
 * without a version, just to read what exists, still works.
 */
export const breakStorage = (user: User): Promise<unknown> => user.context.addInitScript(install)

/** Repairs it in the open page. */
export const mendStorage = (user: User): Promise<void> =>
  user.page.evaluate(() => (window as unknown as { mendStorage(): void }).mendStorage())

/** Runs in the page. */
function install(): void {
  let isBroken = true
  const { open } = IDBFactory.prototype
  IDBFactory.prototype.open = function (name, version) {
    if (!isBroken || !/^dosewell-[0-9a-f]{8}-/.test(name) || version === undefined)
      return open.call(this, name, version)
    const request = new EventTarget() as EventTarget & Partial<IDBOpenDBRequest>
    const fail = () => {
      const event = new Event('error')
      Object.defineProperty(event, 'target', { value: request })
      request.onerror?.call(request as IDBOpenDBRequest, event)
    }
    Object.assign(request, { error: new DOMException('Internal error opening backing store.', 'UnknownError') })
    setTimeout(fail)
    return request as IDBOpenDBRequest
  }
  Object.assign(window, {
    mendStorage: () => {
      isBroken = false
    },
  })
}
