import { isLogoutOwed } from '#src/data/device-store.ts'
import { recallUser, refreshUser, showSignedOut } from './auth.ts'
import { finishSignOut, settleLogout } from './finish-sign-out.ts'
import { isKnownVisitor } from './known-visitor.ts'

/**
 * Finds out who is here: what a sign-out left to do, then whom this device knows, then what the server says. A visitor is
 * not asked about: the answer would be 401, and every 401 is an error in the browser's console. Nobody is here while the server
 * is owed a sign-out.
 */
export async function startAuth(): Promise<void> {
  await finishSignOut()
  addEventListener('focus', () => void lookAgain())
  addEventListener('online', () => void settleLogout())
  if (await isLogoutOwed()) {
    showSignedOut()
    await settleLogout()
    return
  }
  const isKnown = await recallUser()
  if (!isKnown && isKnownVisitor()) showSignedOut()
  else await refreshUser()
}

async function lookAgain(): Promise<void> {
  if (await settleLogout()) await refreshUser()
}
