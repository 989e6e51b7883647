import { recallUser, refreshUser, showSignedOut } from './auth.ts'
import { finishSignOut } from './finish-sign-out.ts'
import { isKnownVisitor } from './known-visitor.ts'

/**
 * Finds out who is here: what a sign-out left to do, then whom this device knows, then what the server says. A visitor is
 * not asked about: the answer would be 401, and every 401 is an error in the browser's console.
 */
export async function startAuth(): Promise<void> {
  await finishSignOut()
  const isKnown = await recallUser()
  if (!isKnown && isKnownVisitor()) showSignedOut()
  else await refreshUser()
  addEventListener('focus', () => void refreshUser())
}
