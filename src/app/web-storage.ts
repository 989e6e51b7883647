import { LOCK_HINT } from '#src/data/app-lock.ts'
import { NOTIFICATIONS_KEY } from '#src/data/notifications-key.ts'
import { UNSENT_KEY } from '#src/data/unsent.ts'

/**
 * At a sign-out: whatever this tab and this origin keep of the person in web storage. The theme is the device's own and
 * stays.
 */
export function emptyWebStorage(): void {
  sessionStorage.clear()
  for (const key of [NOTIFICATIONS_KEY, LOCK_HINT, UNSENT_KEY]) localStorage.removeItem(key)
}
