import { Dexie } from 'dexie'
import { useLiveQuery as useDexieQuery } from 'dexie-react-hooks'
import { useRef } from 'react'
import { noteStorageFault } from './storage-fault.ts'

/**
 * Returns the result of a local database read, and again after every change. If storage fails, keeps the last result.
 */
export function useLiveQuery<T>(read: () => T | Promise<T>, deps: unknown[]): T | undefined {
  const last = useRef<T>(undefined)
  return useDexieQuery(async () => {
    last.current = await readOrNote(read, last.current)
    return last.current
  }, deps)
}

/** Reads; where storage fails, notes that for the page to say and resolves with the last result. */
export async function readOrNote<T>(read: () => T | Promise<T>, last: T | undefined): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    // A closed database is reopened, which reads again.
    if (error instanceof Dexie.DatabaseClosedError || !noteStorageFault(error)) throw error
    return last
  }
}
