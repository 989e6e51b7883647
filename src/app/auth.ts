import { create } from 'zustand'
import { type CurrentUser, currentUserSchema } from '#domain/records/user.ts'
import { forgetUser, readKnownUser, rememberUser } from '#src/data/device-store.ts'
import { apiCall } from '#src/platform/api-call.ts'

/**
 * Who this page is for. `loading` only until the device store has answered; a known user stands at once and the server is
 * asked meanwhile (READINGS, Reads: without a network the last known user stands, after a 401 never).
 */
export type Auth =
  | { status: 'loading'; user: null }
  | { status: 'signed-out'; user: null }
  | { status: 'signed-in'; user: CurrentUser }

export const useAuth = create<Auth>(() => ({ status: 'loading', user: null }))

const signedIn = (user: CurrentUser): void => {
  const { user: before } = useAuth.getState()
  if (before && JSON.stringify(before) === JSON.stringify(user)) return
  useAuth.setState({ status: 'signed-in', user })
}
export const showSignedOut = (): void => useAuth.setState({ status: 'signed-out', user: null })

/** Shows the user this device knows, if any. Local, before any request. Answers whether there is one. */
export async function recallUser(): Promise<boolean> {
  const known = await readKnownUser()
  if (known) signedIn(known)
  return known !== null
}

/** GET /api/auth/user: on start and on window focus, never cached, no retry (specification, section 7). */
export async function refreshUser(): Promise<void> {
  const answer = await apiCall({ method: 'GET', path: '/api/auth/user' })
  if (answer.kind === 'ok') {
    const parsed = currentUserSchema.safeParse(answer.body)
    if (!parsed.success) return settleUnknown()
    await rememberUser(parsed.data)
    signedIn(parsed.data)
  } else if (answer.kind === 'error' && answer.status === 401) {
    await forgetUser()
    showSignedOut()
  } else if (answer.kind === 'error' && answer.code === 'account_gone') await leaveGoneAccount()
  else settleUnknown()
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
  if (useAuth.getState().status === 'loading') showSignedOut()
}
