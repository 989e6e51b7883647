import { useSyncExternalStore } from 'react'

const EVENTS = ['online', 'offline']

function subscribe(run: () => void): () => void {
  const ending = new AbortController()
  for (const event of EVENTS) globalThis.addEventListener(event, run, { signal: ending.signal })
  return () => ending.abort()
}

/** Returns false while the device has no network at all; true promises nothing. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
