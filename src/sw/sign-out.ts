import { Dexie } from 'dexie'
import type { UserId } from '#domain/lib/ids.ts'
import { databaseName } from '#src/data/database-name.ts'
import {
  clearSignedOut,
  forgetOwner,
  forgetPush,
  forgetUser,
  markSignedOut,
  readKnownUser,
  readSignedOut,
  setLogoutOwed,
} from '#src/data/device-store.ts'
import { countUnsent } from '#src/data/unsent.ts'
import { openChannel } from '#src/platform/channel.ts'
import { unsubscribe } from '#src/platform/push-subscription.ts'
import { withLocalData } from './local-data.ts'
import { worker } from './scope.ts'
import { signedOutPage, signOutQuestion } from './sign-out-pages.ts'

export const LOGOUT_PATH = '/api/logout'

/** A server that has not answered by now is as good as none; the sign-out is repeated when it is back. */
const ANSWER_LIMIT = 8000
/** Longer than a page needs to close its connection; after that the deletion still happens, when the page is gone. */
const DELETE_LIMIT = 4000

/** Answers a navigation to /api/logout: the server, if it can be had, else this device alone (READINGS, Reads). */
export async function answerLogout(request: Request, stylesheet: string | null): Promise<Response> {
  const answer = await serverAnswer(request)
  if (answer) return answer
  const unsent = await unsentWithoutAsking(request)
  if (unsent > 0) return signOutQuestion(unsent, LOGOUT_PATH, stylesheet)
  await signOutHere()
  return signedOutPage(stylesheet)
}

/** The request goes out as it came: any option given here would turn the navigation into another kind of request. */
function serverAnswer(request: Request): Promise<Response | null> {
  const limit = new Promise<null>((resolve) => setTimeout(() => resolve(null), ANSWER_LIMIT))
  return Promise.race([fetch(request).catch(() => null), limit])
}

/**
 * How many writes would be lost without anybody having been asked. The app asks before it navigates here, and wipes; an
 * address typed in, or a link on another site, has not asked.
 */
async function unsentWithoutAsking(request: Request): Promise<number> {
  if (request.referrer.startsWith(`${worker.location.origin}/`)) return 0
  return (await withLocalData(({ db }) => countUnsent(db))) ?? 0
}

/** Leaves nothing of the person here. The next connected start ends the session on the server before anything else. */
async function signOutHere(): Promise<void> {
  await setLogoutOwed(true)
  const users = new Set([(await readKnownUser())?.id, await readSignedOut()])
  await unsubscribe(worker.registration)
  await forgetPush()
  for (const user of users) if (user) await wipe(user)
  for (const shown of await worker.registration.getNotifications()) shown.close()
  await worker.navigator.clearAppBadge?.().catch(() => {})
}

async function wipe(user: UserId): Promise<void> {
  await markSignedOut(user)
  const channel = openChannel()
  channel.post({ kind: 'signed-out', user })
  channel.close()
  await forgetUser()
  await forgetOwner(user)
  const limit = new Promise<false>((resolve) => setTimeout(() => resolve(false), DELETE_LIMIT))
  const isDeleted = await Promise.race([Dexie.delete(databaseName(user)).then(() => true), limit])
  // While the database may still be there, the mark keeps every writer and drain away from it.
  if (isDeleted) await clearSignedOut()
}
