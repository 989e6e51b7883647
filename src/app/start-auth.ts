import { isLogoutOwed } from '#src/data/device-store.ts'
import { recallUser, refreshUser, showSignedOut } from './auth.ts'
import { finishSignOut, settleLogout } from './finish-sign-out.ts'
import { isKnownVisitor } from './known-visitor.ts'

/**
 * Finds out who is here: what a sign-out left to do, then whom this device knows, then what the server says. Rejects when the
 * device's storage, or the part of the app that empties it, could not be had: the next focus or `online` begins anew then.
 */
export async function startAuth(): Promise<void> {
  let ready = finishSignOut()
  // What a sign-out left to do comes before every question: the answer could bring back whoever is about to be wiped.
  const onceReady = (look: () => Promise<unknown>) => async () => {
    const tried = ready
    const isReady = await tried.then(
      () => true,
      () => false,
    )
    if (isReady) {
      await look()
      return
    }
    if (tried === ready) ready = finishSignOut()
    await ready
    await findOutWho()
  }
  addEventListener('focus', onceReady(lookAgain))
  addEventListener('online', onceReady(settleLogout))
  await ready
  await findOutWho()
}

/**
 * A visitor is not asked about: the answer would be 401, and every 401 is an error in the browser's console. Nobody is here while the
 * server is owed a sign-out.
 */
async function findOutWho(): Promise<void> {
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
