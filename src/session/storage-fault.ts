import { create } from 'zustand'
import { type StorageFault, storageFaultOf } from '#src/data/storage-fault.ts'

/** What the local database of this page could not do last; null while it works. */
export const useStorageFault = create<{ fault: StorageFault | null }>(() => ({ fault: null }))

/** Says on the page what an error says of the storage. Returns false when it says nothing of it. */
export function noteStorageFault(error: unknown): boolean {
  const fault = storageFaultOf(error)
  if (fault === null) return false
  // What was found first says more than what follows from it.
  useStorageFault.setState((before) => ({ fault: before.fault ?? fault }))
  return true
}

/**
 * For whatever nobody waits for: a rejection that comes from the local database is said on the page, not left to the
 * console. Returns what ends it.
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

/** Other parts of a browser reject with some of the same names: requests, sounds, files. */
function isOfDatabase(reason: unknown): boolean {
  if (!(reason instanceof Error)) return false
  // Dexie's errors have what they wrap.
  if (!(reason instanceof DOMException)) return 'inner' in reason
  const { name, message } = reason
  return name === 'QuotaExceededError' || (name === 'InvalidStateError' && /database|transaction/i.test(message))
}
