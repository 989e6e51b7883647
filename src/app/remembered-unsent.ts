import { liveQuery } from 'dexie'
import { useEffect } from 'react'
import type { DosewellDatabase } from '#src/data/database.ts'
import { countUnsent, UNSENT_KEY } from '#src/data/unsent.ts'

/** Notes it after every write, at once: the page may be closed the next moment. */
export function useRememberedUnsent(db: DosewellDatabase | null): void {
  useEffect(() => {
    if (!db) return
    const watching = liveQuery(() => countUnsent(db)).subscribe({
      next: rememberUnsent,
      error: () => {
        // Whatever reads the same rows for a screen says so.
      },
    })
    return () => watching.unsubscribe()
  }, [db])
}

/**
 * Notes outside of the local database how many changes have not reached the server, for the day on which that database
 * cannot be opened. The number alone: a sign-out by the worker, which has no web storage, leaves it here until the next
 * start.
 */
export function rememberUnsent(count: number): void {
  try {
    localStorage.setItem(UNSENT_KEY, String(count))
  } catch {
    // Storage is full or refused: then it cannot be told later.
  }
}

/** What was noted last; null when nothing was. */
export function rememberedUnsent(): number | null {
  try {
    const count = localStorage.getItem(UNSENT_KEY) ?? ''
    return /^\d+$/.test(count) ? Number(count) : null
  } catch {
    return null
  }
}
