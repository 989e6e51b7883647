import { create } from 'zustand'
import { readCurrentUser } from '#domain/records/read-user.ts'
import type { CurrentUser } from '#domain/records/user.ts'
import { forgetUser, isLogoutPending, readKnownUser, rememberUser } from '#src/data/device-store.ts'
import type { StorageFault } from '#src/data/storage-fault.ts'
import { apiCall } from '#src/platform/api-call.ts'
import { emptyWebStorage } from './web-storage.ts'

/**
 * Who this page is for. `loading` lasts only until the device store has answered; a known user is shown immediately
 * while the server is asked (readings, Reads: offline the last known user stays, after a 401 never).
 */
export type Auth =
  | { status: 'loading'; user: null }
  | { status: 'signed-out'; user: null }
  /** The device's storage did not say. */
  | { status: 'unknown'; user: null; fault: StorageFault }
  | { status: 'signed-in'; user: CurrentUser }

export const useAuth = create<Auth>(() => ({ status: 'loading', user: null }))

const signedIn = (user: CurrentUser): void => {
  const { user: before } = useAuth.getState()
  if (before && JSON.stringify(before) === JSON.stringify(user)) return
  useAuth.setState({ status: 'signed-in', user })
}
export const showSignedOut = (): void => useAuth.setState({ status: 'signed-out', user: null })

/** Says why it is not known who is here; a user already shown stays. */
export function showUnknown(fault: StorageFault): void {
  const { status } = useAuth.getState()
  if (status === 'loading' || status === 'unknown') useAuth.setState({ status: 'unknown', user: null, fault }, true)
}

/**
 * Shows that another tab or the worker signed this user out. Only this tab can wipe its session storage; the worker has
 * no access to any.
 */
export function signedOutElsewhere(): void {
  emptyWebStorage()
  showSignedOut()
}

/** Shows the user this device knows, if any. Local, before any request. Returns whether there is one. */
export async function recallUser(): Promise<boolean> {
  const known = await readKnownUser()
  if (known) signedIn(known)
  return known !== null
}

/** The commit at which the server was last asked who this is. */
let askedAsOf = 0

let asked = 0
/** The latest request answered: an earlier one's answer arriving after it is out of date. */
let answered = 0

/**
 * Sends GET /api/auth/user: on start and on window focus, never cached, no retry (specification, section 7). Not while
 * a sign-out is pending on the server: until then the cookie is valid, and the answer would sign the user in again.
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
    const user = readCurrentUser(answer.body)
    if (!user) return settleUnknown()
    askedAsOf = answer.seq
    await rememberUser(user)
    if (await isLogoutPending()) {
      // Another tab signed the user out just now, so what was written is removed again.
      await forgetUser()
      return showSignedOut()
    }
    signedIn(user)
  } else if (answer.kind === 'error' && answer.status === 401) {
    await forgetUser()
    showSignedOut()
  } else if (answer.kind === 'error' && answer.code === 'account_gone') await leaveGoneAccount()
  else settleUnknown()
}

/**
 * Reloads the user after a commit that changed them or what they may do, unless the last answer already included it
 * (S9.2).
 */
export function refreshUserAsOf(seq = 0): void {
  if (seq > askedAsOf) void refreshUser()
}

/** Wipes an account that was erased, perhaps while its user was behind the age gate, where no sync notices. */
async function leaveGoneAccount(): Promise<void> {
  const { user } = useAuth.getState()
  if (user) {
    const { wipeUser } = await import('./sign-out.ts')
    await wipeUser(user.id)
  }
  showSignedOut()
}

/** Handles an attempt that learned nothing: a user already shown stays; otherwise the page counts as signed out. */
function settleUnknown(): void {
  const { status } = useAuth.getState()
  if (status === 'loading' || status === 'unknown') showSignedOut()
}
