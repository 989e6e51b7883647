import { Dexie } from 'dexie'
import { useLiveQuery as useDexieQuery } from 'dexie-react-hooks'
import { useRef } from 'react'
import { noteStorageFault } from './storage-fault.ts'

/**
 * What a read of the local database answers, again after every change of it. Where the storage fails, what it answered
 * last.
 */
export function useLiveQuery<T>(read: () => T | Promise<T>, deps: unknown[]): T | undefined {
  const last = useRef<T>(undefined)
  return useDexieQuery(async () => {
    try {
      last.current = await read()
    } catch (error) {
      // A closed one is opened again, which asks anew.
      if (error instanceof Dexie.DatabaseClosedError || !noteStorageFault(error)) throw error
    }
    return last.current
  }, deps)
}
