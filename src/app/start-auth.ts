import { isLogoutPending } from '#src/data/device-store.ts'
import { faultOfOpening, storageFaultOf } from '#src/data/storage-fault.ts'
import { recallUser, refreshUser, showSignedOut, showUnknown, useAuth } from './auth.ts'
import { finishSignOut, settleLogout } from './finish-sign-out.ts'
import { isKnownVisitor } from './known-visitor.ts'

/** A device store that has not answered by now (ms) may never. */
const SLOW_AFTER = 10_000

let beginAnew = async (): Promise<void> => {}

/** Finds out anew who is here, after the device's storage had failed. */
export const startAgain = (): Promise<void> => beginAnew()

/**
 * Finds out who is here: what a sign-out left to do, then whom this device knows, then what the server says. Where the
 * device's storage cannot be had it says so (`unknown`). Rejects when the part of the app that empties it could not be
 * had: the next focus or `online` begins anew, in either case.
 */
export async function startAuth(): Promise<void> {
  let ready = finishSignOut()
  const begin = async () => {
    await ready
    await findOutWho()
  }
  beginAnew = () => {
    ready = finishSignOut()
    return sayingFaults(begin())
  }
  // What a sign-out left to do comes before every question: the answer could bring back whoever is about to be wiped.
  const onceReady = (look: () => Promise<unknown>) => () => sayingFaults(lookOnceReady(look))
  const lookOnceReady = async (look: () => Promise<unknown>) => {
    const tried = ready
    const isReady = await tried.then(
      () => true,
      () => false,
    )
    if (isReady && useAuth.getState().status !== 'unknown') {
      await look()
      return
    }
    if (tried === ready) ready = finishSignOut()
    await begin()
  }
  addEventListener('focus', onceReady(lookAgain))
  addEventListener('online', onceReady(settleLogout))
  await sayingFaults(begin())
}

/** Says on the page what is wrong with the device's storage, when it fails and when it does not answer at all. */
async function sayingFaults(work: Promise<unknown>): Promise<void> {
  const late = setTimeout(() => showFault('slow'), SLOW_AFTER)
  void isLogoutPending().then(
    () => clearTimeout(late),
    () => clearTimeout(late),
  )
  try {
    await work
  } catch (error) {
    const isOfStorage = storageFaultOf(error) !== null || typeof indexedDB === 'undefined'
    if (!isOfStorage) throw error
    showFault(faultOfOpening(error))
  }
}

/** A visitor needs no storage: what they may see is the same for everybody. */
function showFault(fault: Parameters<typeof showUnknown>[0]): void {
  if (!isKnownVisitor()) showUnknown(fault)
  else if (useAuth.getState().status === 'loading') showSignedOut()
}

/**
 * A visitor is not asked about: the answer would be 401, and every 401 is an error in the browser's console. Nobody is
 * here while the server is owed a sign-out.
 */
async function findOutWho(): Promise<void> {
  if (await isLogoutPending()) {
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
