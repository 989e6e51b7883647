import { create } from 'zustand'
import { type CurrentUser, currentUserSchema } from '#domain/records/user.ts'
import { forgetUser, isLogoutPending, readKnownUser, rememberUser } from '#src/data/device-store.ts'
import type { StorageFault } from '#src/data/storage-fault.ts'
import { apiCall } from '#src/platform/api-call.ts'
import { emptyWebStorage } from './web-storage.ts'

/**
 * Who this page is for. `loading` only until the device store has answered; a known user stands at once and the server
 * is asked meanwhile (readings, Reads: without a network the last known user stands, after a 401 never).
 */
export type Auth =
  | { status: 'loading'; user: null }
  | { status: 'signed-out'; user: null }
  /** The storage of the device did not say. */
  | { status: 'unknown'; user: null; fault: StorageFault }
  | { status: 'signed-in'; user: CurrentUser }

export const useAuth = create<Auth>(() => ({ status: 'loading', user: null }))

const signedIn = (user: CurrentUser): void => {
  const { user: before } = useAuth.getState()
  if (before && JSON.stringify(before) === JSON.stringify(user)) return
  useAuth.setState({ status: 'signed-in', user })
}
export const showSignedOut = (): void => useAuth.setState({ status: 'signed-out', user: null })

/** Says why it cannot be told who is here; whoever stands already, stands. */
export function showUnknown(fault: StorageFault): void {
  const { status } = useAuth.getState()
  if (status === 'loading' || status === 'unknown') useAuth.setState({ status: 'unknown', user: null, fault }, true)
}

/**
 * Another tab, or the worker, signed this person out. Only this tab can wipe its session storage, and the worker has
 * none.
 */
export function signedOutElsewhere(): void {
  emptyWebStorage()
  showSignedOut()
}

/** Shows the user this device knows, if any. Local, before any request. Answers whether there is one. */
export async function recallUser(): Promise<boolean> {
  const known = await readKnownUser()
  if (known) signedIn(known)
  return known !== null
}

/** As of which commit the server was last asked who this is. */
let askedAsOf = 0

let asked = 0
/**
 * Which of the questions was answered last: an answer to an earlier one that arrives after it is older than what is
 * known.
 */
let answered = 0

/**
 * GET /api/auth/user: on start and on window focus, never cached, no retry (specification, section 7). Not while the
 * server is owed a sign-out: the cookie is alive until then, and the answer would sign the person in again.
 */
export async function refreshUser(): Promise<void> {
  if (await isLogoutPending()) return showSignedOut()
  asked += 1
  const question = asked
  const answer = await apiCall({ method: 'GET', path: '/api/auth/user' })
  if (await isLogoutPending()) return showSignedOut()
  if (question < answered) return
  answered = question
  if (answer.kind === 'ok') {
    const parsed = currentUserSchema.safeParse(answer.body)
    if (!parsed.success) return settleUnknown()
    askedAsOf = answer.seq
    await rememberUser(parsed.data)
    if (await isLogoutPending()) {
      // Another tab signed the person out at this very moment: what was written back goes again.
      await forgetUser()
      return showSignedOut()
    }
    signedIn(parsed.data)
  } else if (answer.kind === 'error' && answer.status === 401) {
    await forgetUser()
    showSignedOut()
  } else if (answer.kind === 'error' && answer.code === 'account_gone') await leaveGoneAccount()
  else settleUnknown()
}

/** The person, or what they may do, changed in that commit: asks anew unless the last answer knew of it (S9.2). */
export function refreshUserAsOf(seq = 0): void {
  if (seq > askedAsOf) void refreshUser()
}

/** The account was erased, perhaps while this person was held at the age gate, where no sync hears of it. */
async function leaveGoneAccount(): Promise<void> {
  const { user } = useAuth.getState()
  if (user) {
    const { wipeUser } = await import('./sign-out.ts')
    await wipeUser(user.id)
  }
  showSignedOut()
}

/** Nothing was learned: whoever stands, stands; somebody who was never known here is signed out. */
function settleUnknown(): void {
  const { status } = useAuth.getState()
  if (status === 'loading' || status === 'unknown') showSignedOut()
}
