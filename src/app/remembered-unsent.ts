import { liveQuery } from 'dexie'
import { useEffect } from 'react'
import type { DosewellDatabase } from '#src/data/database.ts'
import { countUnsent, UNSENT_KEY } from '#src/data/unsent.ts'

/** Saves the count after every write, immediately, since the page may be closed the next moment. */
export function useRememberedUnsent(db: DosewellDatabase | null): void {
  useEffect(() => {
    if (!db) return
    const watching = liveQuery(() => countUnsent(db)).subscribe({
      next: rememberUnsent,
      error: () => {
        // A screen that reads the same rows reports the failure.
      },
    })
    return () => watching.unsubscribe()
  }, [db])
}

/**
 * Saves outside the local database how many changes have not reached the server, for when that database cannot be
 * opened. Only the number: a sign-out by the worker, which has no web storage, leaves it here until the next start.
 */
export function rememberUnsent(count: number): void {
  try {
    localStorage.setItem(UNSENT_KEY, String(count))
  } catch {
    // Storage is full or refused, so it will not be known later.
  }
}

/** Returns the last saved count; null if there is none. */
export function rememberedUnsent(): number | null {
  try {
    const count = localStorage.getItem(UNSENT_KEY) ?? ''
    return /^\d+$/.test(count) ? Number(count) : null
  } catch {
    return null
  }
}
