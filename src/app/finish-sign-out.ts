import { isUuid, type UserId } from '#domain/lib/ids.ts'
import { SIGN_OUT_PATH } from '#domain/protocol/sign-in-address.ts'
import {
  forgetUser,
  isLogoutPending,
  pendingDeletions,
  readKnownUser,
  readPendingWipe,
  setLogoutPending,
} from '#src/data/device-store.ts'
import { withLock } from '#src/platform/locks.ts'
import { dropCookie, readCookie } from './cookies.ts'
import { emptyWebStorage } from './web-storage.ts'

/**
 * How long (ms) a start waits for the database of a just wiped user to be deleted, which is long enough unless another
 * tab holds it.
 */
const GONE_WITHIN = 500

/** A server that has not answered by now (ms) counts as unreachable; it is asked again. */
const ANSWER_LIMIT = 8000

/**
 * Completes what sign-outs left undone on this device: one through the address bar (the server sets a readable cookie
 * naming the user), one by the worker, which has no web storage, one that was interrupted, and databases that another
 * tab held. Runs before anything of the user is shown.
 */
export async function finishSignOut(): Promise<void> {
  const signedOut = readCookie('signed_out')
  const begun = readCookie('signed_in')
  // Either cookie is the server's own confirmation of how that session ended.
  if (signedOut !== null || begun !== null) await setLogoutPending(false)
  const left = await leftOf(signedOut)
  for (const user of left) await (await import('./sign-out.ts')).wipeTraces(user)
  if (signedOut !== null) dropCookie('signed_out')
  const coming = begun === null ? null : userOf(begun)
  if (begun !== null) {
    // Another user's session: the user this device knew must not be shown, but keeps their data here.
    if (coming && (await readKnownUser())?.id !== coming) await forgetUser()
    dropCookie('signed_in')
  }
  await finishDeletions(left, coming)
  if (await isLogoutPending()) emptyWebStorage()
}

/** Returns the users whose traces are still here. */
async function leftOf(signedOut: string | null): Promise<Set<UserId>> {
  const left = new Set<UserId>()
  const cutOff = await readPendingWipe()
  if (cutOff) left.add(cutOff)
  // Named by the cookie; if the server could not name the user, it is the one this device knows.
  const named = signedOut === null ? undefined : (userOf(signedOut) ?? (await readKnownUser())?.id)
  if (named) left.add(named)
  return left
}

/**
 * Deletes the pending databases. Only a user about to open their own database waits until it is deleted, or at least
 * until the deletion is queued ahead. Others might wait for a tab that is frozen for days.
 */
async function finishDeletions(wiped: ReadonlySet<UserId>, begun: UserId | null): Promise<void> {
  const pending = await pendingDeletions()
  if (pending.length === 0) return
  const coming = begun ?? (await readKnownUser())?.id
  for (const user of pending) {
    // Loaded on demand: it brings in the database code, which a visitor's page does not need.
    const gone = (await import('#src/data/pending-deletion.ts')).deletePending(user, withLock)
    if (user === coming) await gone
    else if (wiped.has(user)) await Promise.race([gone, pause(GONE_WITHIN)])
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const userOf = (cookie: string): UserId | null => (isUuid(cookie) ? (cookie as UserId) : null)

/**
 * Ends the session on the server if a sign-out has not reached it yet. Returns whether none is pending. Only the
 * server's cookie confirms it: a proxy may answer 502 in its place, a captive portal 200, and network sign-in pages
 * redirect too.
 */
export async function settleLogout(): Promise<boolean> {
  if (!(await isLogoutPending())) return true
  const options = { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_LIMIT) } as const
  await fetch(SIGN_OUT_PATH, options).catch(() => null)
  if (readCookie('signed_out') === null) return false
  await setLogoutPending(false)
  return true
}
