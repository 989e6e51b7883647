import { isLogoutPending } from '#src/data/device-store.ts'
import { faultOfOpening, storageFaultOf } from '#src/data/storage-fault.ts'
import { recallUser, refreshUser, showSignedOut, showUnknown, useAuth } from './auth.ts'
import { finishSignOut, settleLogout } from './finish-sign-out.ts'
import { isKnownVisitor } from './known-visitor.ts'

/** A device store that has not answered by now (ms) may never do so. */
const SLOW_AFTER = 10_000

let beginAnew = async (): Promise<void> => {}

/** Finds out again who is here, after the device's storage had failed. */
export const startAgain = (): Promise<void> => beginAnew()

/**
 * Finds out who is here: first completes any unfinished sign-out, then checks whom this device knows, then asks the
 * server. Reports storage that is unavailable (`unknown`). Rejects if the code that clears it could not be loaded. In
 * either case the next focus or `online` starts again.
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
  // Any unfinished sign-out comes before asking: the answer could bring back the user who is about to be wiped.
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

/** Shows on the page what is wrong with the device's storage, if it fails or does not answer at all. */
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

/** Shows a storage fault, except to a visitor, who needs no storage: what they may see is the same for everyone. */
function showFault(fault: Parameters<typeof showUnknown>[0]): void {
  if (!isKnownVisitor()) showUnknown(fault)
  else if (useAuth.getState().status === 'loading') showSignedOut()
}

/**
 * Finds out who is here. For a visitor the server is not asked: the answer would be 401, and every 401 is an error in
 * the browser's console. While a sign-out is pending on the server, nobody counts as signed in.
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
