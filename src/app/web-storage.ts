import { LOCK_HINT } from '#src/data/app-lock.ts'
import { FIRST_RUN_KEY } from '#src/data/first-run-key.ts'
import { NOTIFICATIONS_KEY } from '#src/data/notifications-key.ts'
import { UNSENT_KEY } from '#src/data/unsent.ts'

/**
 * Deletes everything this tab and this origin hold of the user in web storage, at sign-out. The theme belongs to the
 * device and stays.
 */
export function emptyWebStorage(): void {
  sessionStorage.clear()
  for (const key of [NOTIFICATIONS_KEY, LOCK_HINT, UNSENT_KEY, FIRST_RUN_KEY]) localStorage.removeItem(key)
}
