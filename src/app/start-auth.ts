import { recallUser, refreshUser } from './auth.ts'
import { finishSignOut } from './sign-out.ts'

/** Finds out who is here: what a sign-out left to do, then whom this device knows, then what the server says. */
export async function startAuth(): Promise<void> {
  await finishSignOut()
  await recallUser()
  await refreshUser()
  addEventListener('focus', () => void refreshUser())
}
