import type { UserId } from '#domain/lib/ids.ts'
import {
  addPendingDeletion,
  beginSignOut,
  forgetOwner,
  forgetPush,
  isLogoutPending,
  readKnownUser,
  readSignedOut,
  setLogoutPending,
  settleWipe,
} from '#src/data/device-store.ts'
import { deleteInTime } from '#src/data/pending-deletion.ts'
import { countUnsent } from '#src/data/unsent.ts'
import { openChannel } from '#src/platform/channel.ts'
import { withLock } from '#src/platform/locks.ts'
import { type PushRegistration, unsubscribe } from '#src/platform/push-subscription.ts'
import { withLocalData } from './local-data.ts'
import { LOGOUT_PATH, serverAnswer } from './logout-answer.ts'
import { signedOutPage, signOutQuestion } from './sign-out-pages.ts'

/** What a sign-out needs of the worker that it runs in. */
export interface Surroundings {
  location: { origin: string }
  navigator: { clearAppBadge?(): Promise<void> }
  registration: PushRegistration & { getNotifications(): Promise<{ close(): void }[]> }
}

/** Answers a navigation to /api/logout: the server, if it can be had, else this device alone (readings, Reads). */
export async function answerLogout(
  request: Request,
  stylesheet: string | null,
  worker: Surroundings,
): Promise<Response> {
  const answer = await serverAnswer(request)
  if (answer) return answer
  if (!(await wasAsked(request, worker))) return signOutQuestion(await unsentHere(), LOGOUT_PATH, stylesheet)
  await signOutHere(worker)
  return signedOutPage(stylesheet)
}

/**
 * Whether a person has said here that they want to sign out: the app and the question are pages of ours, and the app
 * notes the wish before it navigates. An address typed in looks the same as a link on another site that hides where it
 * comes from.
 */
const wasAsked = async ({ referrer }: Request, { location }: Surroundings): Promise<boolean> =>
  referrer.startsWith(`${location.origin}/`) || (await isLogoutPending())

/** How many writes would be lost; 0 also where the database cannot be read. */
const unsentHere = async (): Promise<number> =>
  (await withLocalData(({ db }) => countUnsent(db)).catch(() => undefined)) ?? 0

/** Leaves nothing of the person here. The next connected start ends the session on the server before anything else. */
async function signOutHere(worker: Surroundings): Promise<void> {
  const known = (await readKnownUser())?.id
  const users = new Set([known, await readSignedOut()])
  await setLogoutPending(true)
  if (known) await beginSignOut(known)
  await unsubscribe(worker.registration)
  await forgetPush()
  for (const shown of await worker.registration.getNotifications()) shown.close()
  await worker.navigator.clearAppBadge?.().catch(() => {})
  for (const user of users) if (user) await wipe(user)
}

async function wipe(user: UserId): Promise<void> {
  const channel = openChannel()
  channel.post({ kind: 'signed-out', user })
  channel.close()
  await addPendingDeletion(user)
  await forgetOwner(user)
  await settleWipe()
  // While the database may still be there, the mark keeps every writer and drain away.
  await deleteInTime(user, withLock)
}
