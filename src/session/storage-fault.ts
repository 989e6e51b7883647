import { create } from 'zustand'
import { type StorageFault, storageFaultOf } from '#src/data/storage-fault.ts'

/** The last failure of this page's local database; null while it works. */
export const useStorageFault = create<{ fault: StorageFault | null }>(() => ({ fault: null }))

/** Shows an error on the page if it concerns storage. Returns false if it does not. */
export function noteStorageFault(error: unknown): boolean {
  const fault = storageFaultOf(error)
  if (fault === null) return false
  // The first fault says more than those that follow from it.
  useStorageFault.setState((before) => ({ fault: before.fault ?? fault }))
  return true
}

/**
 * Shows rejections from the local database on the page if no code awaits the promise, rather than leave them to the
 * console. Returns a function that stops this.
 */
export function catchStorageFaults(): () => void {
  const listening = new AbortController()
  const listen = (event: PromiseRejectionEvent) => {
    if (!isOfDatabase(event.reason)) return
    event.preventDefault()
    noteStorageFault(event.reason)
  }
  addEventListener('unhandledrejection', listen, { signal: listening.signal })
  return () => listening.abort()
}

/** Requests, sounds and files reject with some of the same names. */
function isOfDatabase(reason: unknown): boolean {
  if (!(reason instanceof Error)) return false
  // Dexie's errors carry the error they wrap.
  if (!(reason instanceof DOMException)) return 'inner' in reason
  const { name, message } = reason
  return name === 'QuotaExceededError' || (name === 'InvalidStateError' && /database|transaction/i.test(message))
}
