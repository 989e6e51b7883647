import { liveQuery } from 'dexie'
import { useEffect } from 'react'
import type { UserId } from '#domain/lib/ids.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import { countUnsent, UNSENT_KEY } from '#src/data/unsent.ts'

/** Notes it after every write, at once: the page may be closed the next moment. */
export function useRememberedUnsent(db: DosewellDatabase | null, userId: UserId): void {
  useEffect(() => {
    if (!db) return
    const watching = liveQuery(() => countUnsent(db)).subscribe({
      next: (count) => rememberUnsent(userId, count),
      error: () => {
        // Whatever reads the same rows for a screen says so.
      },
    })
    return () => watching.unsubscribe()
  }, [db, userId])
}

/**
 * Notes outside of the local database how many changes of this person have not reached the server, for the day on which that database
 * cannot be opened.
 */
export function rememberUnsent(userId: UserId, count: number): void {
  try {
    localStorage.setItem(UNSENT_KEY, `${userId} ${count}`)
  } catch {
    // Storage is full or refused: then it cannot be told later.
  }
}

/** What was noted last of this person; of whoever was here when `userId` is null. Null when nothing was. */
export function rememberedUnsent(userId: UserId | null): number | null {
  try {
    const [owner, count] = localStorage.getItem(UNSENT_KEY)?.split(' ') ?? []
    const isTheirs = count !== undefined && (userId === null || owner === userId)
    return isTheirs && /^\d+$/.test(count) ? Number(count) : null
  } catch {
    return null
  }
}
