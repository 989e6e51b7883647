import { type UserId, userIdSchema } from '#domain/lib/ids.ts'
import { LOCK_HINT } from '#src/data/app-lock.ts'
import { isLogoutOwed, readKnownUser, setLogoutOwed } from '#src/data/device-store.ts'

/**
 * What a sign-out left to do elsewhere: the address bar (the server sets a readable cookie that names them), an offline sign-out (the
 * server does not know yet). Runs before anything of the user is shown.
 */
export async function finishSignOut(): Promise<void> {
  const signedOut = /(?:^|;\s*)signed_out=([^;]+)/.exec(document.cookie)?.[1]
  if (signedOut !== undefined) {
    const named = userIdSchema.safeParse(signedOut)
    const user = named.success ? named.data : (await readKnownUser())?.id
    if (user) await wipe(user)
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API does not exist in every supported browser
    document.cookie = 'signed_out=; Max-Age=0; Path=/; SameSite=Lax'
  }
  if (await isLogoutOwed()) {
    // The worker, which did the rest, has no localStorage.
    localStorage.removeItem(LOCK_HINT)
    const answer = await fetch('/api/logout', { redirect: 'manual' }).catch(() => null)
    if (answer) await setLogoutOwed(false)
  }
}

/** Loaded on demand: it brings the database along, which a visitor's page has no use for. */
async function wipe(user: UserId): Promise<void> {
  const { wipeUser } = await import('./sign-out.ts')
  await wipeUser(user)
}
